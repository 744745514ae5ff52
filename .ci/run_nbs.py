"""Run every page as a test and close with a count.

Each page is a process of its own (nbdev_test on that one page), so none can lean on what another left behind, and one
that crashes or hangs fails alone. Pages with high numbers do most work and start first.
"""
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path

from ffmpeg_links import ffmpeg_environment
from tree import ROOT

BIN = Path(sys.executable).parent


def find_pages(places: list[str]) -> list[Path]:
    "Notebooks in files and folders, without those whose name or folder starts with a dot or an underscore."
    files = [path for place in map(Path, places) for path in ([place] if place.is_file() else place.rglob("*.ipynb"))]
    return sorted(path for path in files if not any(part.startswith((".", "_")) for part in path.parts))


def run_page(
    path: Path,
    flags: str, # flagged cells to run as well, for example "slow dist"
    deadline: float, # time.monotonic() at which the page is ended
) -> tuple[bool, float, str]: # passed?, seconds, what the run printed
    "Run one page; when it ends, whatever it left running ends too."
    start = time.monotonic()
    if start >= deadline:
        return False, 0.0, "not run: the time for all pages is used up"
    with tempfile.TemporaryDirectory(prefix="page-", ignore_cleanup_errors=True) as scratch:
        process = subprocess.Popen(
            [BIN/"nbdev_test", "--path", str(path), "--n_workers", "0", "--flags", flags], cwd=ROOT, text=True,
            env={**os.environ, **ffmpeg_environment(), "TMPDIR": scratch, "OMP_NUM_THREADS": "1"},
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        running.add(process.pid)
        try:
            text, _ = process.communicate(timeout=deadline - start)
        except subprocess.TimeoutExpired:
            text = f"ended after {time.monotonic() - start:.0f} s: too long"
        finally:
            running.discard(process.pid)
            end_group(process.pid)
    return process.returncode == 0 and "Success." in text, time.monotonic() - start, text


running: set[int] = set()


def end_group(pid: int) -> None:
    try: os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError: pass


def run_all(pages: list[Path], flags: str, workers: int, limit: float) -> list[Path]:
    "Run pages side by side, print each as it ends; which failed."
    deadline, failed = time.monotonic() + limit, []
    with ThreadPoolExecutor(workers) as pool:
        jobs: dict[Future, Path] = {pool.submit(run_page, page, flags, deadline): page for page in reversed(pages)}
        try:
            for job in as_completed(jobs):
                passed, seconds, text = job.result()
                print(f"{'ok  ' if passed else 'FAIL'} {seconds:6.1f} s  {jobs[job]}", flush=True)
                if not passed:
                    failed.append(jobs[job])
                    print(text, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for pid in set(running): end_group(pid)
            raise
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="*", default=["nbs"], help="pages or folders of pages")
    parser.add_argument("--flags", default="", help="flagged cells to run as well: 'slow dist', 'cuda' ...")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, default=3000, help="seconds for all pages together")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    pages = find_pages(args.places)
    start = time.monotonic()
    failed = run_all(pages, args.flags, args.workers, args.limit)
    if failed: print("failed:", *sorted(failed))
    print(f"{time.monotonic() - start:.0f} s\nnotebooks: {len(pages) - len(failed)} passed, {len(failed)} failed")
    return bool(failed) or not pages


if __name__ == "__main__":
    sys.exit(main())
