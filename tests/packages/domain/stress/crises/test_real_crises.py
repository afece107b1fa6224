"""Real stocks through real crises."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.backtest.engine import Compiled, compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.strategy.validate import Validator
from packages.domain.stress.crises.cutting import window_bars
from packages.domain.stress.crises.run import crisis_findings
from packages.domain.stress.crises.windows import CrisisWindow, crises_of, crisis, custom_window
from packages.domain.stress.findings import CrisisFinding, WindowStatus
from tests.packages.domain.backtest.real_data import HAS_REAL_DATA, NO_REAL_DATA, real_panel

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_REAL_DATA, reason=NO_REAL_DATA)]
MONEY = Decimal(200_000)


def swing(panel: Panel, family: Family) -> Compiled:
    document = template(family, HoldingPeriod.SWING_DAYS, panel.market, panel.tickers[0])
    strategy = Validator(CATALOGUE).document(document).require()
    return compile_strategy(replace(strategy, universe=replace(strategy.universe, tickers=panel.tickers)), CATALOGUE)


def buys_dips(panel: Panel) -> Compiled:
    """Buys what fell for two days and holds it for five; that takes hardly any warm-up."""
    fell: Document = {"cmp": {"left": {"ref": "close"}, "op": "lt", "right": {"ref": "close", "lag": 2}}}
    side: Document = {
        "entry": {"condition": fell, "order": {"type": "market"}},
        "exits": [{"type": "time_exit", "bars": 5}],
        "position_sizing": {"mode": "pct_equity", "pct": 0.5},
    }
    universe: Document = {"market": panel.market.value, "tickers": list(panel.tickers)}
    document: Document = {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Buys dips"},
        "universe": universe,
        "timeframe": "1d",
        "factors": {},
        "trade": {"long": side},
    }
    return compile_strategy(Validator(CATALOGUE).document(document).require(), CATALOGUE)


def lived(compiled: Compiled, panel: Panel, windows: Sequence[CrisisWindow]) -> dict[str, CrisisFinding]:
    terms = Terms(cash=MONEY, costs=usual_costs(panel.market))
    return {each.key: each for each in crisis_findings(compiled, panel, terms, windows, MONEY)}


def market_return(panel: Panel, key: str) -> float:
    """Of the first instrument, by its closes alone."""
    first, end = window_bars(panel, crisis(key))
    close = panel.close[0, first:end][np.isfinite(panel.close[0, first:end])]
    return float(close[-1] / close[0] - 1)


def test_buying_dips_through_the_crash_of_2015_is_measured() -> None:
    panel = real_panel("000001.SZ")
    finding = lived(buys_dips(panel), panel, [crisis("cn_2015")])["cn_2015"]
    assert finding.status is WindowStatus.EXERCISED
    assert finding.trades > 10
    assert finding.market_return == pytest.approx(market_return(panel, "cn_2015"))
    assert finding.max_drawdown is not None
    assert finding.worst_day is not None
    assert -1 < finding.max_drawdown < finding.worst_day < 0


def test_a_stock_that_was_suspended_in_the_crash_is_played_by_another_and_that_is_stated() -> None:
    suspended = real_panel("000002.SZ")  # from December 2015 to July 2016
    alone = lived(buys_dips(suspended), suspended, [crisis("cn_2015")])["cn_2015"]
    assert alone.status is WindowStatus.GAP
    assert "(128 of 175 sessions are there), or 510050.SH" in (alone.missing or "")
    both = real_panel("000002.SZ", "000001.SZ")
    finding = lived(buys_dips(suspended), both, [crisis("cn_2015")])["cn_2015"]
    assert finding.proxy == "000002.SZ: 000001.SZ"
    other = real_panel("000001.SZ")
    assert replace(finding, proxy=None) == lived(buys_dips(other), other, [crisis("cn_2015")])["cn_2015"]


def test_two_a_shares_are_lived_through_side_by_side() -> None:
    panel = real_panel("000001.SZ", "000002.SZ")
    findings = lived(buys_dips(panel), panel, [crisis("cn_2018"), crisis("cn_2020")])
    assert {finding.status for finding in findings.values()} == {WindowStatus.EXERCISED}
    apart = [real_panel(ticker) for ticker in panel.tickers]
    mean = sum(market_return(each, "cn_2018") for each in apart) / 2
    assert findings["cn_2018"].market_return == pytest.approx(mean)


def test_files_that_begin_with_the_crash_lack_the_warm_up_of_a_slower_strategy() -> None:
    panel = real_panel("000001.SZ")  # from June 2015 to June 2022
    findings = lived(swing(panel, Family.MEAN_REVERSION), panel, crises_of(panel.market))
    gaps = {key for key, finding in findings.items() if finding.status is WindowStatus.GAP}
    assert gaps == {"cn_2008", "cn_2015", "cn_2021", "cn_2024"}
    assert "bars of warm-up are there" in (findings["cn_2015"].missing or "")
    assert "(0 of 252 sessions are there)" in (findings["cn_2008"].missing or "")
    assert findings["cn_2018"].status is WindowStatus.EXERCISED


@pytest.mark.parametrize("ticker", ["YHOO", "NVDA"])
@pytest.mark.parametrize("family", list(Family))
def test_a_template_is_measured_through_2008(ticker: str, family: Family) -> None:
    panel = real_panel(ticker)
    findings = lived(swing(panel, family), panel, [crisis("us_2000"), crisis("us_2008")])
    finding = findings["us_2008"]
    assert finding.status is WindowStatus.EXERCISED
    assert finding.market_return == pytest.approx(market_return(panel, "us_2008"))
    assert market_return(panel, "us_2008") < -0.3
    assert finding.max_drawdown is not None
    assert finding.worst_loss is not None
    assert float(MONEY) * finding.max_drawdown * 2 < finding.worst_loss < 0


def test_a_panel_that_ends_with_the_window_tells_the_same() -> None:
    panel = real_panel("YHOO")
    compiled = swing(panel, Family.MEAN_REVERSION)
    _, end = window_bars(panel, crisis("us_2008"))
    whole, cut = (lived(compiled, each, [crisis("us_2008")]) for each in (panel, panel.until(end)))
    assert whole == cut


def test_a_file_with_prices_that_never_were_is_a_gap_and_no_triumph() -> None:
    panel = real_panel("ETH-USD")  # from 27 May 2022 on, with prices in August, October and November that never were
    findings = lived(swing(panel, Family.MEAN_REVERSION), panel, crises_of(panel.market))
    assert {finding.status for finding in findings.values()} == {WindowStatus.GAP}
    assert "(35 of 61 sessions are there)" in (findings["crypto_2022_luna"].missing or "")
    assert "its bar of 2022-08-14 spans more than 10 times its low" in (findings["crypto_2022_ftx"].missing or "")


def test_a_window_of_ones_own_is_lived_through_on_real_bars() -> None:
    panel = real_panel("000002.SZ")
    window = custom_window(date(2021, 6, 1), date(2022, 10, 31), "房地产")
    finding = lived(swing(panel, Family.MEAN_REVERSION), panel, [window])[window.key]
    assert finding.status is WindowStatus.EXERCISED
    assert finding.market_return is not None
    assert finding.market_return < 0
