"""A person's limits, checked on a strategy."""

import pytest

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.build import build
from packages.domain.strategy.constraints import (
    Constraint,
    largest_leverage,
    largest_loss_per_trade,
    long_only,
    loses_by_the_order,
    not_faster_than,
    only_markets,
)
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.problems import Code
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed, sample, without

SIZING = "/trade/long/position_sizing"


def broken(constraint: Constraint, document: Document) -> list[str]:
    problems = Validator(SMALL_CATALOGUE, [constraint]).document(document).problems
    assert {problem.code for problem in problems} <= {Code.CONSTRAINT}
    return [problem.pointer for problem in problems]


@pytest.mark.parametrize(
    ("constraint", "document", "places"),
    [
        (only_markets({Market.US_STOCKS}), sample(), []),
        (only_markets({Market.CRYPTO}), sample(), ["/universe/market"]),
        (long_only, sample(), []),
        (not_faster_than(Timeframe.D1), sample(), []),
        (not_faster_than(Timeframe.D1), changed("/timeframe", "5m"), ["/timeframe"]),
        (largest_leverage(0.5), sample(), []),
        (largest_leverage(0.4), sample(), [f"{SIZING}/pct"]),
        (
            largest_leverage(1),
            changed(SIZING, {"mode": "vol_target", "target": 0.1, "max_leverage": 2}),
            [f"{SIZING}/max_leverage"],
        ),
        (largest_loss_per_trade(0.025), sample(), []),
        (largest_loss_per_trade(0.02), sample(), [f"{SIZING}/pct"]),
        (largest_loss_per_trade(0.02), without("/trade/long/exits/1"), ["/trade/long/exits"]),
        (
            largest_loss_per_trade(0.02),
            changed(SIZING, {"mode": "risk_per_trade", "pct": 0.03}),
            [f"{SIZING}/pct"],
        ),
    ],
)
def test_a_limit_is_kept_or_the_place_that_breaks_it_is_told(
    constraint: Constraint, document: Document, places: list[str]
) -> None:
    assert broken(constraint, document) == places


RANGES = changed("/trade/long/exits/1/stop", {"kind": "atr_multiple", "value": 3})


@pytest.mark.parametrize(
    ("document", "most", "is_open"),
    [
        (sample(), 0.025, False),  # half of the account with a stop of 5%
        (RANGES, 0.025, True),
        (changed(SIZING, {"mode": "risk_per_trade", "pct": 0.01}), 0.025, False),
        (changed(SIZING, {"mode": "fixed_cash", "cash": 500}), 0.025, True),
        (changed(SIZING, {"mode": "vol_target", "target": 0.1, "max_leverage": 0.5}), 0.025, False),
        (changed(SIZING, {"mode": "vol_target", "target": 0.1, "max_leverage": 0.6}), 0.025, True),
        (without("/trade/long/exits/1"), 0.025, False),
    ],
)
def test_rules_whose_loss_only_an_order_tells_are_known_beforehand(
    document: Document, most: float, is_open: bool
) -> None:
    assert loses_by_the_order(build(document), most) is is_open
