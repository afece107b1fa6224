"""Percentiles and quartiles of multiples: positive history only, and enough of it."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.modules.research.domain.figures import AbsentFigure, Finding, ResearchFigure
from src.modules.research.domain.valuation.multiples import histories, multiple_findings, percentile, quantile
from tests.src.modules.research.domain.builders import LAST_DAY, valuation, valuations


def of_pe(multiples: Sequence[object], today: date = LAST_DAY) -> dict[str, Finding]:
    history = histories(valuations(multiples), today)[0]
    return {finding.key: finding for finding in multiple_findings(history)}


def reason(finding: Finding) -> str:
    assert isinstance(finding, AbsentFigure), finding
    return finding.reason


def number(finding: Finding) -> float:
    assert isinstance(finding, ResearchFigure), finding
    return float(finding.value)


def test_a_percentile_by_hand() -> None:
    # Of 10, 20, 30, 20: two are not below 20, one is; (1 + 2 / 2) / 4.
    assert percentile([Decimal(value) for value in (10, 20, 30, 20)]) == Decimal("0.5")
    assert percentile([Decimal(value) for value in (1, 2, 3, 4)]) == Decimal("0.875")


@given(st.lists(st.integers(1, 500), min_size=1, max_size=60), st.sampled_from(["0.25", "0.5", "0.75"]))
def test_quantiles_are_those_of_numpy(values: list[int], part: str) -> None:
    told = quantile([Decimal(value) for value in values], Decimal(part))
    assert float(told) == pytest.approx(float(np.quantile(values, float(part))))


def test_sixty_positive_days_are_enough_and_fifty_nine_are_not() -> None:
    assert number(of_pe(list(range(1, 61)))["pe_percentile"]) == pytest.approx(59.5 / 60)
    absent = of_pe(list(range(1, 60)))["pe_percentile"]
    assert reason(absent) == "pe_percentile needs 60 days with a positive PE, 59 are there."


def test_days_without_earnings_do_not_count_in_the_history() -> None:
    told = of_pe([-5, None, 0] * 20 + [10] * 59 + [20])
    figure = told["pe_percentile"]
    assert isinstance(figure, ResearchFigure)
    assert figure.count == 60
    assert number(told["pe_median"]) == 10
    assert isinstance(of_pe([-5] * 100 + [10] * 59)["pe_percentile"], AbsentFigure)


@pytest.mark.parametrize("today", [None, -3, 0])
def test_a_loss_today_has_no_multiple_and_no_percentile(today: object) -> None:
    told = of_pe([*range(1, 101), today])
    assert isinstance(told["pe_ttm"], AbsentFigure)
    assert "no positive PE of today" in reason(told["pe_percentile"])
    assert isinstance(told["pe_median"], ResearchFigure)


def test_only_three_years_before_the_price_are_read() -> None:
    figure = of_pe(list(range(1, 2001)))["pe_percentile"]
    assert isinstance(figure, ResearchFigure)
    assert figure.rows[0] == "valuation:DEMO1.SZ:2023-01-01:demo"
    assert figure.count == 1096


def test_a_valuation_of_three_weeks_ago_is_not_todays() -> None:
    told = of_pe(list(range(1, 101)), LAST_DAY + timedelta(days=21))
    assert isinstance(told["pe_ttm"], AbsentFigure)
    assert isinstance(told["pe_percentile"], AbsentFigure)


def test_each_multiple_has_its_own_history() -> None:
    rows = [valuation(LAST_DAY - timedelta(days=day), None, pb=1 + day, ps=None) for day in range(80)]
    pe, pb, ps = histories(rows, LAST_DAY)
    assert (len(pe.points), len(pb.points), len(ps.points)) == (0, 80, 0)
