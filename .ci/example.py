"""Run examples/first_lora as its README says, in a copy, on the tiny model."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import copy_tree


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = copy_tree(Path(scratch).resolve())/"examples"/"first_lora"
        environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        for script in "preprocess.sh", "finetune_lora.sh":
            subprocess.run(["bash", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=True)
        wanted = "pytorch_lora_weights.safetensors", "report.html"
        written = [path.relative_to(folder) for name in wanted for path in sorted(folder.rglob(name))]
    print("wrote", *written)
    return {path.name for path in written} != set(wanted)


if __name__ == "__main__":
    try: sys.exit(main())
    except subprocess.CalledProcessError as error: sys.exit(f"{error}")
