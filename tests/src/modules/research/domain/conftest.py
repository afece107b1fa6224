"""The demo companies as they were known on one day: the same for every test."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.rows import CorporateAction, FinancialFact, Valuation
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.infra.providers.market_data.demo.pack import DemoPack, generate

COMPANIES = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")


@dataclass(frozen=True)
class Known:
    """What was known of one company at an instant."""

    symbol: Symbol
    as_of: datetime
    bars: BarSeries
    facts: Sequence[FinancialFact]
    valuations: Sequence[Valuation]
    actions: Sequence[CorporateAction]


class Demo:
    def __init__(self, pack: DemoPack) -> None:
        self._pack = pack

    def known(self, symbol: str, at: str = "2025-12-31") -> Known:
        which, as_of = parse_symbol(symbol), datetime.fromisoformat(at).replace(tzinfo=UTC)
        raw = self._pack.series(which)
        bars = replace(raw, columns=raw.columns[: int((raw.columns.known_at <= instant(as_of)).sum())])
        actions = [row for row in self._pack.actions if row.symbol == which and row.known_at <= as_of]
        told = [row for row in self._pack.facts if row.symbol == which and row.known_at <= as_of]
        latest = {(row.item, row.statement, row.period_end): row for row in sorted(told, key=lambda row: row.version)}
        values = [row for row in self._pack.valuations if row.symbol == which and row.known_at <= as_of]
        prices = adjusted(bars, actions, Adjustment.SPLITS)
        return Known(which, as_of, prices, list(latest.values()), values, actions)


@pytest.fixture(scope="session")
def demo() -> Demo:
    return Demo(generate())
