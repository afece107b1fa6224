"""Questions about the rules themselves: which way they trade, and where a number in them stands."""

import re

from packages.domain.conversation.question_kinds import NamedNumber
from packages.domain.strategy.model import Direction
from src.modules.llm_platform.infrastructure.guided.measured import Reading
from src.modules.llm_platform.infrastructure.guided.reasons import read_rules
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Say, Script

_NUMBER = re.compile(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s*(%)?")


def directions_stated(turn: GuidedTurn) -> Script:
    """Whether the rules go long, short, or both ways."""
    strategy = yield from read_rules(turn)
    if strategy is None:
        yield Say(turn.words.say("answer.no_rules_yet"))
        return
    if strategy.portfolio is not None:
        ways = {way for way, leg in (("long", strategy.portfolio.long), ("short", strategy.portfolio.short)) if leg}
    else:
        ways = {direction.value for direction, _ in strategy.sides}
    both = ways == {Direction.LONG.value, Direction.SHORT.value}
    yield Say(turn.words.say(f"answer.goes.{'both' if both else next(iter(ways))}"))


def rules_with(turn: GuidedTurn, number: NamedNumber) -> Reading[list[str]]:
    """The rules, as the strategy explains them, in which the number stands."""
    strategy = yield from read_rules(turn)
    if strategy is None:
        return []
    from packages.domain.strategy.explain.strategy import explain
    from packages.domain.strategy.indicators.catalogue import CATALOGUE  # brings numpy along

    rules = (each.text for each in explain(strategy, CATALOGUE, turn.language))
    return [each for each in rules if any(_is(number, found) for found in _NUMBER.finditer(each))]


def _is(number: NamedNumber, found: re.Match[str]) -> bool:
    same_kind = found[2] is not None or not number.is_percent
    return same_kind and float(found[1].replace(",", "")) == number.value
