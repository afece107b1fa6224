"""The compiled kernel as Python calls it: its C source, the provider that builds or finds a library of it, and the
types of its functions."""

import ctypes
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from packages.core.errors import Unavailable

Provider: TypeAlias = Callable[[Mapping[str, str]], Path]
_HERE = Path(__file__).parent
_COMPILED = ("kernel.c", "scaling.c", "decisions.c", "portfolio.c")  # each with all that it includes
_provider: Provider | None = None


class NoKernel(Unavailable):
    """No composition root said where the compiled kernel comes from."""


def install(provider: Provider) -> None:
    """`provider` gives the file of a library built from the sources by name; each composition root calls this once,
    before the first backtest. The library is asked for on first use."""
    global _provider
    _provider = provider


@cache
def library() -> ctypes.CDLL:
    if _provider is None:
        raise NoKernel("backtest.no_kernel")
    loaded = ctypes.CDLL(str(_provider(sources())))
    whole = ctypes.c_int64
    loaded.parley_work.argtypes = (ctypes.c_void_p, whole, whole)
    loaded.parley_work.restype = None
    loaded.parley_scaled.argtypes = (ctypes.c_void_p, whole, whole)
    loaded.parley_scaled.restype = None
    loaded.parley_rebalance.argtypes = (ctypes.c_void_p,)
    loaded.parley_rebalance.restype = None
    loaded.parley_watch.argtypes = (ctypes.c_void_p,)
    loaded.parley_watch.restype = None
    loaded.parley_decide.argtypes = (ctypes.c_void_p, whole, ctypes.c_void_p)
    loaded.parley_decide.restype = whole
    loaded.parley_rows.argtypes = (whole, ctypes.c_void_p, *(whole,) * 5, ctypes.c_void_p)
    loaded.parley_rows.restype = whole
    return loaded


def sources() -> dict[str, str]:
    """What a library of the kernel is compiled from, by name."""
    return {name: _source(name) for name in _COMPILED}


def _source(name: str) -> str:
    """A file and all that it includes in one text, with the numbers of `layout` in front."""
    # On use: a server that installs the kernel starts without numpy.
    from packages.domain.backtest import trade_rows
    from packages.domain.backtest.kernel import layout

    names = {**vars(layout), **vars(trade_rows)}
    numbers = [f"#define {name} {value}" for name, value in names.items() if name.isupper() and isinstance(value, int)]
    return "\n".join((*numbers, *_lines(name, {"layout.h"}))) + "\n"


def _lines(name: str, included: set[str]) -> Iterator[str]:
    """A file with what it includes in the place where that is first asked for."""
    for line in (_HERE / name).read_text().splitlines():
        if not line.startswith('#include "'):
            yield line
            continue
        part = line.removeprefix('#include "').removesuffix('"')
        if part not in included:
            included.add(part)
            yield from _lines(part, included)
