"""README.md from nbs/index.ipynb: prose as it stands, code in fences, text outputs indented.

Nothing is resolved or staged, so that the README changes when the index page does and at no other time.
"""
import json
import re
from pathlib import Path

NOTE = "<!-- Written from nbs/index.ipynb by `make fix`; edit there. -->"


def shown_code(source: str) -> str:
    "A code cell as a reader sees it: nothing when hidden, no directives otherwise."
    if re.search(r"^#\|\s*(hide|default_exp|export|echo:\s*false)\b", source, re.M):
        return ""
    return re.sub(r"^#\|.*\n?", "", source, flags=re.M).strip()


def from_root(markdown: str) -> str:
    "Links relative to nbs/ made relative to the root of the repository."
    markdown = re.sub(r"\]\((?=[\w/]+\.ipynb\b)", "](nbs/", markdown)
    return re.sub(r"\]\(\.\./", "](", markdown)


def readme(index: Path) -> str:
    "The text of README.md."
    parts = []
    for cell in json.loads(index.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"]).strip()
        if cell["cell_type"] == "markdown":
            parts.append(from_root(source))
        elif cell["cell_type"] == "code" and (code := shown_code(source)):
            parts.append(f"```python\n{code}\n```")
            for output in cell["outputs"]:
                text = "".join(output.get("text") or output.get("data", {}).get("text/plain", "")).rstrip()
                if text:
                    parts.append("\n".join("    " + line for line in text.splitlines()))
    return NOTE + "\n\n" + "\n\n".join(part for part in parts if part) + "\n"
