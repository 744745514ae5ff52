"""The rules of CONTRIBUTING.md that a program can check on the source of the pages.

- a page imports pages with lower numbers only (tutorials and the index may import any, and the command line, which puts
  all rooms together, may import any inside a function);
- exported code imports neither nbdev nor fastcore, and only what settings.ini requires, extras included;
- an exported cell has at most 40 lines, a line of code at most 120 characters;
- a page opens with a title and one line of summary; public names have a docstring;
- no stored widget state, errors, warnings or paths of one machine.
"""
import ast
import json
import re
import shlex
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from pathlib import Path

from tree import ROOT, tracked_files

PACKAGE = "fvlit"
MOST_CELL_LINES, MOST_COLUMNS = 40, 120
OF_ONE_MACHINE = re.compile(r"/(?:tmp|home|root|Users|var/folders)/\w+")
COMPOSITION_ROOT = "cli"
DEVELOPMENT_ONLY = {"nbdev", "fastcore"}


@dataclass
class Cell:
    "One code cell of a page."
    number: int
    source: str

    @property
    def exported(self) -> bool:
        return bool(re.match(r"\s*#\|\s*exports?\b", self.source))

    @property
    def tree(self) -> ast.Module:
        lines = ["pass" if re.match(r"\s*[!%]", line) else line for line in self.source.splitlines()]
        return ast.parse("\n".join(lines))


@dataclass
class Page:
    "One notebook: its number in the book (None for the index and the tutorials), its module, its cells."
    path: Path
    number: int | None
    module: str | None
    raw: dict
    cells: list[Cell]


def read_page(path: Path) -> Page:
    raw = json.loads((ROOT/path).read_text(encoding="utf-8"))
    cells = [Cell(number, "".join(cell["source"])) for number, cell in enumerate(raw["cells"])
             if cell["cell_type"] == "code"]
    named = re.search(r"^#\|\s*default_exp\s+(\S+)", "\n".join(cell.source for cell in cells), re.M)
    numbered = re.match(r"(\d+)_", path.name)
    return Page(path, int(numbered[1]) if numbered and named else None, named and named[1], raw, cells)


def imports(tree: ast.AST) -> Iterator[str]:
    """Dotted names that `tree` imports, those inside functions too.

    What stands under `if __name__ == "__main__":` is left out: there a page is a program that may put rooms together.
    """
    if isinstance(tree, ast.If) and ast.unparse(tree.test).startswith("__name__ == '__main__'"):
        return
    if isinstance(tree, ast.Import):
        yield from (alias.name for alias in tree.names)
    if isinstance(tree, ast.ImportFrom):
        base = tree.module or ""
        if tree.level: base = f"{PACKAGE}.{base}".rstrip(".")
        yield from (f"{base}.{alias.name}" for alias in tree.names)
    for child in ast.iter_child_nodes(tree):
        yield from imports(child)


def import_direction(page: Page, numbers: dict[str, int]) -> Iterator[str]:
    "Imports of pages that do not stand before this one."
    for cell in page.cells:
        for name in imports(cell.tree):
            root, _, rest = name.partition(".")
            module = rest.split(".")[0]
            if root != PACKAGE or module in ("", "__version__", page.module): continue
            if module not in numbers: yield f"cell {cell.number} imports {name}, which no page exports"
            elif page.number is not None and numbers[module] >= page.number and page.module != COMPOSITION_ROOT:
                yield f"cell {cell.number} imports {module}, page {numbers[module]:02}: only lower numbers may be"


def exported_imports(page: Page, required: set[str]) -> Iterator[str]:
    "Imports of exported cells that a plain installation does not bring."
    providers = packages_distributions()
    for cell in page.cells:
        for root in {name.split(".")[0] for name in imports(cell.tree)} if cell.exported else ():
            if root in sys.stdlib_module_names or root == PACKAGE: continue
            if root in DEVELOPMENT_ONLY: yield f"cell {cell.number} exports an import of {root}"
            elif not {normal(name) for name in providers.get(root, [])} & required:
                yield f"cell {cell.number} exports an import of {root}, which settings.ini does not require"


def shape(page: Page) -> Iterator[str]:
    "Long cells, long lines, public names without a docstring."
    for cell in page.cells:
        lines = [line for line in cell.source.splitlines() if line.strip()]
        if cell.exported and len(lines) > MOST_CELL_LINES:
            yield f"cell {cell.number} exports {len(lines)} lines, at most {MOST_CELL_LINES}: {lines[1][:50]}"
        for line in lines:
            if len(line) > MOST_COLUMNS: yield f"cell {cell.number} has a line of {len(line)} columns: {line[:50]}"
        for node in cell.tree.body if cell.exported else ():
            public = isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")
            if public and not ast.get_docstring(node): yield f"cell {cell.number}: {node.name} has no docstring"


def opening(page: Page) -> Iterator[str]:
    "A first cell that is anything but title and summary; nbdev drops what else stands there."
    first = page.raw["cells"][0]
    if first["cell_type"] != "markdown" or not re.fullmatch(r"# \S.*\n+> \S.*\n*", "".join(first["source"])):
        yield "does not open with a cell that holds `# title` and `> one line` and nothing else"


def stored(page: Page) -> Iterator[str]:
    "Things a notebook should not carry in git."
    if "widgets" in page.raw["metadata"]: yield "stores widget state in its metadata"
    for number, cell in enumerate(page.raw["cells"]):
        for output in cell.get("outputs", []):
            if output["output_type"] == "error": yield f"cell {number} stores an error"
            if output.get("name") == "stderr": yield f"cell {number} stores what went to stderr; run `make outputs`"
            place = OF_ONE_MACHINE.search(json.dumps([output.get("text"), output.get("data", {}).get("text/plain")]))
            if place: yield f"cell {number} shows a path of one machine, {place[0]}..., different at the next run"


def normal(name: str) -> str:
    "A distribution name as indexes compare it."
    return re.sub(r"[-_.]+", "-", name).lower()


def required_names() -> set[str]:
    config = ConfigParser(delimiters=["="])
    config.read(ROOT/"settings.ini", encoding="utf-8")
    wanted = config["DEFAULT"]["requirements"] + " " + config["DEFAULT"]["metrics_requirements"] # those of an extra
    return {normal(re.match(r"[\w.-]+", item)[0]) for item in shlex.split(wanted)}


def long_lines() -> Iterator[str]:
    "Long lines of code outside the pages."
    for path in tracked_files():
        if path.suffix in (".py", ".sh", ".yaml", ".yml") and path.parts[0] != PACKAGE:
            for number, line in enumerate((ROOT/path).read_text(encoding="utf-8").splitlines(), 1):
                if len(line) > MOST_COLUMNS: yield f"{path}: line {number} has {len(line)} columns"


def main() -> int:
    pages = [read_page(path) for path in tracked_files() if path.parts[0] == "nbs" and path.suffix == ".ipynb"]
    numbers = {page.module: page.number for page in pages if page.number is not None}
    required = required_names()
    problems = [f"{page.path}: {problem}" for page in pages for problem in [
        *opening(page), *import_direction(page, numbers), *exported_imports(page, required),
        *shape(page), *stored(page)]]
    problems += long_lines()
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(pages)} pages, {len(problems)} rules broken")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
