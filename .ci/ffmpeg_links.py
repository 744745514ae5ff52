"""Lend torchcodec the FFmpeg that PyAV brings, so that its tests run where no FFmpeg is installed.

PyAV's wheel for Linux holds FFmpeg's libraries under names with a hash in them (libavutil-5809ad29.so.60.26.102), and
torchcodec asks the system for libavutil.so.60. This makes links with the plain names inside the environment and prints
the value LD_LIBRARY_PATH must have before Python starts. Where PyAV holds no such libraries it prints nothing.
For tests only: a person installs FFmpeg.
"""
import contextlib
import importlib.util
import os
import re
import sys
from pathlib import Path

FFMPEG = re.compile(r"(lib(?:avutil|avcodec|avformat|avdevice|avfilter|swscale|swresample))-[0-9a-f]+(\.so\.\d+)[.\d]*")


def make_links(
    libraries: Path, # the folder av.libs beside the package av
    links: Path, # folder for the links; those that lead elsewhere are replaced
) -> list[str]: # their names
    "Links with the names that a program built against FFmpeg looks for."
    found = [(FFMPEG.fullmatch(path.name), path) for path in libraries.glob("lib*")]
    wanted = {f"{match[1]}{match[2]}": str(path) for match, path in found if match}
    links.mkdir(parents=True, exist_ok=True)
    for old in links.iterdir():
        if os.readlink(old) != wanted.get(old.name): old.unlink()
    for name, target in wanted.items():
        if not (links/name).is_symlink():
            with contextlib.suppress(FileExistsError): # another page was faster
                (links/name).symlink_to(target)
    return sorted(wanted)


def ffmpeg_environment() -> dict[str, str]:
    "LD_LIBRARY_PATH with the links and PyAV's libraries in front; empty where PyAV holds none, or when it is set."
    package = importlib.util.find_spec("av")
    libraries = Path(package.origin).parent.parent/"av.libs" if package else None
    links = Path(sys.prefix)/"ffmpeg-links"
    known = [place for place in os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep) if place]
    if libraries is None or not libraries.is_dir() or not make_links(libraries, links) or str(links) in known: return {}
    return {"LD_LIBRARY_PATH": os.pathsep.join([str(links), str(libraries), *known])}


if __name__ == "__main__":
    print(ffmpeg_environment().get("LD_LIBRARY_PATH", os.environ.get("LD_LIBRARY_PATH", "")), end="")
