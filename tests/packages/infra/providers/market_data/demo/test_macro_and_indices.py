"""Macro releases come after their periods; an index is the mean of its members, which change over time."""

from datetime import date

import numpy as np

from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.demo.pack import DemoPack


def test_both_economies_have_five_series(pack: DemoPack) -> None:
    names = {f"{place}.{name}" for place in ("DEMO_CN", "DEMO_US")
             for name in ("POLICY_RATE", "CPI_YOY", "PMI", "M2_YOY", "GDP_YOY")}  # fmt: skip
    assert {point.series for point in pack.macro} == names
    for name in names:
        first = [point for point in pack.macro if point.series == name and point.version == 1]
        assert len(first) == (48 if name.endswith("GDP_YOY") else 144)
        assert all(point.known_at.date() > point.period_end for point in first)


def test_one_growth_figure_of_each_economy_was_revised(pack: DemoPack) -> None:
    revised = [point for point in pack.macro if point.version == 2]
    assert {point.series for point in revised} == {"DEMO_CN.GDP_YOY", "DEMO_US.GDP_YOY"}
    for point in revised:
        first = next(
            p for p in pack.macro if (p.series, p.period_end, p.version) == (point.series, point.period_end, 1)
        )
        assert point.value != first.value
        assert point.known_at > first.known_at


def test_members_join_and_leave_and_no_row_tells_it_beforehand(pack: DemoPack) -> None:
    def members(index: str, day: date) -> set[str]:
        return {
            row.symbol.text
            for row in pack.memberships
            if row.index == index and row.since <= day < (row.until or date.max)
        }

    assert members("DEMO9.SH", date(2015, 6, 1)) == {"DEMO1.SZ", "DEMO2.SH", "DEMO4.SH"}
    assert members("DEMO9.SH", date(2018, 6, 1)) == {"DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH"}
    assert members("DEMO9.SH", date(2024, 6, 1)) == {"DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ"}
    assert members("DEMO10", date(2016, 6, 1)) == {"DEMO5", "DEMO6"}
    assert members("DEMO10", date(2020, 6, 1)) == {"DEMO5", "DEMO6", "DEMO7"}
    for row in pack.memberships:
        assert row.known_at.date() < row.since
        assert row.until is None or (row.until - row.since).days < 200


def test_an_index_moves_by_the_mean_of_its_members(pack: DemoPack) -> None:
    index = pack.series(parse_symbol("DEMO10")).columns
    days = index.time.astype("datetime64[D]")
    moves = []
    for text in ("DEMO5", "DEMO6"):
        columns = pack.series(parse_symbol(text)).columns
        before = columns.close[:-1].copy()
        for action in pack.actions:
            if action.symbol.text == text and action.kind is ActionKind.SPLIT:
                before[np.searchsorted(days, np.datetime64(action.ex_date)) - 1] /= float(action.value)
        moves.append(columns.close[1:] / before)
    mean = np.mean(moves, axis=0)
    alone = days[1:] < np.datetime64("2018-12-01")
    assert np.allclose((index.close[1:] / index.close[:-1])[alone], mean[alone], atol=2e-5)
