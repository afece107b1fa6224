"""Questions about the rules themselves: which way they trade, and where a number in them stands."""

from packages.domain.conversation.understanding.asking.question_kinds import NamedNumber
from packages.domain.strategy.model import Direction, Strategy
from src.modules.llm_platform.infrastructure.guided.measured import Reading
from src.modules.llm_platform.infrastructure.guided.reasons import read_rules, rule_sentences
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Say, Script


def directions_stated(turn: GuidedTurn) -> Script:
    """Whether the rules go long, short, or both ways."""
    strategy = yield from read_rules(turn)
    if strategy is None:
        yield Say(turn.words.say("answer.no_rules_yet"))
        return
    ways = _ways(strategy)
    yield Say(turn.words.say(f"answer.goes.{'both' if len(ways) > 1 else next(iter(ways))}"))


def _ways(strategy: Strategy) -> set[str]:
    """Legs by name have no side: their weights say which way they go."""
    portfolio = strategy.portfolio
    if portfolio is None:
        return {direction.value for direction, _ in strategy.sides}
    sides = {name for name, _ in portfolio.legs}
    return sides or ({*Direction} if portfolio.may_short else {Direction.LONG})


def rules_with(turn: GuidedTurn, number: NamedNumber) -> Reading[list[str]]:
    """The rules, as the strategy explains them, in which the number stands."""
    strategy = yield from read_rules(turn)
    rules = [] if strategy is None else rule_sentences(turn, strategy)
    return [each for each in rules if number.stands_in(each)]
