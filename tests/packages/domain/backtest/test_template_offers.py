"""Templates are offered on what is stored: the timeframe, and bars enough to warm up and to trade."""

from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.core.messages import Language, render
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.template_offers import StoredHistory, TemplateOffer, TradedSpan, WithheldTemplate
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.build import build
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.templates import PACES, Family, HoldingPeriod, template

SYMBOL = parse_symbol("AAPL")
EVERY = list(product(Family, HoldingPeriod))


def history(bars: Mapping[Timeframe, int]) -> StoredHistory:
    first, last = datetime(2016, 1, 4, tzinfo=UTC), datetime(2025, 12, 31, tzinfo=UTC)
    return StoredHistory.of(SYMBOL, [Stored(SYMBOL, each, "file", first, last, rows) for each, rows in bars.items()])


def fit(family: Family, holding: HoldingPeriod, timeframe: Timeframe) -> Strategy:
    return build(template(family, holding, SYMBOL.market, SYMBOL.text, timeframe=timeframe))


def reasons(withheld: list[WithheldTemplate]) -> set[str]:
    return {render(each.reason, Language.EN) for each in withheld}


def test_daily_bars_run_the_daily_templates_and_the_others_say_what_they_need() -> None:
    offers, withheld = history({Timeframe.D1: 2500}).sorted_out(EVERY, fit)
    assert {(each.holding, each.strategy.timeframe) for each in offers} == {
        (HoldingPeriod.SWING_DAYS, Timeframe.D1),
        (HoldingPeriod.POSITION_WEEKS_PLUS, Timeframe.D1),
    }
    assert len(offers) == len(withheld) == 6
    assert reasons(withheld) == {
        "Templates for “intraday scalp” run on 5-minute, 1-minute bars; of AAPL only daily bars are stored.",
        "Templates for “intraday” run on 15-minute, 5-minute, 30-minute, hourly bars; of AAPL only daily bars are "
        "stored.",
    }


def test_what_reaches_back_furthest_is_offered_first() -> None:
    offers, withheld = history({Timeframe.M5: 20_000, Timeframe.D1: 2500}).sorted_out(EVERY, fit)
    assert not withheld
    lengths = [each.strategy.timeframe.seconds for each in offers]
    assert lengths == sorted(lengths, reverse=True)


def test_too_short_a_history_is_told_with_both_numbers() -> None:
    found = history({Timeframe.D1: 120}).choose(Family.TREND_CONTINUATION, HoldingPeriod.POSITION_WEEKS_PLUS, fit)
    assert isinstance(found, WithheldTemplate)
    assert render(found.reason, Language.EN) == (
        "Trend continuation, weeks or longer needs 398 daily bars, half of them to warm up; of AAPL 120 are stored."
    )
    assert render(found.reason, Language.ZH) == (
        "趋势延续，数周以上需要 398 根日K线（一半用于预热），AAPL 只有 120 根。"
    )


def test_of_several_sources_the_longest_counts() -> None:
    first, last = datetime(2016, 1, 4, tzinfo=UTC), datetime(2025, 12, 31, tzinfo=UTC)
    stored = [Stored(SYMBOL, Timeframe.D1, source, first, last, rows) for source, rows in (("a", 2500), ("b", 10))]
    assert StoredHistory.of(SYMBOL, stored).bars == {Timeframe.D1: 2500}


@pytest.mark.parametrize(
    ("timeframe", "reason"),
    [
        (Timeframe.D1, None),
        (
            Timeframe.H4,
            "Mean reversion, swing days needs 170 4-hour bars, half of them to warm up; of AAPL 0 are stored.",
        ),
    ],
)
def test_a_timeframe_that_was_named_is_held_to_its_own_bars(timeframe: Timeframe, reason: str | None) -> None:
    wanted = Family.MEAN_REVERSION, HoldingPeriod.SWING_DAYS
    found = history({Timeframe.D1: 2500}).why_not(*wanted, fit(*wanted, timeframe))
    assert (found and render(found, Language.EN)) == reason


@given(st.dictionaries(st.sampled_from(Timeframe), st.integers(1, 3000)))
def test_every_template_is_either_offered_with_bars_enough_or_withheld_with_a_reason(
    bars: dict[Timeframe, int],
) -> None:
    stored = history(bars)
    offers, withheld = stored.sorted_out(EVERY, fit)
    told = {(each.family, each.holding) for each in offers} | {(each.family, each.holding) for each in withheld}
    assert told == set(EVERY)
    assert len(offers) + len(withheld) == len(EVERY)
    for offer in offers:
        assert bars[offer.strategy.timeframe] > warm_up_bars(offer.strategy, CATALOGUE)
        assert offer.strategy.timeframe in {pace.timeframe for pace in PACES[offer.holding]}
    for each in withheld:
        assert all(render(each.reason, language) for language in Language)
    if not bars:
        assert reasons(withheld) == {"No bars of AAPL are stored: fetch or import them first."}


@pytest.mark.parametrize(("trades", "told"), [(0, "closed no trade."), (41, "closed 41 trades.")])
def test_the_count_is_told_without_a_promise(trades: int, told: str) -> None:
    days = datetime(2016, 1, 4, tzinfo=UTC).date(), datetime(2025, 12, 31, tzinfo=UTC).date()
    offer = TemplateOffer(*EVERY[2], fit(*EVERY[2], Timeframe.D1), TradedSpan(SYMBOL, Timeframe.D1, trades, *days))
    assert offer.traded is not None
    sentence = f"On the stored daily bars of AAPL from 2016-01-04 to 2025-12-31, these rules {told}"
    assert render(offer.traded.sentence, Language.EN) == sentence
    caveat = (
        "That is how often they trade, not what they will earn; a backtest shows return and drawdown beside buy and"
    )
    assert render(offer.traded.with_caveat, Language.EN) == f"{sentence} {caveat} hold."
