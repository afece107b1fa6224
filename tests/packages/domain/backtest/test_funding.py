"""Funding of perpetuals: charged at its instants in backtest and reference, read as it was known, refused where there
is none."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.backtest.engine import Arena, compile_strategy
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.market.funding_loading import NoFundingRates
from packages.domain.backtest.market.needs import needs_of
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.market.shortfalls import Shortfall
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.rows import FundingRate
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.effort import first_of
from tests.reference.both import differences, engine_backtest, plain_backtest
from tests.reference.funded import FIRST, PERPETUALS, compared, funded_run, stored_market, strategy_of

ALWAYS: Document = {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 0}}


def told(hours: float, rate: str, mark: str | None = None, late: float = 0) -> FundingRate:
    at = FIRST + timedelta(hours=hours)
    return FundingRate(
        source="drawn",
        known_at=at + timedelta(hours=late),
        symbol=parse_symbol(PERPETUALS[0]),
        paid_at=at,
        rate=Decimal(rate),
        mark_price=None if mark is None else Decimal(mark),
    )


async def loaded(
    rates: Sequence[FundingRate], closes: Sequence[float] = (100, 100, 110, 120, 120, 120), timeframe: str = "4h"
) -> LoadedPanel:
    strategy = strategy_of(compared("rate", "gt", -1), PERPETUALS[:1], timeframe)
    market = stored_market(closes, Timeframe(timeframe), rates)
    view = market.view(datetime(2024, 1, 1, tzinfo=UTC))
    symbols = [parse_symbol(PERPETUALS[0])]
    return await load_panel(view, symbols, strategy.timeframe, start=None, end=None, needs=needs_of(strategy))


def test_perpetuals_are_known_by_their_symbols() -> None:
    for text in ("BTC-USDT-PERP", "btc/usdt-perp", "BTC/USDT:USDT"):
        assert parse_symbol(text).text == "BTC-USDT-PERP"
    assert parse_symbol("BTC-USDT-PERP").market is Market.CRYPTO
    assert parse_symbol("BTC-USDT-PERP").is_perpetual
    assert not parse_symbol("BTC-USDT").is_perpetual


async def test_longs_pay_a_rate_above_0_at_its_instant_on_the_worth_at_the_close_before() -> None:
    panel = (await loaded([told(8, "0.001"), told(12, "-0.002", "200")])).panel
    assert panel.dividend is not None
    # The bars begin at 0, 4, 8, 12 ...; what is paid at 8 is paid by whoever held at the close of the bar from 4 to 8.
    assert panel.dividend[0].tolist() == pytest.approx([0, 0, -0.1, 0.4, 0, 0])


async def test_a_day_of_three_instants_is_paid_by_whoever_held_all_of_it() -> None:
    rates = [told(hours, "0.0001") for hours in (8, 16, 24, 32, 40, 48)]
    panel = (await loaded(rates, [100, 100, 100, 100], "1d")).panel
    assert panel.dividend is not None
    assert panel.dividend[0].tolist() == pytest.approx([0, -0.03, -0.03, 0])
    outcome = engine_backtest(strategy_of(ALWAYS, PERPETUALS[:1], "1d"), panel, Terms(cash=Decimal(1000)))
    [held] = outcome.open_positions
    # In at the open of the second day, so that the first three instants are not its own.
    assert outcome.cash[-1] == pytest.approx(1000 - 400 - 4 * 0.03)
    assert held.unrealised == pytest.approx(-0.12)


async def test_a_short_receives_what_longs_pay() -> None:
    rates = [told(hours, "0.001") for hours in (8, 12, 16)]
    panel = (await loaded(rates, [100] * 6)).panel
    short = document_of(strategy_of(ALWAYS, PERPETUALS[:1]))["trade"]
    assert isinstance(short, dict)
    never = compared("rate", "gt", 0.5)
    outcome = engine_backtest(strategy_of(never, PERPETUALS[:1], short=short["long"]), panel, Terms(cash=Decimal(1000)))
    assert outcome.equity[-1] == pytest.approx(1000 + 4 * 0.1 * 3)


async def test_rules_read_a_rate_from_when_it_was_known() -> None:
    rates = [told(4, "0.001"), told(8, "0.002", late=5), told(12, "0.003")]
    panel = (await loaded(rates)).panel
    strategy = strategy_of({"any": [compared("rate", "gt", 0), compared("day_rate", "gt", 0)]}, PERPETUALS[:1])
    compiled = compile_strategy(strategy, CATALOGUE)
    rate, day = Arena(panel).own[0].columns(compiled.sources)
    assert rate.tolist() == pytest.approx([0.001, 0.001, 0.003, 0.003, 0.003, 0.003])
    assert day.tolist() == pytest.approx([0.001, 0.001, 0.004, 0.006, 0.006, 0.006])


async def test_a_perpetual_without_rates_is_refused_by_name() -> None:
    with pytest.raises(NoFundingRates) as refused:
        await loaded([])
    assert "BTC-USDT-PERP" in str(refused.value)


async def test_bars_without_rates_are_noted() -> None:
    [note] = (await loaded([told(24, "0.001"), told(32, "0.001")], [100] * 5, "1d")).notes
    assert (note.kind, note.bars) == (Shortfall.NO_FUNDING, 3)
    assert (await loaded([told(hours, "0.001") for hours in range(0, 24, 8)])).notes == ()


@pytest.mark.slow
@pytest.mark.parametrize("seed", first_of(range(200), 20))
def test_random_strategies_on_perpetuals_trade_as_the_reference_does(seed: int) -> None:
    run = funded_run(seed)
    found = engine_backtest(run.strategy, run.panel, run.terms)
    assert differences(plain_backtest(run.strategy, run.panel, run.terms), found, float(run.terms.cash)) == []


@pytest.mark.slow
def test_the_random_strategies_pay_and_receive() -> None:
    trades = [trade for seed in range(20) for trade in engine_backtest(*_of(seed)).trades]
    assert sum(trade.dividends > 0 for trade in trades) > 20
    assert sum(trade.dividends < 0 for trade in trades) > 20


def _of(seed: int) -> tuple[Strategy, Panel, Terms]:
    run = funded_run(seed)
    return run.strategy, run.panel, run.terms


@pytest.mark.parametrize("seed", range(6))
def test_nothing_later_is_read_or_paid(seed: int) -> None:
    run = funded_run(seed)
    whole = engine_backtest(run.strategy, run.panel, run.terms)
    early = engine_backtest(run.strategy, run.panel.until(90), run.terms)
    assert early.equity == whole.equity[:90]


def test_it_is_written_back_and_explained_in_both_languages() -> None:
    strategy = strategy_of(compared("day_rate", "lt", 0.0003), PERPETUALS[:1])
    assert build(document_of(strategy)) == strategy
    languages = (Language.EN, Language.ZH)
    english, chinese = ({each.topic: each.text for each in explain(strategy, CATALOGUE, lang)} for lang in languages)
    assert english["long.entry"] == "Buy when the funding of the last 24 hours is below 0.03%."
    assert chinese["long.entry"] == "当近 24 小时资金费率合计低于 0.03% 时买入。"


@pytest.mark.parametrize("tickers", [["BTC-USD"], ["BTC-USDT-PERP", "BTC-USD"]])
def test_what_pays_no_funding_has_no_rate_and_is_not_sold_short(tickers: list[str]) -> None:
    document = document_of(strategy_of(compared("rate", "lt", 0), PERPETUALS[:1]))
    trade, universe = document["trade"], document["universe"]
    assert isinstance(trade, dict)
    assert isinstance(universe, dict)
    changed = {**document, "universe": {**universe, "tickers": tickers}, "trade": {**trade, "short": trade["long"]}}
    codes = {(each.pointer, each.code.value) for each in Validator(CATALOGUE).document(changed).problems}
    assert ("/trade/long/entry/condition/cmp/left/funding", "not_in_market") in codes
    assert ("/trade/short", "no_short_in_market") in codes


def test_the_house_rate_of_funding_is_not_charged_beside_its_own() -> None:
    long = document_of(strategy_of(ALWAYS, PERPETUALS[:1]))
    trade = long["trade"]
    assert isinstance(trade, dict)
    strategy = strategy_of(compared("rate", "lt", -0.5), PERPETUALS[:1], short=trade["long"])
    assert BacktestRequest(strategy_id="any").terms(strategy).funding_rate == 0
    assert replace(Terms(), funding_rate=0.1).short_rate == 0.1
