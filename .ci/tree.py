"A copy of the working tree for gates that write, so that testing never touches what somebody is working on."
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tracked_files() -> list[Path]:
    "Files of the tree that git tracks or would track, relative to its root."
    names = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"],
                           cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted({Path(name) for name in names if name and (ROOT/name).is_file()})


def copy_tree(folder: Path) -> Path:
    "Copy the tree into `folder`, without anything that git ignores."
    for name in tracked_files():
        (folder/name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT/name, folder/name)
    return folder
