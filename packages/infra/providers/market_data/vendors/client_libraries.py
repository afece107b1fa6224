"""Vendors' client libraries: imported on use, a missing one named with its install command, their errors as ours,
and what each can be asked."""

import importlib
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from packages.core.errors import ParleyError
from packages.domain.market_data.errors import MissingExtra, NoData, ProviderDown, ProviderRefused, WrongTimeframe
from packages.domain.market_data.ports import Abilities, BarRequest
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

Answer = TypeVar("Answer")


class VendorFaults:
    """Stands around the work with one client library. Vendors raise anything from a bare `Exception` with a sentence
    in it to a `KeyError` of their own parsing, so the text of the error decides what is a refusal."""

    def __init__(self, source: str, *, refusals: Sequence[str] = (), cure: str = "") -> None:
        self._source = source
        self._refusals = refusals
        self._cure = cure

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, ParleyError):
            raise self._meaning(error) from error

    def around(self, call: Callable[[], Answer]) -> Answer:
        with self:
            return call()

    def _meaning(self, error: Exception) -> ParleyError:
        reason = " ".join(str(error).split())[:200]
        if any(word in reason for word in self._refusals):
            return ProviderRefused(
                "market_data.source_refused", source=self._source, text=f"{reason} {self._cure}".rstrip()
            )
        if isinstance(error, OSError) and not isinstance(error, ValueError):
            return ProviderDown("market_data.source_unreachable", source=self._source, error=type(error).__name__)
        return ProviderDown(
            "market_data.library_cannot_read", source=self._source, error=type(error).__name__, text=reason
        )


_ROOT = Path(__file__).parents[5]


def require(module: str, extra: str) -> Any:
    """The module, imported now if it was not yet; `extra` is the optional part of Parley that brings it."""
    if sys.modules.get(module) is not None:
        return sys.modules[module]
    try:
        # What a vendor's own source warns of while it is first read is the vendor's to mend, not the caller's to see.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] != module.partition(".")[0]:
            raise _unusable(module, extra, missing) from missing
        name = module.partition(".")[0]
        raise MissingExtra("market_data.extra_missing", name=name, command=install_command(extra)) from missing
    except ImportError as broken:
        raise _unusable(module, extra, broken) from broken


def ignore_warnings_of(package: str) -> None:
    """Warnings that a vendor's own code sets off (uses of pandas that are to end) are not for our caller. Called before
    each use: whoever restores the filters in between also drops this one, and adding it again changes nothing."""
    warnings.filterwarnings("ignore", module=rf"{package}(\.|$)")


def _unusable(module: str, extra: str, cause: ImportError) -> MissingExtra:
    name = module.partition(".")[0]
    return MissingExtra("market_data.extra_broken", name=name, cause=str(cause), command=install_command(extra))


def install_command(extra: str, root: Path = _ROOT) -> str:
    """What installs an optional part: a checkout has its own environment, an installed Parley is on the index."""
    return f"make extra NAME={extra}" if (root / "Makefile").is_file() else f"pip install 'parley-desk[{extra}]'"


def require_market(source: str, abilities: Abilities, symbol: Symbol) -> None:
    if symbol.market not in abilities.markets:
        served = ", ".join(sorted(abilities.markets))
        raise NoData("market_data.market_not_served", source=source, market=symbol.market, served=served, symbol=symbol)


def require_served(source: str, abilities: Abilities, request: BarRequest) -> None:
    require_market(source, abilities, request.symbol)
    if request.timeframe not in abilities.timeframes:
        served = ", ".join(each for each in Timeframe if each in abilities.timeframes)
        raise WrongTimeframe(
            "market_data.timeframe_not_served", source=source, timeframe=request.timeframe, served=served
        )
