"""Figures of the economy: like with like, each bound to the rows that it came from."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.market_data.rows import MacroPoint
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure, present
from src.modules.research.domain.labels import LABELS
from src.modules.research.domain.macro.collect import macro_figures, release_figures
from src.modules.research.domain.macro.economies import DIMENSIONS, SERIES, Character, economy_of, industry_of
from src.modules.research.domain.macro.flows import flow_figures
from src.modules.research.domain.macro.rules import LABELS as MACRO_LABELS
from src.modules.research.infrastructure.neighbours import LibraryMarket
from tests.src.modules.research.recomputing import Source, agrees

AS_OF = datetime(2025, 6, 1, tzinfo=UTC)


def point(end: str, value: str, *, unit: str = "%", source: str = "s", version: int = 1) -> MacroPoint:
    day = date.fromisoformat(end)
    known = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=10 * version)
    return MacroPoint(
        series="X.POLICY_RATE",
        period_end=day,
        value=Decimal(value),
        unit=unit,
        version=version,
        source=source,
        known_at=known,
    )


def figures(*points: MacroPoint) -> dict[str, ResearchFigure | AbsentFigure]:
    return {finding.key: finding for finding in release_figures("policy_rate", points)}


def value(finding: ResearchFigure | AbsentFigure) -> Decimal:
    assert isinstance(finding, ResearchFigure)
    return Decimal(str(finding.value))


def test_per_cent_becomes_a_ratio_and_changes_are_differences() -> None:
    found = figures(point("2024-04-30", "4.75"), point("2025-03-31", "4.50"), point("2025-04-30", "4.25"))
    assert value(found["policy_rate"]) == Decimal("0.0425")
    assert value(found["policy_rate_change"]) == Decimal("-0.0025")
    assert value(found["policy_rate_year_change"]) == Decimal("-0.005")
    assert {figure.unit for figure in found.values() if isinstance(figure, ResearchFigure)} == {"ratio"}


def test_every_figure_is_given_again_by_the_rows_that_it_cites() -> None:
    points = [point("2024-04-30", "4.75"), point("2025-03-31", "4.50"), point("2025-04-30", "-0.3")]
    for finding in figures(*points).values():
        assert isinstance(finding, ResearchFigure)
        assert agrees(finding, Source(points))


def test_an_index_stays_in_points() -> None:
    found = figures(point("2025-03-31", "50.3", unit="index"), point("2025-04-30", "49.8", unit="index"))
    assert value(found["policy_rate"]) == Decimal("49.8")
    assert value(found["policy_rate_change"]) == Decimal("-0.5")


def test_the_last_day_of_february_is_compared_with_the_last_day_of_february() -> None:
    found = figures(point("2024-02-29", "5"), point("2025-02-28", "4"))
    assert value(found["policy_rate_year_change"]) == Decimal("-0.01")


def test_a_gap_leaves_the_change_absent_rather_than_wrong() -> None:
    found = figures(point("2024-09-30", "5"), point("2025-04-30", "4"))
    assert isinstance(found["policy_rate_change"], AbsentFigure)
    assert isinstance(found["policy_rate_year_change"], AbsentFigure)


def test_releases_of_two_sources_are_never_compared() -> None:
    found = figures(point("2025-03-31", "9", source="other"), point("2025-04-30", "4", source="mine"))
    assert isinstance(found["policy_rate_change"], AbsentFigure)


def test_releases_in_two_units_are_never_compared() -> None:
    found = figures(point("2025-03-31", "50", unit="index"), point("2025-04-30", "4"))
    assert isinstance(found["policy_rate_change"], AbsentFigure)


def test_a_unit_that_nobody_knows_gives_no_figure() -> None:
    assert isinstance(figures(point("2025-04-30", "4", unit="bushels"))["policy_rate"], AbsentFigure)


def test_without_any_data_everything_is_absent_with_a_reason() -> None:
    found = macro_figures({}, None, AS_OF)
    assert present(found) == {}
    assert all(isinstance(one, AbsentFigure) and one.reason for one in found.values())
    flows = {one.key for one in flow_figures("CN", {}, AS_OF.date())}
    assert set(found) | flows == set(MACRO_LABELS)


@pytest.mark.parametrize(
    ("symbol", "prefix"), [("DEMO1.SZ", "DEMO_CN"), ("DEMO5", "DEMO_US"), ("600000.SH", "CN"), ("AAPL", "US")]
)
def test_an_invented_company_lives_in_an_invented_economy_and_a_real_one_does_not(symbol: str, prefix: str) -> None:
    economy = economy_of(parse_symbol(symbol))
    assert economy is not None
    assert economy.prefix == prefix


def test_a_coin_belongs_to_no_economy() -> None:
    assert economy_of(parse_symbol("BTC-USD")) is None


async def test_the_demo_economy_is_read_as_of_the_instant(demo_market: LibraryMarket) -> None:
    as_of = datetime(2022, 8, 1, tzinfo=UTC)
    economy = economy_of(parse_symbol("DEMO1.SZ"))
    assert economy is not None
    view = demo_market.view(as_of)
    releases = {name: await view.macro(economy.series(name)) for name in SERIES}
    index = await view.bars(parse_symbol(economy.benchmark))
    found = macro_figures(releases, index, as_of)
    assert set(present(found)) == set(found)
    rows = [row for points in releases.values() for row in points]
    for figure in present(found).values():
        assert figure.known_at <= as_of
        assert agrees(figure, Source(rows, index))


async def test_a_revision_changes_the_figure_only_once_it_is_known(demo_market: LibraryMarket) -> None:
    async def growth(day: str) -> Decimal:
        view = demo_market.view(datetime.fromisoformat(day).replace(tzinfo=UTC))
        points = [one for one in await view.macro("DEMO_CN.GDP_YOY") if one.period_end <= date(2022, 6, 30)]
        return value(next(iter(release_figures("gdp_growth", points))))

    assert await growth("2022-12-31") - await growth("2022-08-01") == Decimal("-0.003")


def test_no_name_of_a_figure_means_another_one_too() -> None:
    names = [(name.lower(), metric) for metric, names in LABELS.items() for name in names]
    mine = {
        name for name, metric in names if metric in MACRO_LABELS or metric.startswith(("rule.macro", "rule.catalyst"))
    }
    for name in mine:
        assert len({metric for told, metric in names if told == name}) == 1, name


def test_industries_weigh_the_economy_differently_and_always_wholly() -> None:
    for name, character in (
        ("machinery", Character.CYCLICAL),
        ("公用事业", Character.RATE_SENSITIVE),
        ("?", Character.MIXED),
    ):
        industry = industry_of(name)
        assert industry.character is character
        assert set(industry.weights) == set(DIMENSIONS)
        assert sum(industry.weights.values()) == pytest.approx(1.0)
