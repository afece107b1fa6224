"""Bars: every session accounted for, limits that bind, ex-dates that show, and the manners of real prices."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

import numpy as np
import pytest

from packages.domain.market_data.bars import BarSeries, Floats
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import ActionKind, CorporateAction, StatusKind
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.pack import DemoPack
from packages.infra.providers.market_data.demo.sessions import trading_days
from tests.corpus.price_limits import limit_prices

A_SHARES = [parse_symbol(text) for text in ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH")]
STOCKS = [*A_SHARES, *(parse_symbol(text) for text in ("DEMO5", "DEMO6", "DEMO7"))]
TRADED = [*STOCKS, parse_symbol("DEMO8-USD")]
CENT = Decimal("0.01")


def days_of(series: BarSeries) -> list[date]:
    return list(series.columns.time.astype("datetime64[D]").tolist())


def money(price: float) -> Decimal:
    return Decimal(repr(price))


def under(pack: DemoPack, symbol: Symbol, kind: StatusKind, day: date) -> bool:
    return any(
        row.symbol == symbol and row.kind is kind and row.since <= day <= (row.until or day) for row in pack.statuses
    )


def references(pack: DemoPack, symbol: Symbol) -> list[Decimal]:
    """For each bar but the first, the close before without what went ex in between."""
    series = pack.series(symbol)
    days, closes = days_of(series), series.columns.close.tolist()
    actions = [action for action in pack.actions if action.symbol == symbol]
    told = []
    for before, day, close in zip(days[:-1], days[1:], closes[:-1], strict=True):
        price = money(close)
        for action in (a for a in actions if before < a.ex_date <= day):
            price = price - action.value if action.kind is ActionKind.DIVIDEND else price / action.value
        told.append(price.quantize(CENT, rounding=ROUND_HALF_UP))
    return told


def returns(pack: DemoPack, symbol: Symbol) -> Floats:
    closes = pack.series(symbol).columns.close[1:]
    moves: Floats = closes / np.array([float(price) for price in references(pack, symbol)]) - 1
    return moves


@pytest.mark.parametrize("symbol", TRADED, ids=str)
def test_every_session_has_a_bar_or_a_suspension_or_comes_before_the_listing(pack: DemoPack, symbol: Symbol) -> None:
    instrument = next(row for row in pack.instruments if row.symbol == symbol)
    calendar = {Market.CN_STOCKS: "XSHG", Market.US_STOCKS: "XNYS", Market.CRYPTO: "24/7"}[symbol.market]
    have = set(days_of(pack.series(symbol)))
    for day in trading_days(calendar):
        listed = instrument.listed_on is not None and day >= instrument.listed_on
        assert (day in have) == (listed and not under(pack, symbol, StatusKind.SUSPENDED, day)), day
    assert have <= set(trading_days(calendar))


def test_one_share_was_suspended_for_months(pack: DemoPack) -> None:
    days = days_of(pack.series(parse_symbol("DEMO4.SH")))
    assert max((after - before).days for before, after in pairwise(days)) > 100


@pytest.mark.parametrize("symbol", A_SHARES, ids=str)
def test_a_share_prices_never_leave_the_limits_of_the_rule_book(pack: DemoPack, symbol: Symbol) -> None:
    rules = RULEBOOK[Market.CN_STOCKS]
    instrument = next(row for row in pack.instruments if row.symbol == symbol)
    series = pack.series(symbol)
    columns = series.columns
    for place, reference in enumerate(references(pack, symbol), start=1):
        day = days_of_at(series, place)
        st = under(pack, symbol, StatusKind.SPECIAL_TREATMENT, day)
        fraction = rules.limit(instrument.board, day, st=st)
        assert fraction is not None
        low, high = limit_prices(rules, reference, fraction)
        assert low <= money(float(columns.low[place])) <= money(float(columns.high[place])) <= high, day


def days_of_at(series: BarSeries, place: int) -> date:
    day: date = series.columns.time[place].astype("datetime64[D]").item()
    return day


def test_there_are_days_locked_at_the_limit_up_and_down(pack: DemoPack) -> None:
    moves = []
    for symbol in A_SHARES:
        columns = pack.series(symbol).columns
        locked = (columns.high == columns.low)[1:]
        moves += returns(pack, symbol)[locked].tolist()
    assert min(moves) < -0.04
    assert max(moves) > 0.09
    assert len(moves) >= 10


def test_the_growth_board_moves_beyond_a_tenth_only_after_its_limit_was_widened(pack: DemoPack) -> None:
    symbol = parse_symbol("DEMO3.SZ")
    days, moves = np.array(days_of(pack.series(symbol))[1:]), np.abs(returns(pack, symbol))
    assert moves[days < date(2020, 8, 24)].max() < 0.101
    assert moves[days >= date(2020, 8, 24)].max() > 0.12


def test_special_treatment_halves_the_limit(pack: DemoPack) -> None:
    symbol = parse_symbol("DEMO4.SH")
    days, moves = days_of(pack.series(symbol))[1:], np.abs(returns(pack, symbol))
    inside = np.array([under(pack, symbol, StatusKind.SPECIAL_TREATMENT, day) for day in days])
    assert 0.04 < moves[inside].max() < 0.0515
    assert moves[~inside].max() > 0.09


def test_bars_are_in_ticks_and_lots_and_hold_together(pack: DemoPack) -> None:
    for series in pack.all_bars():
        columns = series.columns
        for prices in (columns.open, columns.high, columns.low, columns.close):
            assert np.array_equal(np.round(prices * 100) / 100, prices)
            assert (columns.low <= prices).all()
            assert (prices <= columns.high).all()
        if series.symbol.market is Market.CN_STOCKS:
            assert (columns.volume % 100 == 0).all()


@pytest.mark.parametrize("symbol", TRADED, ids=str)
def test_returns_have_fat_tails_and_come_in_clusters(pack: DemoPack, symbol: Symbol) -> None:
    moves = returns(pack, symbol)
    kurtosis = ((moves - moves.mean()) ** 4).mean() / moves.var() ** 2
    sizes = np.abs(moves)
    assert kurtosis > 4
    assert np.corrcoef(sizes[1:], sizes[:-1])[0, 1] > 0.1


@pytest.mark.parametrize("symbol", TRADED, ids=str)
def test_volume_rises_with_the_size_of_a_move_and_opens_gap(pack: DemoPack, symbol: Symbol) -> None:
    columns = pack.series(symbol).columns
    assert np.corrcoef(np.abs(returns(pack, symbol)), columns.volume[1:])[0, 1] > 0.2
    assert (columns.open[1:] != columns.close[:-1]).mean() > 0.9


def test_shares_of_one_market_move_together_and_those_of_two_hardly(pack: DemoPack) -> None:
    near = _correlation(pack, "DEMO1.SZ", "DEMO3.SZ")
    far = _correlation(pack, "DEMO1.SZ", "DEMO5")
    assert near > 0.3
    assert abs(far) < 0.15


def _correlation(pack: DemoPack, one: str, other: str) -> float:
    first, second = parse_symbol(one), parse_symbol(other)
    moves = [dict(zip(days_of(pack.series(s))[1:], returns(pack, s).tolist(), strict=True)) for s in (first, second)]
    common = sorted(moves[0].keys() & moves[1].keys())
    return float(np.corrcoef([moves[0][day] for day in common], [moves[1][day] for day in common])[0, 1])


@pytest.mark.parametrize(("text", "ratio"), [("DEMO3.SZ", "2"), ("DEMO3.SZ", "1.8"), ("DEMO5", "4")])
def test_the_raw_price_falls_by_the_ratio_of_a_split(pack: DemoPack, text: str, ratio: str) -> None:
    split = next(a for a in pack.actions if a.symbol.text == text and a.value == Decimal(ratio))
    assert split.kind is ActionKind.SPLIT
    before, after = _around(pack, split)
    assert before / after == pytest.approx(float(ratio), rel=0.25)


def test_actions_are_announced_before_their_ex_date_which_is_a_session(pack: DemoPack) -> None:
    assert {action.kind for action in pack.actions} == set(ActionKind)
    for action in pack.actions:
        assert action.known_at.date() < action.ex_date
        if action.ex_date >= date(2015, 1, 6):
            assert action.ex_date in days_of(pack.series(action.symbol))


def _around(pack: DemoPack, action: CorporateAction) -> tuple[float, float]:
    series = pack.series(action.symbol)
    place = days_of(series).index(action.ex_date)
    return float(series.columns.close[place - 1]), float(series.columns.open[place])


def test_five_minute_bars_add_up_to_the_days(pack: DemoPack) -> None:
    symbol = parse_symbol("DEMO1.SZ")
    daily, minutes = pack.series(symbol).columns, pack.series(symbol, Timeframe.M5).columns
    year = daily[int(np.searchsorted(daily.time, np.datetime64("2025-01-01"))) :]
    assert len(minutes) == 48 * len(year)
    by_day = [column.reshape(-1, 48) for column in (minutes.open, minutes.high, minutes.low, minutes.close)]
    assert np.array_equal(by_day[0][:, 0], year.open)
    assert np.array_equal(by_day[1].max(axis=1), year.high)
    assert np.array_equal(by_day[2].min(axis=1), year.low)
    assert np.array_equal(by_day[3][:, -1], year.close)
    assert np.array_equal(minutes.volume.reshape(-1, 48).sum(axis=1), year.volume)
    assert np.array_equal(minutes.known_at.reshape(-1, 48)[:, -1], year.known_at)
