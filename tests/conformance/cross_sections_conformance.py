"""What every store of cross-sections does, whatever it is made of."""

from datetime import datetime, timedelta
from typing import Protocol

import numpy as np
import pytest

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.cross_sections import BarField, CrossSection, CrossSections
from packages.domain.market_data.symbols import parse_symbol
from tests.packages.infra.providers.market_data.bars.samples import LATER, daily, day

ONE, TWO, GONE = (parse_symbol(text) for text in ("600000.SH", "600001.SH", "600002.SH"))


class Writer(Protocol):
    def append(self, series: BarSeries, recorded_at: datetime) -> object: ...


def closes(section: CrossSection) -> dict[str, float]:
    return dict(zip(map(str, section.symbols), section.columns.close.tolist(), strict=True))


class Abandoned(Exception):
    """What a test's stop check raises."""


class CrossSectionsConformance:
    """Subclasses give a fixture `stores`: where bars are appended, and the cross-sections over it."""

    @pytest.fixture
    def sections(self, stores: tuple[Writer, CrossSections]) -> CrossSections:
        writer, sections = stores
        writer.append(daily({1: 10, 2: 11, 3: 12, 4: 13}, symbol=TWO), day(9))
        writer.append(daily({1: 20, 3: 22, 4: 23}, symbol=ONE), day(9))
        writer.append(daily({1: 30, 2: 31}, symbol=GONE), day(9))
        writer.append(daily({3: 122}, symbol=ONE), day(20))
        return sections

    def test_a_day_holds_every_symbol_that_traded_in_the_order_of_names(self, sections: CrossSections) -> None:
        assert closes(sections.section(day(1).date(), LATER)) == {"600000.SH": 20, "600001.SH": 10, "600002.SH": 30}
        assert closes(sections.section(day(2).date(), LATER)) == {"600001.SH": 11, "600002.SH": 31}
        assert set(sections.section(day(1).date(), LATER).sources) == {"vendor"}

    def test_a_correction_is_seen_from_when_it_was_known(self, sections: CrossSections) -> None:
        asked = day(3).date()
        assert closes(sections.section(asked, day(20) - timedelta(microseconds=1)))["600000.SH"] == 22
        corrected = sections.section(asked, day(20))
        assert closes(corrected)["600000.SH"] == 122
        assert corrected.columns.known_at.tolist() == [
            day(20).replace(tzinfo=None),
            day(3).replace(hour=7, tzinfo=None),
        ]

    def test_nothing_is_known_before_the_close(self, sections: CrossSections) -> None:
        close = day(1).replace(hour=7)
        assert len(sections.section(day(1).date(), close)) == 3
        assert len(sections.section(day(1).date(), close - timedelta(microseconds=1))) == 0
        assert len(sections.section(day(6).date(), LATER)) == 0

    def test_a_panel_is_days_by_symbols_with_a_mask(self, sections: CrossSections) -> None:
        wanted = (BarField.CLOSE, BarField.TURNOVER)
        panel = sections.panel(wanted, day(2).date(), day(4).date(), LATER)
        assert panel.symbols == (ONE, TWO, GONE)
        assert panel.days.tolist() == [day(number).date() for number in (2, 3, 4)]
        assert panel.present.tolist() == [[False, True, True], [True, True, False], [True, True, False]]
        close = panel.values[BarField.CLOSE]
        assert np.array_equal(np.isnan(close), ~panel.present)
        assert close[panel.present].tolist() == [11, 31, 122, 12, 23, 13]
        assert np.array_equal(panel.values[BarField.TURNOVER], close * 100, equal_nan=True)

    def test_a_panel_tells_when_each_was_first_and_last_traded(self, sections: CrossSections) -> None:
        panel = sections.panel([BarField.CLOSE], day(2).date(), day(2).date(), LATER, [GONE, ONE])
        assert panel.symbols == (GONE, ONE)
        assert panel.first_days.tolist() == [day(1).date(), day(1).date()]
        assert panel.last_days.tolist() == [day(2).date(), day(4).date()]
        then = sections.panel([BarField.CLOSE], day(1).date(), day(9).date(), day(3), [GONE, ONE])
        assert then.last_days.tolist() == [day(2).date(), day(1).date()]
        assert then.days.tolist() == [day(1).date(), day(2).date()]

    def test_symbols_that_are_asked_for_keep_their_place(self, sections: CrossSections) -> None:
        unknown = parse_symbol("600009.SH")
        panel = sections.panel([BarField.OPEN], day(1).date(), day(1).date(), LATER, [unknown, TWO])
        assert panel.present.tolist() == [[False, True]]
        assert np.isnat(panel.first_days).tolist() == [True, False]

    def test_the_inventory_counts_each_bar_once(self, sections: CrossSections) -> None:
        found = {one.symbol: (one.first, one.last, one.rows) for one in sections.inventory().stored}
        assert found == {TWO: (day(1), day(4), 4), ONE: (day(1), day(4), 3), GONE: (day(1), day(2), 2)}

    def test_traded_days_are_those_of_each_series(self, sections: CrossSections) -> None:
        found = {}
        for some in sections.traded_days(LATER):
            for column, (symbol, source) in enumerate(some.series):
                found[symbol, source] = some.days[some.present[:, column]].tolist()
        assert found[ONE, "vendor"] == [day(number).date() for number in (1, 3, 4)]
        assert len(found) == 3

    def test_a_read_that_nobody_waits_for_ends(self, sections: CrossSections) -> None:
        def stop() -> None:
            raise Abandoned

        for read in (
            lambda: sections.section(day(1).date(), LATER, stop=stop),
            lambda: sections.panel([BarField.CLOSE], day(1).date(), day(4).date(), LATER, stop=stop),
            lambda: sections.inventory(stop=stop),
            lambda: sections.traded_days(LATER, stop=stop),
        ):
            with pytest.raises(Abandoned):
                read()
