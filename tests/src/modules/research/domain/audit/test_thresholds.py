"""The tables of thresholds hold together."""

from decimal import Decimal
from itertools import pairwise

import pytest

from src.modules.research.domain.audit.collect import period_figures
from src.modules.research.domain.audit.scores import (
    CRITERIA,
    STATUS_POINTS,
    WEIGHTS,
    AuditDimension,
    AuditSignal,
    signal_of,
)
from src.modules.research.domain.figures import FigureStatus
from src.modules.research.domain.financial_statements import Books
from tests.src.modules.research.domain.builders import fact


def test_the_weights_of_the_dimensions_and_within_each_make_one() -> None:
    assert sum(WEIGHTS.values()) == 1
    assert set(WEIGHTS) == set(CRITERIA) == set(AuditDimension)
    for criteria in CRITERIA.values():
        assert sum(criterion.weight for criterion in criteria) == 1


def test_knots_rise_in_value_and_run_one_way_in_points() -> None:
    for criterion in (one for criteria in CRITERIA.values() for one in criteria):
        places, points = criterion.knots[::2], criterion.knots[1::2]
        assert all(low < high for low, high in pairwise(places)), criterion.figure
        assert points in (tuple(sorted(points)), tuple(sorted(points, reverse=True))), criterion.figure
        assert (min(points), max(points)) == (Decimal(0), Decimal(100))
        assert criterion.source


def test_every_criterion_is_a_figure_that_is_computed() -> None:
    row = fact("revenue", "2024-12-31", 1)
    named = set(period_figures(Books.of([row]), row.period_end))
    assert {one.figure for criteria in CRITERIA.values() for one in criteria} <= named


def test_every_status_has_points_or_says_that_it_has_none() -> None:
    assert set(STATUS_POINTS) == set(FigureStatus)


@pytest.mark.parametrize(
    ("score", "signal"),
    [
        ("100", AuditSignal.STRONG_BULLISH),
        ("90", AuditSignal.STRONG_BULLISH),
        ("89.99", AuditSignal.BULLISH),
        ("75", AuditSignal.BULLISH),
        ("74.99", AuditSignal.NEUTRAL),
        ("50", AuditSignal.NEUTRAL),
        ("49.99", AuditSignal.BEARISH),
        ("30", AuditSignal.BEARISH),
        ("29.99", AuditSignal.STRONG_BEARISH),
        ("0", AuditSignal.STRONG_BEARISH),
    ],
)
def test_the_signal_follows_from_the_score(score: str, signal: AuditSignal) -> None:
    assert signal_of(Decimal(score)) is signal
