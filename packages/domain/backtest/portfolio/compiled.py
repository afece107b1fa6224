"""A portfolio over listed tickers, ready to be held on any panel of them."""

from dataclasses import dataclass, field

from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.sources import Catalogue
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.portfolio.engine import hold
from packages.domain.backtest.portfolio.targets import TargetWeights, target_weights
from packages.domain.backtest.portfolio.universe_bars import universe_of
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Strategy


@dataclass(frozen=True, slots=True, eq=False)
class CompiledPortfolio:
    """The strategy must be a valid portfolio. One that is `late` decides by the closes of a bar before."""

    strategy: Strategy
    catalogue: Catalogue = field(repr=False)
    late: bool = False

    @property
    def places(self) -> int:
        """How many positions may be held at once."""
        return len(self.strategy.universe.tickers)

    @property
    def reads_account(self) -> bool:
        """Weights follow from the market alone."""
        return False

    def targets(self, panel: Panel, trade_from: int = 0) -> TargetWeights:
        first = trade_from - 1 if self.late and trade_from else trade_from
        found = target_weights(self.strategy, universe_of(panel), self.catalogue, first)
        return found.later(len(panel)) if self.late else found

    def held(self, market: Panel | Arena, terms: Terms, trade_from: int = 0) -> Outcome:
        arena = market if isinstance(market, Arena) else Arena(market)
        tolerance, settled = float(self.strategy.as_portfolio.rebalance.tolerance), universe_of(arena.panel).settled()
        targets = self.targets(arena.panel, trade_from)
        return hold(targets, arena, terms, settled=settled, tolerance=tolerance, trade_from=trade_from)
