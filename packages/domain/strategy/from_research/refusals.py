"""Why research gives no strategy."""

from packages.core.errors import Conflict
from packages.core.messages import message
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.from_research.facts import CallAction, ResearchFacts
from packages.domain.strategy.from_research.sizing import DraftLimits
from packages.domain.strategy.model import Direction


class NoStrategyFromVerdict(Conflict):
    """The verdict, or what binds the person, gives no entry; `details.reason` says which."""

    def __init__(self, reason: str, **params: object) -> None:
        super().__init__(message(f"strategy.from_research.refused.{reason}", **params), details={"reason": reason})
        self.reason = reason


_WANTED = {Direction.LONG: CallAction.BUY, Direction.SHORT: CallAction.SELL}


def why_not(facts: ResearchFacts, limits: DraftLimits, direction: Direction) -> NoStrategyFromVerdict | None:
    """None: a strategy in that direction may be drafted."""
    reason = _verdict_reason(facts, direction)
    if reason:
        return NoStrategyFromVerdict(reason, symbol=facts.symbol)
    symbol = parse_symbol(facts.symbol)
    if symbol.is_index:
        return NoStrategyFromVerdict("index", symbol=facts.symbol)
    if symbol.market in limits.refused_markets:
        return NoStrategyFromVerdict("market", symbol=facts.symbol)
    if direction is Direction.SHORT and not RULEBOOK[symbol.market].can_short:
        return NoStrategyFromVerdict("short_market", symbol=facts.symbol)
    if direction is Direction.SHORT and not limits.shorting:
        return NoStrategyFromVerdict("short_profile", symbol=facts.symbol)
    return None


def _verdict_reason(facts: ResearchFacts, direction: Direction) -> str:
    if facts.action is None:
        return "no_verdict"
    if facts.action is not _WANTED[direction]:
        return f"{facts.action.lower()}_{direction.value}"
    side = 1 if direction is Direction.LONG else -1
    if facts.price is None or facts.stop is None or (facts.price - facts.stop.value) * side <= 0:
        return "no_stop"
    return "even_odds" if facts.probability is None or (facts.probability - 0.5) * side <= 0 else ""
