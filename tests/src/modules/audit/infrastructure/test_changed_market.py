"""The library as the worlds of an audit have it: changed on the way, and read once for all of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import FinancialFact, Instrument
from packages.domain.market_data.symbols import Symbol
from src.modules.audit.domain.anonymity import Anonymised, disguise_of
from src.modules.audit.domain.earnings import EarningsFlipped
from src.modules.audit.domain.worlds import RowChange
from src.modules.audit.infrastructure.changed_market import changed_library
from src.modules.audit.infrastructure.read_once import ReadMemory
from src.modules.data_engineering.application.library import MarketLibrary
from tests.fakes.clock import StoppedClock
from tests.fakes.market import InMemoryMarket
from tests.src.modules.audit.making import SYMBOL, bars, fact, instrument

NOW = datetime(2024, 6, 28, 20, tzinfo=UTC)


@dataclass
class CountedMarket(InMemoryMarket):
    """Counts how often each thing is read."""

    reads: Counter[str] = field(default_factory=Counter)

    async def read(self, *asked: Any) -> BarSeries:
        self.reads["bars"] += 1
        return await super().read(*asked)

    async def facts(self, symbol: Symbol, as_of: datetime) -> Sequence[FinancialFact]:
        self.reads["facts"] += 1
        return await super().facts(symbol, as_of)

    async def find_instruments(self, text: str, limit: int, as_of: datetime | None = None) -> Sequence[Instrument]:
        self.reads["instruments"] += 1
        return await super().find_instruments(text, limit, as_of)


@dataclass
class AuditedMarket:
    """The views of several worlds over one store."""

    stored: CountedMarket
    memory: ReadMemory = field(default_factory=ReadMemory)

    def library(self, change: RowChange) -> MarketLibrary:
        stored: Any = self.stored
        real = MarketLibrary(stored, stored, stored, stored, StoppedClock(NOW))
        return changed_library(real, change, NOW, self.memory)

    def view(self, change: RowChange) -> MarketView:
        return self.library(change).view()


def _market() -> AuditedMarket:
    facts = [fact("net_profit", "120")]
    return AuditedMarket(CountedMarket(NOW, [instrument()], [bars([10.0, 11.0, 12.0])], facts))


def _anonymised() -> Anonymised:
    disguise = disguise_of(instrument(), ())
    assert disguise is not None
    return Anonymised(disguise)


async def test_worlds_that_share_a_memory_read_each_row_once_and_see_it_changed() -> None:
    market = _market()
    unchanged, flipped = RowChange(SYMBOL), EarningsFlipped(SYMBOL)
    for change, profit in ((unchanged, "120"), (flipped, "-120"), (unchanged, "120")):
        (found,) = await market.view(change).facts(SYMBOL)
        assert found.value == Decimal(profit)
        await market.view(change).bars(SYMBOL)
        await market.library(change).instruments(NOW)
    assert market.stored.reads == {"facts": 1, "bars": 1, "instruments": 1}


async def test_a_question_in_other_words_is_the_same_question_to_the_store() -> None:
    market, anonymous = _market(), _anonymised()
    (real,) = await market.view(RowChange(SYMBOL)).facts(SYMBOL)
    (invented,) = await market.view(anonymous).facts(anonymous.disguise.invented)
    assert (invented.symbol, invented.value) == (anonymous.disguise.invented, real.value)
    assert market.stored.reads["facts"] == 1


async def test_a_memory_of_another_audit_has_read_nothing() -> None:
    market = _market()
    await market.view(RowChange(SYMBOL)).facts(SYMBOL)
    await AuditedMarket(market.stored).view(RowChange(SYMBOL)).facts(SYMBOL)
    assert market.stored.reads["facts"] == 2


async def test_a_read_that_failed_is_tried_again() -> None:
    market = AuditedMarket(CountedMarket(NOW))
    for _ in range(2):
        with pytest.raises(NoData):
            await market.view(RowChange(SYMBOL)).bars(SYMBOL)
    assert market.stored.reads["bars"] == 2


async def test_a_world_is_only_read() -> None:
    library = _market().library(RowChange(SYMBOL))
    with pytest.raises(TypeError):
        await library.bars.append(bars([10.0]), NOW)
    with pytest.raises(TypeError):
        await library.rows.add([instrument()], NOW)
