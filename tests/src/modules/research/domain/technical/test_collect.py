"""The technical analyst's figures: complete, bound to bars, causal, and absent where history is short."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarColumns
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure, present
from src.modules.research.domain.technical.bars_in_use import TooFewDailyBars
from src.modules.research.domain.technical.collect import TechnicalFigures, technical_figures
from tests.effort import examples
from tests.src.modules.research.domain.builders import AS_OF, CHINESE, columns, random_columns, series
from tests.src.modules.research.domain.conftest import COMPANIES, Demo
from tests.src.modules.research.recomputing import Source, agrees

pytestmark = pytest.mark.slow

KEYS = [
    *("close", "ma5", "ma10", "ma20", "ma60", "ma120", "ma200", "rsi14", "macd_line", "macd_signal", "macd_histogram"),
    *("kdj_k", "kdj_d", "kdj_j", "adx14", "plus_di14", "minus_di14", "atr14"),
    *("bollinger_upper", "bollinger_middle", "bollinger_lower", "bollinger_percent_b", "vwap20", "volume_ratio"),
    *("obv", "obv_trend", "return_20d", "return_60d", "week_ma10", "week_ma30", "week_rsi14", "month_ma10"),
    *("high_52w", "low_52w", "from_high_52w", "from_low_52w"),
]


def analysed(bars: BarColumns, as_of: datetime = AS_OF) -> TechnicalFigures:
    return technical_figures(series(bars), as_of)


def values(told: TechnicalFigures) -> dict[str, float]:
    return {key: float(figure.value) for key, figure in present(told.figures).items()}


def test_a_full_year_has_every_figure() -> None:
    told = analysed(random_columns(1, 366))
    assert list(told.figures)[: len(KEYS)] == KEYS
    assert all(isinstance(told.figures[key], ResearchFigure) for key in KEYS)


def test_fewer_than_thirty_bars_are_refused_with_both_counts() -> None:
    with pytest.raises(TooFewDailyBars, match=r"29 usable daily bars .* needs 30") as refused:
        analysed(random_columns(1, 29))
    assert refused.value.details == {"found": 29, "needed": 30, "symbol": "DEMO1.SZ"}
    assert len(analysed(random_columns(1, 30)).figures) > 10


def test_an_average_that_lacks_bars_is_absent_and_never_shorter() -> None:
    told = analysed(random_columns(2, 120)).figures
    assert isinstance(told["ma120"], ResearchFigure)
    few = AbsenceReason(Absence.TOO_FEW_BARS, "MA200 needs 200 bars, 120 are there.")
    assert told["ma200"] == AbsentFigure("ma200", few)


def test_no_figure_reaches_across_a_hole_and_those_that_would_are_absent() -> None:
    bars = random_columns(2, 366)
    hole = Gap(day := bars.time[-101].astype("datetime64[D]").item() - timedelta(days=7), day + timedelta(days=7), 6)
    told = technical_figures(series(bars), AS_OF, [hole])
    assert (told.bars, told.hole) == (100, hole)
    assert values(told)["ma60"] == values(analysed(bars))["ma60"]
    missing = f"because 6 sessions are missing ({hole})"
    sentence = f"MA120 needs 120 bars, 100 are there, {missing}."
    lost = AbsenceReason(Absence.SESSIONS_MISSING, sentence, ends=(hole.first, hole.last))
    assert told.figures["ma120"] == AbsentFigure("ma120", lost)
    absent = told.figures["high_52w"]
    assert isinstance(absent, AbsentFigure)
    assert absent.reason.endswith(f"{missing}.")
    assert all(figure.rows[0] > f"bar:DEMO1.SZ:1d:{hole.last}" for figure in present(told.figures).values())


def test_a_share_that_was_listed_this_year_has_no_high_of_52_weeks() -> None:
    told = analysed(random_columns(2, 200)).figures
    absent = told["from_high_52w"]
    assert isinstance(absent, AbsentFigure)
    assert "the first is of 2025-06-15" in absent.reason


def test_only_the_365_days_before_the_analysis_are_read() -> None:
    told = analysed(random_columns(3, 900))
    assert told.bars == 365
    first = told.figures["high_52w"]
    assert isinstance(first, ResearchFigure)
    assert first.rows[0] == "bar:DEMO1.SZ:1d:2025-01-01:demo"


def test_a_figure_names_its_window_and_the_instant_it_was_known() -> None:
    figure = analysed(random_columns(3, 300)).figures["ma20"]
    assert isinstance(figure, ResearchFigure)
    assert figure.rows == ("bar:DEMO1.SZ:1d:2025-12-12:demo", "bar:DEMO1.SZ:1d:2025-12-31:demo")
    assert (figure.count, figure.period, figure.ends) == (20, "2025-12-31", date(2025, 12, 31))
    assert figure.known_at == datetime(2025, 12, 31, 7, tzinfo=UTC)
    assert figure.unit == "CNY/share"


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 10_000), st.integers(40, 260))
def test_what_is_known_later_changes_nothing_said_earlier(seed: int, length: int) -> None:
    whole = random_columns(seed, 300)
    as_of = datetime(2025, 12, 31, 12, tzinfo=UTC) - timedelta(days=300 - length)
    assert analysed(whole, as_of).figures == analysed(whole[:length], as_of).figures


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.01, 3.0, 250.0]))
def test_the_size_of_the_price_does_not_change_what_has_no_unit(seed: int, factor: float) -> None:
    bars = random_columns(seed, 250)
    scaled = replace(bars, **{name: getattr(bars, name) * factor for name in ("open", "high", "low", "close")})
    small, large = values(analysed(bars)), values(analysed(scaled))
    for key in ("rsi14", "kdj_k", "adx14", "bollinger_percent_b", "return_20d", "volume_ratio", "obv_trend"):
        assert large[key] == pytest.approx(small[key], rel=1e-6, abs=1e-9)
    for key in ("ma20", "atr14", "macd_line", "vwap20"):
        assert large[key] == pytest.approx(small[key] * factor, rel=1e-6, abs=1e-9)


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(0, 10_000), st.integers(5, 245), st.sampled_from(["2", "10", "1.8", "0.1"]))
def test_a_split_makes_no_signal(seed: int, place: int, ratio: str) -> None:
    plain = random_columns(seed, 250)
    raw = {name: getattr(plain, name).copy() for name in ("open", "high", "low", "close", "volume")}
    for name in ("open", "high", "low", "close"):
        raw[name][:place] *= float(ratio)
    raw["volume"][:place] /= float(ratio)
    action = CorporateAction(
        symbol=CHINESE,
        ex_date=plain.time[place].astype("datetime64[D]").item(),
        kind=ActionKind.SPLIT,
        value=Decimal(ratio),
        source="demo",
        known_at=AS_OF - timedelta(days=400),
    )
    split = adjusted(series(replace(plain, **raw)), [action], Adjustment.SPLITS)
    before, after = values(analysed(plain)), values(technical_figures(split, AS_OF))
    # A tie that rounding breaks either way is left out: a doji is body <= a tenth of the usual height.
    assert {key for key in before if "candle" not in key} == {key for key in after if "candle" not in key}
    for key, value in before.items():
        if "candle" not in key:
            assert after[key] == pytest.approx(value, rel=1e-7, abs=1e-7)


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10_000), st.lists(st.integers(0, 199), max_size=60, unique=True), st.data())
def test_bars_that_are_no_bars_are_left_out_and_no_figure_is_nan(
    seed: int, bad: list[int], data: st.DataObject
) -> None:
    bars = random_columns(seed, 200)
    told = {name: getattr(bars, name).copy() for name in ("open", "high", "low", "close", "volume")}
    for place in bad:
        name = data.draw(st.sampled_from(sorted(told)))
        told[name][place] = 0.0 if name == "volume" else data.draw(st.sampled_from([np.nan, 0.0, -1.0, np.inf]))
    found = analysed(replace(bars, **told))
    assert (found.bars, found.left_out) == (200 - len(bad), len(bad))
    assert all(np.isfinite(value) for value in values(found).values())
    good = np.ones(200, dtype=np.bool_)
    good[bad] = False
    kept = BarColumns(
        *(getattr(bars, name)[good] for name in ("time", "open", "high", "low", "close", "volume", "known_at"))
    )
    assert values(found) == values(analysed(kept))


def test_an_index_without_volume_has_prices_and_no_figures_of_volume() -> None:
    told = analysed(replace(random_columns(5, 200), volume=np.zeros(200))).figures
    assert isinstance(told["rsi14"], ResearchFigure)
    for key in ("vwap20", "volume_ratio", "obv", "obv_trend"):
        assert isinstance(told[key], AbsentFigure)


def test_a_volume_that_is_not_known_takes_only_the_figures_of_volume_away() -> None:
    volume = random_columns(5, 200).volume.copy()
    volume[-3] = np.nan
    told = analysed(replace(random_columns(5, 200), volume=volume)).figures
    assert isinstance(told["ma20"], ResearchFigure)
    assert isinstance(told["vwap20"], AbsentFigure)
    assert isinstance(told["obv_trend"], AbsentFigure)


def test_a_price_that_never_moves_gives_no_signal() -> None:
    told = analysed(columns([8.0] * 60)).figures
    assert isinstance(told["rsi14"], AbsentFigure)
    assert isinstance(told["bollinger_percent_b"], AbsentFigure)
    assert isinstance(told["support_1"], AbsentFigure)
    assert isinstance(told["resistance_1"], AbsentFigure)


def test_levels_are_means_of_turns_the_nearest_first_on_their_own_side() -> None:
    told = analysed(random_columns(8, 300))
    close = float(told.figures["close"].value)  # type: ignore[union-attr]
    supports = [float(level.value) for level in told.levels.supports if isinstance(level, ResearchFigure)]
    resistances = [float(level.value) for level in told.levels.resistances if isinstance(level, ResearchFigure)]
    assert supports == sorted(supports, reverse=True)
    assert resistances == sorted(resistances)
    assert all(level < close for level in supports)
    assert all(level > close for level in resistances)


def test_a_gap_is_told_with_its_edges_and_whether_it_was_filled() -> None:
    close = [10.0] * 34 + [12.0, 12.1, 12.2, 12.1, 12.0, 12.3]
    high, low = [price + 0.2 for price in close], [price - 0.2 for price in close]
    (gap,) = analysed(columns(close, high, low, close)).gaps
    assert (gap.direction, gap.filled) == ("up", False)
    assert (gap.lower, gap.upper) == pytest.approx((10.2, 11.8))
    low[-1] = 10.1
    assert analysed(columns(close, high, low, close)).gaps[0].filled


@pytest.mark.parametrize("symbol", [*COMPANIES, "DEMO8-USD", "DEMO9.SH", "DEMO10"])
def test_every_figure_of_a_demo_company_can_be_computed_again_from_its_bars(symbol: str, demo: Demo) -> None:
    known = demo.known(symbol)
    told = technical_figures(known.bars, known.as_of)
    source = Source([], known.bars)
    assert all(agrees(figure, source) for figure in present(told.figures).values())
    strength = told.figures["rsi14"]
    assert isinstance(strength, ResearchFigure)
    assert not agrees(replace(strength, value=99.0), source)


def test_two_demo_companies_never_have_the_same_figures(demo: Demo) -> None:
    told = [values(technical_figures(demo.known(symbol).bars, demo.known(symbol).as_of)) for symbol in COMPANIES]
    for key in ("ma20", "rsi14", "macd_line", "kdj_k", "adx14", "volume_ratio", "return_60d"):
        assert len({found[key] for found in told}) == len(COMPANIES)


def test_prices_are_in_the_money_of_the_market() -> None:
    bars = random_columns(4, 60)
    for symbol, unit in (("000001.SZ", "CNY/share"), ("AAPL", "USD/share"), ("BTC-USD", "USD"), ("ES=F", "plain")):
        figure = technical_figures(series(bars, parse_symbol(symbol)), AS_OF).figures["ma20"]
        assert isinstance(figure, ResearchFigure)
        assert figure.unit == unit
