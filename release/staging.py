"""The tree of the wheel: the packages below one name, with the page and the kernel that were built for it."""

import shutil
from pathlib import Path

from release.import_root import NAME, ROOTS, moved

PAGE = Path("apps/web/dist")
_LEFT_OUT = ("apps/web", "migrations/script.py.mako")
_TEXT = ".py"


class NotBuilt(Exception):
    """Something that the wheel has to hold was not built yet; the message says how to."""


def stage(root: Path, folder: Path) -> Path:
    """Writes the package `parley` below `folder` and gives its place."""
    if not (root / PAGE / "index.html").is_file():
        raise NotBuilt("The page is not built yet: run `make web` first.")
    package = folder / NAME
    if package.exists():
        shutil.rmtree(package)
    for part in (NAME, *ROOTS):
        for path in sorted((root / part).rglob("*")):
            if path.is_file() and _is_shipped(path.relative_to(root)):
                _copy(root, path.relative_to(root), package)
    (package / "py.typed").touch()
    shutil.copytree(root / PAGE, package / PAGE)
    return package


def _is_shipped(path: Path) -> bool:
    if "__pycache__" in path.parts:
        return False
    return not any(path.is_relative_to(left) for left in _LEFT_OUT)


def _copy(root: Path, path: Path, package: Path) -> None:
    inside = path.relative_to(NAME) if path.parts[0] == NAME else path
    copy = package / inside
    copy.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix != _TEXT:
        shutil.copyfile(root / path, copy)
        return
    source = (root / path).read_text(encoding="utf-8")
    copy.write_text(moved(source, str(path), lambda name: _is_module(root, name)), encoding="utf-8")


def _is_module(root: Path, name: str) -> bool:
    path = root.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(_TEXT).is_file()
