"""Builds the kernel from its C source, once for each version of it: `python -m packages.domain.backtest.kernel.build`.

It is built on the machine that runs it, by the C compiler that is there or by the one that `make` installs. Floating
point is kept to the letter of the source, so that every machine gives the same bytes.
"""

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from packages.core.errors import Unavailable
from packages.domain.backtest import trade_rows
from packages.domain.backtest.kernel import layout

_HERE = Path(__file__).parent
_COMPILED = ("kernel.c", "decisions.c")  # each with all that it includes
_FLAGS = ("-O3", "-std=c11", "-shared", "-fPIC", "-ffp-contract=off", "-fno-math-errno")


class NoCompiler(Unavailable):
    """There is neither a built kernel nor anything to build it with."""


@cache
def library() -> ctypes.CDLL:
    """The kernel, built if it was not."""
    sources = {name: _source(name) for name in _COMPILED}
    known = "".join((*sources.values(), _processor()))
    built = _folder() / f"kernel-{hashlib.sha256(known.encode()).hexdigest()[:16]}.so"
    if not built.exists():
        _build(sources, built)
    loaded = ctypes.CDLL(str(built))
    loaded.parley_work.argtypes = (ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    loaded.parley_work.restype = None
    whole = ctypes.c_int64
    loaded.parley_watch.argtypes = (ctypes.c_void_p,)
    loaded.parley_watch.restype = None
    loaded.parley_decide.argtypes = (ctypes.c_void_p, whole, ctypes.c_void_p)
    loaded.parley_decide.restype = whole
    loaded.parley_rows.argtypes = (whole, ctypes.c_void_p, *(whole,) * 5, ctypes.c_void_p)
    loaded.parley_rows.restype = whole
    return loaded


def _source(name: str) -> str:
    """A file and all that it includes in one text, with the numbers of `layout` in front."""
    names = {**vars(layout), **vars(trade_rows)}
    numbers = [f"#define {name} {value}" for name, value in names.items() if name.isupper() and isinstance(value, int)]
    parts = ["\n".join(numbers)]
    for line in (_HERE / name).read_text().splitlines():
        part = line.removeprefix('#include "').removesuffix('"') if line.startswith('#include "') else None
        parts.append(line if part is None else (_HERE / part).read_text())
    return "\n".join(line for line in "\n".join(parts).splitlines() if not line.startswith('#include "')) + "\n"


def _build(sources: Mapping[str, str], built: Path) -> None:
    """Under another name first: two processes may build at once, and neither may load half a file."""
    with tempfile.TemporaryDirectory(dir=built.parent) as folder:
        made = Path(folder) / built.name
        texts = [Path(folder) / name for name in sources]
        for text, source in zip(texts, sources.values(), strict=True):
            text.write_text(source)
        refused = _compiled(texts, made, (*_FLAGS, "-march=native"))
        if refused and (refused := _compiled(texts, made, _FLAGS)):  # not every compiler knows its own processor
            raise NoCompiler("backtest.compiler_failed", output=refused[-500:])
        made.replace(built)


def _compiled(texts: Sequence[Path], made: Path, flags: tuple[str, ...]) -> str:
    """What the compiler complains of; nothing if it is content."""
    command = [*_compiler(), *flags, *map(str, texts), "-o", str(made), "-lm"]
    told = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - our own source and a compiler
    return (told.stderr.strip() or "no reason given") if told.returncode else ""


def _processor() -> str:
    """What tells one kind of processor from another: what was built for one may not run on the other."""
    told = Path("/proc/cpuinfo")
    flags = [line for line in told.read_text().splitlines() if line.startswith("flags")][:1] if told.exists() else []
    return "".join([platform.machine(), *flags])


def _compiler() -> tuple[str, ...]:
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and (found := shutil.which(name)):
            return (found,)
    if find_spec("ziglang"):
        return (sys.executable, "-m", "ziglang", "cc")
    raise NoCompiler("backtest.compiler_missing")


def _folder() -> Path:
    """Beside the source, or in the user's cache where the source may not be written to."""
    beside = _HERE / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        tempfile.TemporaryFile(dir=beside).close()
    except OSError:
        from platformdirs import user_cache_path

        beside = user_cache_path("parley") / "kernel"
        beside.mkdir(parents=True, exist_ok=True)
    return beside


if __name__ == "__main__":
    library()
