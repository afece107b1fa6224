"""Builds the kernel from its C source, once for each version of it: `python -m packages.infra.kernel.build`.

It is built on the machine that runs it, by the C compiler that is there or by the one that `make` installs; an
installed Parley brings one that runs on every machine of its platform. Floating point is kept to the letter of the
source, so that every machine gives the same bytes.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from packages.core.errors import Unavailable
from packages.domain.backtest.kernel.binding import library, sources
from packages.domain.strategy.indicators.compiled import install

SHIPPED = Path("built")  # beside this module, in an installed Parley
_FLAGS = ("-O3", "-std=c11", "-shared", "-fPIC", "-ffp-contract=off", "-fno-math-errno")


class NoCompiler(Unavailable):
    """There is neither a built kernel nor anything to build it with."""


def install_kernel() -> None:
    """Has the kernel built or found on first use; what composition roots call."""
    install(built_library)


def built_library() -> Path:
    """The file of the kernel, built if it was not."""
    texts = sources()
    shipped = Path(__file__).parent / SHIPPED / _named(texts, platform.machine())
    if shipped.exists():
        return shipped
    built = _folder() / _named(texts, _processor())
    if not built.exists():
        _build(texts, built, ("-march=native",))
    return built


def build_shipped(sources: Mapping[str, str], folder: Path) -> Path:
    """The kernel for every machine of this platform, in the folder of an installed Parley's module."""
    built = folder / SHIPPED / _named(sources, platform.machine())
    built.parent.mkdir(parents=True, exist_ok=True)
    _build(sources, built, ())
    return built


def _named(sources: Mapping[str, str], processor: str) -> str:
    known = "".join((*sources.values(), processor))
    return f"kernel-{hashlib.sha256(known.encode()).hexdigest()[:16]}.so"


def _build(sources: Mapping[str, str], built: Path, tuning: tuple[str, ...]) -> None:
    """Under another name first: two processes may build at once, and neither may load half a file."""
    with tempfile.TemporaryDirectory(dir=built.parent) as folder:
        made = Path(folder) / built.name
        texts = [Path(folder) / name for name in sources]
        for text, source in zip(texts, sources.values(), strict=True):
            text.write_text(source)
        refused = _compiled(texts, made, (*_FLAGS, *tuning))
        if refused and (refused := _compiled(texts, made, _FLAGS)):  # not every compiler knows its own processor
            raise NoCompiler("backtest.compiler_failed", output=refused[-500:])
        made.replace(built)


def _compiled(texts: Sequence[Path], made: Path, flags: tuple[str, ...]) -> str:
    """What the compiler complains of; nothing if it is content."""
    command = [*_compiler(), *flags, *map(str, texts), "-o", str(made), "-lm"]
    run = subprocess.run(command, capture_output=True, text=True)  # noqa: S603 - our own source and a compiler
    return (run.stderr.strip() or "no reason given") if run.returncode else ""


def _processor() -> str:
    """What distinguishes one kind of processor from another: what was built for one may not run on the other."""
    cpuinfo = Path("/proc/cpuinfo")
    flags = (
        [line for line in cpuinfo.read_text().splitlines() if line.startswith("flags")][:1] if cpuinfo.exists() else []
    )
    return "".join([platform.machine(), *flags])


def _compiler() -> tuple[str, ...]:
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and (found := shutil.which(name)):
            return (found,)
    if find_spec("ziglang"):
        return (sys.executable, "-m", "ziglang", "cc")
    raise NoCompiler("backtest.compiler_missing")


def _folder() -> Path:
    """Beside this module, or in the user's cache where that may not be written to."""
    beside = Path(__file__).parent / "__pycache__"
    try:
        beside.mkdir(exist_ok=True)
        tempfile.TemporaryFile(dir=beside).close()
    except OSError:
        from platformdirs import user_cache_path

        beside = user_cache_path("parley") / "kernel"
        beside.mkdir(parents=True, exist_ok=True)
    return beside


if __name__ == "__main__":
    install_kernel()
    library()
