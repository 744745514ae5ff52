"""Run the examples as their READMEs say, in a copy, on the tiny model."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import copy_tree


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = copy_tree(Path(scratch).resolve())/"examples"
        environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        for script in ("first_lora/preprocess.sh", "first_lora/finetune_lora.sh", "adapters/adapters.sh",
                       "veo/try_locally.sh"):
            subprocess.run(["bash", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=True)
        wanted = "pytorch_lora_weights.safetensors", "report.html", "comfy.safetensors", "comparison.html"
        written = [path.relative_to(folder) for name in wanted for path in sorted(folder.rglob(name))]
    print("wrote", *written)
    return {path.name for path in written} != set(wanted)


if __name__ == "__main__":
    try: sys.exit(main())
    except subprocess.CalledProcessError as error: sys.exit(f"{error}")
