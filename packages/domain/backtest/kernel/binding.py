"""The compiled kernel as Python calls it: its C source beside that of the indicators, and its functions' types."""

import ctypes
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from packages.domain.strategy.indicators import compiled

_HERE = Path(__file__).parent
# Each with all that it includes.
_COMPILED = ("kernel.c", "scaling.c", "decisions.c", "portfolio.c", "paths.c", "ticks.c")
_WHOLE, _NUMBER, _PLACE = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p
_FUNCTIONS = {
    "parley_work": ((_PLACE, _WHOLE, _WHOLE), None),
    "parley_scaled": ((_PLACE, _WHOLE, _WHOLE), None),
    "parley_rebalance": ((_PLACE,), None),
    "parley_watch": ((_PLACE,), None),
    "parley_decide": ((_PLACE, _WHOLE, _PLACE), _WHOLE),
    "parley_path_blocks": ((_PLACE, _PLACE, _NUMBER, _WHOLE, _WHOLE, _WHOLE, _PLACE), None),
    "parley_path_chains": ((_PLACE, _PLACE, _WHOLE, _WHOLE, _PLACE), None),
    "parley_path_kinds": ((*(_PLACE,) * 6, _WHOLE, _PLACE, _PLACE), None),
    "parley_path_variances": ((_PLACE, _PLACE, _NUMBER, _NUMBER, _NUMBER, _WHOLE, _WHOLE, _PLACE), None),
    "parley_path_logs": ((*(_PLACE,) * 4, _NUMBER, _WHOLE, _WHOLE, _PLACE), None),
    "parley_path_bars": ((*(_PLACE,) * 5, _WHOLE, _WHOLE, *(_PLACE,) * 3, _WHOLE, _WHOLE, _PLACE), None),
    "parley_limits": ((_PLACE, _NUMBER, *(_PLACE,) * 3, _WHOLE, _WHOLE), None),
    "parley_tradable": ((_PLACE, _PLACE, _WHOLE, _PLACE, _NUMBER, _NUMBER, _PLACE), _WHOLE),
    "parley_on_ticks": ((_PLACE, _WHOLE, _NUMBER, _NUMBER, _PLACE), None),
    "parley_falls": ((_PLACE, _WHOLE, _WHOLE, *(_PLACE,) * 4), None),
    "parley_rows": ((_PLACE, _PLACE, _WHOLE, _WHOLE, _WHOLE, _PLACE), _WHOLE),
}


@cache
def library() -> ctypes.CDLL:
    loaded = compiled.library()
    for name, (arguments, result) in _FUNCTIONS.items():
        compiled.declare(loaded, name, arguments, result)
    return loaded


def sources() -> dict[str, str]:
    """What the library is compiled from, by name."""
    return {**{name: _source(name) for name in _COMPILED}, **compiled.sources()}


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
