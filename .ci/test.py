"""All gates, quick ones first, the pages last; every gate runs even when an earlier one failed.

The last line is the count of the pages, unless another gate failed: then it says which.
"""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tree import ROOT

HERE = Path(__file__).resolve().parent
GATES = {
    "in step: package, README and clean notebooks": ["in_step.py"],
    "rules: import direction, sizes, dependencies": ["rules.py"],
    "documentation: built, every link and anchor": ["site.py"],
    "package: sdist in a second venv": ["install_check.py"],
    "examples: as their READMEs say": ["example.py"],
    "pages": ["run_nbs.py", "--flags", "slow dist"],
}


def environment(scratch: str) -> dict[str, str]:
    "One thread a process, no network for models, no GPU, nothing of the user's IPython, temporary files in one place."
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, "PATH": path, "TMPDIR": scratch, "IPYTHONDIR": f"{scratch}/ipython", "OMP_NUM_THREADS": "1",
            "CUDA_VISIBLE_DEVICES": "", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}


def main() -> int:
    failed = []
    with tempfile.TemporaryDirectory(prefix="fvlit-test-", ignore_cleanup_errors=True) as scratch:
        for name, command in GATES.items():
            print(f"== {name}", flush=True)
            start = time.monotonic()
            code = subprocess.run([sys.executable, HERE/command[0], *command[1:]],
                                  cwd=ROOT, env=environment(scratch), stdin=subprocess.DEVNULL).returncode
            if code: failed.append(name.split(":")[0])
            if name == "pages": continue  # its count stays the last line
            print(f"   {'FAILED' if code else 'ok'}, {time.monotonic() - start:.0f} s", flush=True)
    others = [name for name in failed if name != "pages"]
    if others: print("failed gates:", ", ".join(others))
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
