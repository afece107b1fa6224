"""What backtests as stored work need of the world."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol, TypeAlias

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.stored import NewBacktest, Result, StoredBacktest, TradeFilter, TradePage
from packages.domain.market_data.door import MarketView

Views: TypeAlias = Callable[[datetime | None], MarketView]


class BacktestStore(Protocol):
    """Where backtests are kept; an id of another owner, or a deleted one, is `UnknownBacktest`."""

    async def add(self, backtest: NewBacktest) -> None:
        """Leaves one that is there as it is."""
        ...

    async def finish(self, backtest_id: str, result: Result) -> None:
        """The first result stays; a deleted backtest takes none."""
        ...

    async def get(self, owner_id: str, backtest_id: str) -> StoredBacktest: ...

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredBacktest]:
        """Newest first; `before` is the last id of the page before."""
        ...

    async def report(self, owner_id: str, backtest_id: str) -> JsonObject:
        """`BacktestNotDone` where there is no result."""
        ...

    async def columns(self, owner_id: str, backtest_id: str) -> bytes: ...

    async def trades(self, owner_id: str, backtest_id: str, wanted: TradeFilter) -> TradePage: ...

    async def delete(self, owner_id: str, backtest_id: str, at: datetime) -> None: ...
