"""Figures of a research report: what rows tell is drawn inside the frame, titled, and in the house's colours."""

from collections.abc import Callable
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest

from packages.core.messages import Language, Phrases
from packages.reports.drawing.shapes import BoxMark, DotMark, Drawing, TextMark, clipped, spread, svg_of, text_width
from packages.reports.research.bars import Leaning, QuarterBars, leaning_bars, quarter_bars, score_bars
from packages.reports.research.curves import MultipleCurve, TimelineEvent, multiple_chart, probability_path, timeline
from packages.reports.research.grids import GridCell, RiskPoint, risk_grid, sensitivity_grid
from packages.reports.research.price import PriceEvent, PriceLevel, PriceSeries, price_chart, strength_chart
from packages.reports.research.ranges import ScenarioTarget, ValueRange, football_field, scenario_fan

EVIL = '"><script>alert(1)</script>'
FIRST = date(2025, 1, 2)
DAYS = tuple(FIRST + timedelta(days=at) for at in range(200))
SERIES = PriceSeries(DAYS, tuple(10 + at % 17 * 0.3 for at in range(200)), tuple(1000.0 + at for at in range(200)))
LEVELS = (PriceLevel(EVIL, 12.0, "warn"), PriceLevel("far away", 900.0, "soft"))
SCENARIOS = [ScenarioTarget("bear", "Bear", 8.0, 0.25), ScenarioTarget("bull", "Bull", 15.0, None)]
RANGES = [ValueRange(EVIL, 9.0, 14.0, 11.0), ValueRange("one value", 12.0, 12.0)]
FIGURES: dict[str, Callable[[Phrases], Drawing]] = {
    "price": lambda say: price_chart(SERIES, LEVELS, [PriceEvent(DAYS[9], 1, "fall")], say, wide=False),
    "wide price": lambda say: price_chart(SERIES, LEVELS, [], say, wide=True),
    "strength": lambda say: strength_chart(SERIES, SERIES, EVIL, say),
    "experts": lambda say: leaning_bars([Leaning(EVIL, 1, 0.6, "up"), Leaning("b", -1, 1.0, "down")], say),
    "scores": lambda say: score_bars([(EVIL, 0.0), ("growth", 100.0)], say),
    "quarters": lambda say: quarter_bars(
        [QuarterBars(DAYS[0], 5e9, -1e9), QuarterBars(DAYS[90], None, 2e8)], "CNY", say
    ),
    "football": lambda say: football_field(RANGES, 11.0, say),
    "scenarios": lambda say: scenario_fan(SERIES, SCENARIOS, say),
    "sensitivity": lambda say: sensitivity_grid([GridCell(0.08, 0.02, 9.0)], (EVIL, "b"), 10.0, EVIL, say),
    "risks": lambda say: risk_grid([RiskPoint(number, "HIGH", "LOW") for number in range(1, 8)], say),
    "multiples": lambda say: multiple_chart(MultipleCurve(EVIL, DAYS, SERIES.closes), say),
    "probability": lambda say: probability_path([("before", 0.5), (EVIL, 0.62)], say),
    "timeline": lambda say: timeline([TimelineEvent(DAYS[0], EVIL, "rise")], DAYS[60], say),
}


def _say(language: Language) -> Phrases:
    return Phrases(language, "coordinator.report")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_has_a_title_says_what_it_shows_and_takes_no_markup(name: str, language: Language) -> None:
    drawn = svg_of(FIGURES[name](_say(language)), "figure")
    read = ElementTree.fromstring(drawn)
    assert read.findtext("title")
    assert read.findtext("desc")
    assert read.get("aria-labelledby") == "figure-t figure-d"
    assert "<script" not in drawn


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", FIGURES)
def test_every_mark_lies_inside_the_figure(name: str, language: Language) -> None:
    figure = FIGURES[name](_say(language))
    for shape in figure.shapes:
        match shape:
            case BoxMark():
                assert -1 <= shape.x <= shape.x + shape.width <= figure.width + 1
                assert -1 <= shape.y <= shape.y + shape.height <= figure.height + 1
            case DotMark() | TextMark():
                assert 0 <= shape.x <= figure.width
                assert 0 <= shape.y <= figure.height
            case _:
                pass


def test_a_level_far_from_all_prices_does_not_flatten_the_chart() -> None:
    texts = [shape.text for shape in FIGURES["price"](_say(Language.EN)).shapes if isinstance(shape, TextMark)]
    assert not any("far away" in text for text in texts)
    assert any("12.00" in text for text in texts)


def test_a_value_above_the_price_rises_and_one_below_falls() -> None:
    cells = [GridCell(0.08, 0.02, 12.0), GridCell(0.1, 0.02, 8.0)]
    grid = sensitivity_grid(cells, ("a", "b"), 10.0, "t", _say(Language.EN))
    assert [shape.tone for shape in grid.shapes if isinstance(shape, BoxMark)] == ["rise", "fall"]


def test_a_bearish_expert_leans_left_of_the_middle() -> None:
    bear = leaning_bars([Leaning("a", -1, 0.5, "down")], _say(Language.EN))
    bull = leaning_bars([Leaning("a", 1, 0.5, "up")], _say(Language.EN))
    (left,), (right,) = ([shape for shape in one.shapes if isinstance(shape, BoxMark)] for one in (bear, bull))
    assert left.x + left.width == pytest.approx(right.x)


def test_the_quartiles_of_a_multiple_are_those_of_its_days() -> None:
    # 1, 2, 3, 4, 5: the middle half reaches from 2 to 4.
    history = MultipleCurve("PE", DAYS[:5], (5.0, 1.0, 4.0, 2.0, 3.0))
    assert [history.quantile(share) for share in (0.25, 0.5, 0.75)] == [2.0, 3.0, 4.0]


def test_labels_keep_their_distance_and_their_order() -> None:
    placed = spread([50, 51, 10], 15, 0, 60)
    assert placed[2] < placed[0] < placed[1] <= 60
    assert placed[1] - placed[0] >= 15


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    assert clipped("short", 100) == "short"
    cut = clipped("估值建模师的判断", 60)
    assert cut.endswith("…")
    assert text_width(cut) <= 60
