"""What the loop of an exported strategy is made of: bars, sides, the account, and where it keeps what it holds."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
Order = tuple[float, float, float]  # quantity (below 0 to sell), price, costs

NOTHING = (0.0, 0.0, 0.0)
MARKET, LIMIT, STOP = 0, 1, 2
QUANTITY, MONEY, SHARE, RISK = 0, 1, 2, 3
STAGES = 6
# Where the account keeps what it holds: the last two have a place for each side.
HELD, PRICE, BEST, FIXED, TARGET, TRAIL, LEAVING, SINCE, RESTED, RUINED, STAGE, ORDERED, WAITING, LEFT = (
    *range(12),
    13,
    15,
)
CASH = 17  # for engines that count it in another order
PLACES = 18


class TradedBars(NamedTuple):
    """`session` numbers the trading days."""

    open: Floats
    high: Floats
    low: Floats
    close: Floats
    session: Floats


class TradedSide(NamedTuple):
    """The rules of one direction, with everything that is known on the close of a signal. A distance is points plus a
    share of the price; a share below 0 says that there is none."""

    sign: float
    entry: Truths
    able: Truths  # everything that the order needs is known
    leaves: Truths
    most_bars: int
    kind: int
    waits_at: Floats
    valid_bars: int
    size_kind: int
    size: Floats
    stop_points: Floats
    stop_share: float
    target_points: Floats
    target_share: float
    target_ratio: float
    trail_points: Floats
    trail_share: float


class TradedAccount(NamedTuple):
    """`settle` is how many sessions what was bought must be held; `lot` the smallest quantity, `step` what is added."""

    cash: float
    rate: float
    worse: float
    maintenance: float
    lot: float
    step: float
    settle: int


def empty_account() -> Floats:
    state = np.zeros(PLACES)
    state[ORDERED:CASH] = -1.0
    return state
