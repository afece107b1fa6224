"""The compiled library as Python calls it: where it comes from, and the functions for windows of columns in it."""

import ctypes
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from packages.core.errors import Unavailable

if TYPE_CHECKING:  # a server that installs the library starts without numpy
    import numpy as np

Provider: TypeAlias = Callable[[], Path]
_HERE = Path(__file__).parent
_provider: Provider | None = None


class NoKernel(Unavailable):
    """No composition root said where the compiled library comes from."""


def install(provider: Provider) -> None:
    """`provider` gives the file of a library built from all C sources; each composition root calls this once, before
    the first backtest. The library is asked for on first use."""
    global _provider
    _provider = provider


@cache
def library() -> ctypes.CDLL:
    """With the functions of this floor; whoever has others declares them on it."""
    if _provider is None:
        raise NoKernel("backtest.no_kernel")
    loaded, whole, place = ctypes.CDLL(str(_provider())), ctypes.c_int64, ctypes.c_void_p
    for name, arguments in {
        "parley_power_sums": (place, whole, whole, whole, whole, whole, place),
        "parley_means": (place, whole, whole, whole, whole, place, place),
        "parley_places": (place, place, place, whole, whole, place, place),
        "parley_joint_sums": (place, place, whole, whole, whole, place),
        "parley_extremes": (place, whole, whole, whole, whole, place),
    }.items():
        declare(loaded, name, arguments)
    return loaded


def declare(loaded: ctypes.CDLL, name: str, arguments: tuple[Any, ...], result: Any = None) -> None:
    function = getattr(loaded, name)
    function.argtypes, function.restype = arguments, result


def address_of(array: "np.ndarray[Any, Any]") -> int:
    if array.flags.writeable and array.size:  # lends its memory in a quick way, which counts in a run of microseconds
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type] # an array is a buffer
    return array.__array_interface__["data"][0]  # type: ignore[no-any-return]


def sources() -> Mapping[str, str]:
    """What this floor brings to the library, by name."""
    return {"windows.c": (_HERE / "windows.c").read_text()}
