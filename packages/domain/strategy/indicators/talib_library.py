"""The two ways into TA-Lib: its C library directly, or its Python package where the library cannot be opened.

The direct way is quick to open (the package brings pandas and polars along), quick to call, and lets other threads run
while a column is calculated.
"""

import ctypes
import threading
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeAlias

from packages.core.messages import message
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.talib_call import Call, CNumber, Column, DirectCall, RefusedByTaLib
from packages.domain.strategy.indicators.talib_table import SIGNATURES, Kind

Settings: TypeAlias = tuple[tuple[str, float], ...]

_STARTING = threading.Lock()


class Library(Protocol):
    """Gives the functions of TA-Lib, each with its settings chosen."""

    def call(self, function: str, settings: Settings) -> Call: ...


class CLibrary:
    """Reached through the extension file of the package, for which the package need not be imported."""

    def __init__(self, extension: Path) -> None:
        # To look back takes a few instructions, so the interpreter's lock is kept for them.
        self._calculating, self._looking_back = ctypes.CDLL(str(extension)), ctypes.PyDLL(str(extension))
        if self._calculating.TA_Initialize() != 0:
            raise OSError(f"TA-Lib did not start from {extension.name}.")

    def call(self, function: str, settings: Settings) -> Call:
        chosen = _chosen(function, settings)
        look_back = self._looking_back[f"TA_{function}_Lookback"]
        lookback = look_back(*chosen)
        if lookback < 0:
            raise RefusedByTaLib("strategy.talib_bounds", function=function, settings=dict(settings))
        return DirectCall(function, self._calculating[f"TA_{function}"], SIGNATURES[function], chosen, lookback)


class PythonPackage:
    """TA-Lib's own wrapper: the same numbers, slow to import."""

    def call(self, function: str, settings: Settings) -> Call:
        import talib

        wrapped: Callable[..., Column | tuple[Column, ...]] = getattr(talib, function)

        def call(*columns: Floats) -> tuple[Column, ...]:
            told = wrapped(*columns, **dict(settings))
            return told if isinstance(told, tuple) else (told,)

        return call


def open_library(folders: Iterable[str]) -> Library:
    """Directly from the folders of the package; as the package where a build hides the functions of the library."""
    files = [file for folder in folders for file in sorted(Path(folder).glob("_ta_lib*"))]
    for file in files:
        if file.suffix in {".so", ".pyd"}:
            try:
                return CLibrary(file)
            except (OSError, AttributeError):
                continue
    return PythonPackage()


def library() -> Library:
    """The one of this process, opened on the first question; the library must not be started by two threads at once."""
    with _STARTING:
        return _opened()


@cache
def _opened() -> Library:
    package = find_spec("talib")
    return open_library(package.submodule_search_locations or () if package else ())


def _chosen(function: str, settings: Settings) -> list[CNumber]:
    """In the order of the signature, the usual number where none is given."""
    told, taken = dict(settings), SIGNATURES[function].settings
    names = [setting.name for setting in taken]
    if unknown := sorted(told.keys() - set(names)):
        raise RefusedByTaLib(
            "strategy.talib_unknown_setting",
            function=function,
            unknown=unknown,
            known=names or message("words.none"),
        )
    return [_number(setting.kind, told.get(setting.name, setting.usual)) for setting in taken]


def _number(kind: Kind, value: float) -> CNumber:
    return ctypes.c_double(value) if kind == "double" else ctypes.c_int(int(value))
