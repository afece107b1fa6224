"""Templates fitted to an instrument: what its stored bars can run, and one in full."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from apps.mcp.services import ToolServices
from packages.contracts.strategy.tool_language import TemplateRowView, TemplateView, Way
from packages.core.messages import Language, render
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.templates import Family, HoldingPeriod, pace_of, template

if TYPE_CHECKING:  # brings numpy along, which no tool needs at its start
    from packages.domain.backtest.template_offers import StoredHistory, TemplateOffer


@dataclass(frozen=True, slots=True)
class TemplateFitting:
    """For one symbol, in one language."""

    services: ToolServices
    symbol: Symbol
    sides: Collection[Direction]
    language: Language

    async def rows(self, families: Iterable[Family]) -> list[TemplateRowView]:
        """Those that the stored bars can run first."""
        history = await self._history()
        able, withheld = history.sorted_out(product(families, HoldingPeriod), self._strategy)
        return [
            *(TemplateRowView.of(each.family, each.holding, True) for each in able),
            *(
                TemplateRowView.of(each.family, each.holding, False, render(each.reason, self.language))
                for each in withheld
            ),
        ]

    async def fitted(
        self, family: Family, holding: HoldingPeriod, timeframe: Timeframe | None, direction: Way
    ) -> TemplateView:
        """On the timeframe that was named, else on the first that the stored bars can run, else on the usual one."""
        from packages.domain.backtest.template_offers import TemplateOffer

        history = await self._history()
        if timeframe is None:
            found = history.choose(family, holding, self._strategy)
            if isinstance(found, TemplateOffer):
                return await self._offered(history, found, direction)
            strategy, why_not = self._strategy(family, holding, pace_of(holding).timeframe), found.reason
        else:
            strategy = self._strategy(family, holding, timeframe)
            reason = history.why_not(family, holding, strategy)
            if reason is None:
                return await self._offered(history, TemplateOffer(family, holding, strategy), direction)
            why_not = reason
        row = TemplateRowView.of(family, holding, False, render(why_not, self.language))
        return TemplateView.fitted(row, strategy, direction, None)

    async def _offered(self, history: "StoredHistory", offer: "TemplateOffer", direction: Way) -> TemplateView:
        [counted] = await history.counted(self.services.library.view(), [offer])
        traded = render(counted.traded.with_caveat, self.language) if counted.traded else None
        row = TemplateRowView.of(offer.family, offer.holding, True)
        return TemplateView.fitted(row, offer.strategy, direction, traded)

    async def _history(self) -> "StoredHistory":
        from packages.domain.backtest.template_offers import StoredHistory

        return StoredHistory.of(self.symbol, await self.services.library.stored(self.symbol))

    def _strategy(self, family: Family, holding: HoldingPeriod, timeframe: Timeframe) -> Strategy:
        document = template(
            *(family, holding, self.symbol.market, self.symbol.text),
            timeframe=timeframe,
            sides=self.sides,
            language=self.language,
        )
        return self.services.strategies.validate(document).require()
