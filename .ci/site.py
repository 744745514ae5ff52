"""Build the documentation site and check every link and anchor in it.

nbdev stages the pages (hidden cells dropped, signatures shown, names linked), smalldocs renders them: it reads the same
`_quarto.yml` as Quarto would and needs nothing but Python. `--out FOLDER` keeps the site.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from tree import ROOT, copy_tree, tracked_files

BIN = Path(sys.executable).parent
FOR_CHECKERS = "if TYPE_CHECKING:"
NOTEBOOK = r"[\w/]+\.ipynb"


def make_ready(copy: Path) -> None:
    """Prepare a copy of the tree for nbdev's staging, which runs what it needs to show signatures.

    Types of signatures are evaluated, so names imported for type checkers only must be there as well. Example cells
    that import would be run too, each without the cells before it; only exported cells need to be.
    """
    for module in copy.glob("fvlit/**/*.py"):
        module.write_text(module.read_text(encoding="utf-8").replace(FOR_CHECKERS, "if True:"), encoding="utf-8")
    for page in copy.glob("nbs/**/*.ipynb"):
        notebook = json.loads(page.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            exported = re.search(r"^#\|\s*export", source, re.M)
            example = cell["cell_type"] == "code" and not exported and re.search(r"^\s*(import|from)\s", source, re.M)
            cell["source"] = "#| eval: false\n" + source if example else source.replace(FOR_CHECKERS, "if True:")
        page.write_text(json.dumps(notebook), encoding="utf-8")


def stage() -> Path:
    "Let nbdev process the pages of the current folder, then name them as Quarto would (`output-file`)."
    from nbdev.config import get_config
    from nbdev.quarto import refresh_quarto_yml
    from nbdev.serve import proc_nbs
    refresh_quarto_yml()
    try: staged = proc_nbs(n_workers=0)
    except Exception as error: sys.exit(f"{error}\n{error.__cause__!r}\na page cannot be documented, see above")
    new_names = {}
    for page in sorted(staged.rglob("*.ipynb")):
        front = "".join(json.loads(page.read_text(encoding="utf-8"))["cells"][0]["source"])
        name = re.search(r"^output-file: (\S+)\.html", front, re.M)
        renamed = page.rename(page.with_name(name[1] + ".ipynb")) if name else page
        new_names[page.relative_to(staged).as_posix()] = renamed.relative_to(staged).as_posix()
    sidebar = staged/"sidebar.yml"
    sidebar.write_text(re.sub(NOTEBOOK, lambda found: new_names.get(found[0], found[0]), sidebar.read_text()))
    for page in new_names.values():
        point_links(staged, Path(page), new_names, get_config().git_url)
    return staged


def without_links(fence: re.Match) -> str:
    "A fence of code in which nbdev has linked the names that comments quote."
    return re.sub(r"\[(`[^`]+`)\]\(http[^)]*\)", r"\1", fence[0])


def point_links(staged: Path, page: Path, new_names: dict[str, str], source: str) -> None:
    "Links to other notebooks go to their pages, links out of nbs/ to the repository; code has none."
    def point(found: re.Match) -> str:
        target = os.path.normpath(page.parent/found[1])
        if target in new_names: target = os.path.relpath(new_names[target], page.parent)
        elif target.startswith("../"): target = f"{source}/blob/main/{target[3:]}"
        else: target = found[1]
        return f"]({target}{found[2]})"
    notebook = json.loads((staged/page).read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = re.sub(r"\]\(([\w./-]+)(#[^)\s]*|)\)", point, "".join(cell["source"]))
        for output in cell.get("outputs", []):
            if markdown := output.get("data", {}).get("text/markdown"):
                output["data"]["text/markdown"] = re.sub(r"(?ms)^```python$.*?^```$", without_links, "".join(markdown))
    (staged/page).write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")


class Page(HTMLParser):
    "The anchors and links of one HTML page."
    def __init__(self, path: Path):
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.anchors |= {values[key] for key in ("id", "name") if values.get(key)}
        self.links += [values[key] for key in ("href", "src") if values.get(key)]


def broken_links(site: Path, home: str, source: str) -> list[str]:
    """Links that lead nowhere, each once with the first page it stands on.

    Looked up are links into the site (relative, or under its address `home`) and into the repository (`source`).
    """
    missing: dict[str, str] = {}
    pages = {path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")}
    for name, page in pages.items():
        for link in page.links:
            in_repository = re.match(re.escape(source) + r"/(?:blob|tree)/main/([^#?]*)", link)
            if in_repository and not (ROOT/unquote(in_repository[1])).exists():
                missing.setdefault(f"{link}: no such file in the repository", name)
            folder = PurePosixPath(name).parent
            if link == home or link.startswith(home + "/"):
                link, folder = link[len(home):].lstrip("/") or "index.html", PurePosixPath()
            parts = urlsplit(link)
            if parts.scheme or parts.netloc: continue
            target = os.path.normpath(folder/unquote(parts.path)) if parts.path else name
            if (site/target).is_dir(): target = os.path.normpath(f"{target}/index.html")
            if not (site/target).is_file(): missing.setdefault(f"{link}: no {target}", name)
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                missing.setdefault(f"{link}: no such anchor", name)
    return [f"{name}: {problem}" for problem, name in missing.items()]


def unlisted_pages() -> Iterator[str]:
    "Pages that the sidebar leaves out or invents, or that the map on the index page leaves out."
    nbs = ROOT/"nbs"
    there = {path.relative_to("nbs").as_posix() for path in tracked_files()
             if path.parts[0] == "nbs" and path.suffix == ".ipynb"}
    listed = set(re.findall(NOTEBOOK, (nbs/"sidebar.yml").read_text(encoding="utf-8")))
    mapped = set(re.findall(NOTEBOOK, (nbs/"index.ipynb").read_text(encoding="utf-8"))) | {"index.ipynb"}
    yield from (f"nbs/sidebar.yml does not list {name}" for name in sorted(there - listed))
    yield from (f"nbs/sidebar.yml lists {name}, which is not there" for name in sorted(listed - there))
    yield from (f"nbs/index.ipynb does not link to {name}" for name in sorted(there - mapped))


def markdown_gaps() -> Iterator[str]:
    "Relative links of the Markdown files of the repository to files that are not there."
    for path in tracked_files():
        if path.suffix == ".md":
            for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", (ROOT/path).read_text(encoding="utf-8")):
                if not (ROOT/path.parent/link).exists(): yield f"{path}: {link}: no such file"


def build() -> tuple[Path, list[str]]:
    "Build the site of the current folder: where it is, and what is wrong with it."
    from nbdev.config import get_config
    config = get_config()
    staged = stage()
    rendered = subprocess.run([BIN/"smalldocs", "render", "-q", staged], capture_output=True, text=True)
    if rendered.returncode: sys.exit(rendered.stdout + rendered.stderr)
    site = staged/config.doc_path.name
    links = broken_links(site, config.doc_host + config.doc_baseurl, config.git_url)
    return site, [*markdown_gaps(), *unlisted_pages(), *links]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="folder to keep the site in (emptied first)")
    out = parser.parse_args().out
    if sys.version_info < (3, 11):
        print("not built: smalldocs needs Python 3.11 or newer")
        return bool(out)
    out = out and out.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        copy = copy_tree(Path(scratch).resolve())
        make_ready(copy)
        sys.path.insert(0, str(copy))  # so that the copy is documented, not what happens to be installed
        os.chdir(copy)
        try: site, problems = build()
        finally: os.chdir(ROOT)
        count = len(list(site.rglob("*.html")))
        if out:
            shutil.rmtree(out, ignore_errors=True)
            shutil.copytree(site, out)
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{count} pages, {len(problems)} broken links or gaps" + (f", in {out}" if out else ""))
    return bool(problems) or not count


if __name__ == "__main__":
    sys.exit(main())
