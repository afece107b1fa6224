"""Which scripts an address of the page will ask for, so that a browser need not read one to learn of the next."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_HOME = "home"
_PAGES = re.compile(r"src/features/(\w+)/(\w+)Page\.tsx")

Manifest = Mapping[str, Mapping[str, Any]]


def preloads(folder: Path, path: str) -> str | None:
    """The value of a `Link` header for an address of the page, by what its build has written down."""
    written = folder / ".vite" / "manifest.json"
    if not written.is_file():
        return None
    manifest: Manifest = json.loads(written.read_text())
    place = path.strip("/.").partition("/")[0] or _HOME
    page = next((source for source in manifest if _is_page_of(source, place)), None)
    if page is None:
        return None
    files = dict.fromkeys([*_files(manifest, "index.html", set()), *_files(manifest, page, set())])
    return ", ".join(f"</{file}>; rel=modulepreload" for file in files)


def _is_page_of(source: str, place: str) -> bool:
    named = _PAGES.fullmatch(source)
    return named is not None and named[1] == place == named[2].lower()


def _files(manifest: Manifest, source: str, seen: set[str]) -> Iterator[str]:
    if source in seen:
        return
    seen.add(source)
    for other in manifest[source].get("imports", ()):
        yield from _files(manifest, other, seen)
    yield manifest[source]["file"]
