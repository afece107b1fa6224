"""The same data have the same fingerprint, and the least change of them another."""

from dataclasses import replace

import numpy as np
import pytest

from packages.domain.backtest.jobs.fingerprint import fingerprint, trial_key
from packages.domain.backtest.panel import Panel
from tests.packages.domain.backtest.asking import plan
from tests.reference.by_hand import flat, panel_of

PANEL = panel_of([flat(10.0), flat(11.0), flat(12.0)])
SOURCES = {"A": "demo"}


def test_the_same_panel_reads_the_same() -> None:
    again = panel_of([flat(10.0), flat(11.0), flat(12.0)])
    assert fingerprint(PANEL, SOURCES) == fingerprint(again, SOURCES)


@pytest.mark.parametrize(
    "other",
    [
        replace(PANEL, close=PANEL.close + np.array([0.0, 0.0, 1e-12])),
        replace(PANEL, dividend=np.zeros((1, 3))),
        replace(PANEL, tickers=("B",)),
        replace(PANEL, sell_after_sessions=1),
        replace(PANEL, lots=replace(PANEL.lots, minimum=np.array([100.0]))),
        PANEL.until(2),
    ],
)
def test_any_change_of_what_the_engine_reads_is_seen(other: Panel) -> None:
    assert fingerprint(PANEL, SOURCES).digest != fingerprint(other, SOURCES).digest


def test_it_tells_where_trading_begins_and_who_told_the_bars() -> None:
    told = fingerprint(PANEL, SOURCES, trade_from=1)
    assert (f"{told.first:%Y-%m-%d}", f"{told.last:%Y-%m-%d}", told.bars) == ("2024-01-02", "2024-01-03", 3)
    assert told.digest != fingerprint(PANEL, SOURCES).digest
    assert told.is_demo


async def test_a_trial_is_the_rules_the_data_and_the_terms() -> None:
    data, made = fingerprint(PANEL, SOURCES), await plan()
    key = trial_key(made, data)
    assert key == trial_key(await plan(), data)
    assert key == trial_key(replace(made, lineage_id="another", strategy_id="x", version=3), data)
    assert key != trial_key(await plan("DEMO6"), data)
    assert key != trial_key(made, fingerprint(PANEL.until(2), SOURCES))
    assert key != trial_key(replace(made, terms=replace(made.terms, leverage=2.0)), data)
