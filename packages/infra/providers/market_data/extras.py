"""Client libraries of data sources are optional: each is imported on use, and a missing one is told with its cure."""

import importlib
import sys
import warnings
from typing import Any

from packages.domain.market_data.errors import MissingExtra


def require(module: str, extra: str) -> Any:
    """The module, imported now if it was not yet; `extra` is the name after `parley` in the install command."""
    if module in sys.modules:
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
        raise MissingExtra("market_data.extra_missing", name=name, extra=extra) from missing
    except ImportError as broken:
        raise _unusable(module, extra, broken) from broken


def ignore_warnings_of(package: str) -> None:
    """Warnings that a vendor's own code sets off (uses of pandas that are to end) are not for our caller. Called before
    each use: whoever restores the filters in between also drops this one, and adding it again changes nothing."""
    warnings.filterwarnings("ignore", module=rf"{package}(\.|$)")


def _unusable(module: str, extra: str, cause: ImportError) -> MissingExtra:
    name = module.partition(".")[0]
    return MissingExtra("market_data.extra_broken", name=name, cause=cause, extra=extra)
