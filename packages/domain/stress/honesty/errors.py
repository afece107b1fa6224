"""What cannot be asked about the honesty of a result."""

import numpy as np
import numpy.typing as npt

from packages.core.errors import Invalid
from packages.domain.market_data.bars import Floats

_FLAT = 1e-12  # a deviation this small beside the largest return is rounding, not movement


class BadReturns(Invalid):
    """Returns that are no numbers, or too few of them."""


class NothingMoved(Invalid):
    """Returns that are all the same: there is no ratio of reward to risk."""


class BadOdds(Invalid):
    """A number of trials, bars or blocks that makes no sense."""


class BadFolds(Invalid):
    """A walk forward that the data is too short for, or that has nothing to refit."""


def require_returns(returns: Floats, fewest: int, dimensions: int = 1) -> None:
    """Raises unless there are at least `fewest` bars of finite numbers."""
    if returns.ndim != dimensions or len(returns) < fewest:
        raise BadReturns("stress.too_few_returns", fewest=fewest, bars=len(returns) if returns.ndim else 0)
    if not np.isfinite(returns).all():
        raise BadReturns("stress.returns_not_numbers")


def moved(returns: Floats) -> npt.NDArray[np.bool_]:
    """By column, whether the returns differ from each other at all."""
    return np.atleast_1d(returns.std(axis=0) > _FLAT * np.abs(returns).max(axis=0))
