"""Run pages top to bottom and keep what they show: `outputs.py nbs/10_video.ipynb ...` (all pages when none is named).

Cells flagged for a machine or for hours (`cuda`, `slow_train`, `eval: false`) are not run and keep what they had.
What goes to stderr is not kept: it is warnings of libraries, different on every machine.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

from ffmpeg_links import ffmpeg_environment
from run_nbs import find_pages
from tree import ROOT

NOT_RUN = re.compile(r"^#\|\s*(notest|cuda|slow_train|eval:\s*false)\b", re.M)


def left_alone(cell: dict) -> bool:
    "Whether a cell is not run and keeps what it had."
    return cell["cell_type"] != "code" or bool(NOT_RUN.search(cell["source"]))


def run_and_keep(path: Path) -> None:
    "Run one page in this process and write its outputs into it, cleaned as nbdev_clean would."
    from execnb.nbio import read_nb, write_nb
    from execnb.shell import CaptureShell
    from nbdev.clean import clean_nb
    notebook = read_nb(path)
    os.chdir(path.parent)
    shell = CaptureShell(path)
    try: shell.run_all(notebook, exc_stop=True, preproc=left_alone)
    except Exception: sys.exit(shell.prettytb(fname=path))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    clean_nb(notebook, clean_ids=True)
    write_nb(notebook, path)


def main(places: list[str]) -> int:
    os.chdir(ROOT)
    pages = find_pages(places or ["nbs"])
    if len(pages) == 1:
        run_and_keep(pages[0].resolve())
        return 0
    failed = [page for page in pages if subprocess.run([sys.executable, __file__, page]).returncode]
    print(f"{len(pages) - len(failed)} pages kept, {len(failed)} failed:", *failed)
    return bool(failed)


if __name__ == "__main__":
    os.environ["IN_TEST"] = "1"  # makes the export in the last cell of a page do nothing
    if libraries := ffmpeg_environment():  # read when a program starts
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **libraries})
    os.environ["OMP_NUM_THREADS"] = "1"  # as in the tests; another number of threads changes the last digits
    sys.path.insert(0, str(ROOT))
    sys.exit(main(sys.argv[1:]))
