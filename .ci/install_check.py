"""Does what users install work? An sdist, installed into a second venv that holds what it requires and nothing else.

To stay quick the heavy packages are not installed again: those that the requirements reach are linked into the second
venv from this one. pip then finds them there, or installs what `requirements` asks for and this venv lacks. The
development tools (nbdev, fastcore, ...) are not linked, so an import of them fails.
"""
import os
import subprocess
import sys
import sysconfig
import tempfile
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tree import copy_tree

PACKAGE = "fvlit"
IMPORT_ALL = f"""
import importlib, pkgutil, sys, {PACKAGE}
assert sys.prefix in {PACKAGE}.__file__, {PACKAGE}.__file__
names = [module.name for module in pkgutil.walk_packages({PACKAGE}.__path__, "{PACKAGE}.")]
for name in names: importlib.import_module(name)
tools = {{"nbdev", "fastcore", "execnb"}} & set(sys.modules)
assert not tools, f"imported by the package: {{tools}}"
print(len(names), "modules import")
"""


def run(*command: str | Path, **options) -> None:
    subprocess.run([str(part) for part in command], check=True, **options)


def reached(package: str) -> set[str]:
    "Names of the distributions that `package` requires, directly and through others, with the extras asked for."
    done: set[tuple[str, frozenset]] = set()
    todo = [(package, frozenset())]
    while todo:
        name, extras = todo.pop()
        if (name, extras) in done: continue
        done.add((name, extras))
        try: lines = distribution(name).requires or []
        except PackageNotFoundError: continue
        for requirement in map(Requirement, lines):
            marker = requirement.marker
            if not marker or any(marker.evaluate({"extra": extra}) for extra in {"", *extras}):
                todo.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return {name for name, _ in done} - {package}


def link(names: set[str], target: Path) -> int:
    "Link the files of these distributions into the folder `target`; how many distributions were here to link."
    count = 0
    for name in names:
        try: here = distribution(name)
        except PackageNotFoundError: continue
        count += 1
        base = Path(here.locate_file("")).resolve()
        for top in {file.parts[0] for file in here.files or [] if file.parts[0] not in ("..", "__pycache__")}:
            if not (target/top).exists(): (target/top).symlink_to(base/top)
    return count


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch).resolve()
        quiet = {"stdout": subprocess.DEVNULL}
        run(sys.executable, "-m", "build", "--sdist", "--outdir", scratch/"dist", copy_tree(scratch/"tree"),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run(sys.executable, "-m", "venv", scratch/"venv")
        bin_folder = scratch/"venv"/"bin"
        packages = Path(sysconfig.get_path("purelib", vars={"base": str(scratch/"venv")}))
        print(link(reached(PACKAGE), packages), "required packages linked")
        sdist, = (scratch/"dist").glob("*.tar.gz")
        run(bin_folder/"python", "-m", "pip", "--disable-pip-version-check", "install", "-q", sdist)
        run(bin_folder/"python", "-m", "pip", "check")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        run(bin_folder/PACKAGE, "--help", cwd=scratch, env=environment, **quiet)
        run(bin_folder/"python", "-c", IMPORT_ALL, cwd=scratch, env=environment)
    return 0


if __name__ == "__main__":
    try: sys.exit(main())
    except subprocess.CalledProcessError as error: sys.exit(f"{error}")
