"""A figure that does not stand on its rows is found out."""

from dataclasses import replace
from decimal import Decimal

import pytest

from src.modules.research.domain.audit.collect import audit_figures
from src.modules.research.domain.figures import ResearchFigure
from src.modules.research.domain.technical.collect import technical_figures
from src.modules.research.domain.valuation.multiples import histories, multiple_findings
from tests.src.modules.research.domain.builders import AS_OF, LAST_DAY, fact, random_columns, series, valuations
from tests.src.modules.research.recomputing import CannotRecompute, Source, agrees, recompute

ROWS = [fact("revenue", "2024-12-31", 1000), fact("net_profit_parent", "2024-12-31", 100)]


def margin() -> ResearchFigure:
    figure = audit_figures(ROWS).latest["net_margin"]
    assert isinstance(figure, ResearchFigure)
    return figure


def test_a_ratio_is_computed_again_from_its_rows() -> None:
    assert recompute(margin(), Source(ROWS)) == Decimal("0.1")
    assert agrees(margin(), Source(ROWS))


def test_another_value_does_not_agree() -> None:
    assert not agrees(replace(margin(), value=Decimal("0.11")), Source(ROWS))


def test_a_row_that_says_something_else_does_not_agree() -> None:
    assert not agrees(margin(), Source([replace(ROWS[0], value=Decimal(999)), ROWS[1]]))


def test_a_row_that_is_not_there_is_said() -> None:
    with pytest.raises(CannotRecompute, match="net_profit_parent:2024-12-31"):
        recompute(margin(), Source(ROWS[:1]))


def test_a_column_that_a_row_does_not_have_is_said() -> None:
    with pytest.raises(CannotRecompute, match="no such number"):
        recompute(replace(margin().parts[0].parts[0], column="symbol"), Source(ROWS))


def test_a_window_of_bars_with_one_missing_is_said() -> None:
    bars = series(random_columns(1, 60))
    figure = technical_figures(bars, AS_OF).figures["ma20"]
    assert isinstance(figure, ResearchFigure)
    assert agrees(figure, Source([], bars))
    with pytest.raises(CannotRecompute):
        recompute(figure, Source([], series(random_columns(1, 60)[:45])))
    with pytest.raises(CannotRecompute):
        recompute(replace(figure, count=19), Source([], bars))


def test_a_history_with_a_day_missing_is_said() -> None:
    rows = valuations(range(1, 81))
    figure = list(multiple_findings(histories(rows, LAST_DAY)[0]))[1]
    assert isinstance(figure, ResearchFigure)
    assert agrees(figure, Source(rows))
    with pytest.raises(CannotRecompute, match="stands on 80 days, 79 are there"):
        recompute(figure, Source(rows[:40] + rows[41:]))
    with pytest.raises(CannotRecompute):
        recompute(figure, Source(rows[1:]))
