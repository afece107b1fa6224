"""Questions about the rules themselves: which way they trade, what a part says, and where a number in them stands."""

from collections.abc import Iterator, Mapping

from packages.domain.conversation.understanding.asking.question_kinds import NamedNumber
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.trade import Bracket, StopLoss, TakeProfit, TrailingStop
from src.modules.llm_platform.infrastructure.guided.measured import Reading
from src.modules.llm_platform.infrastructure.guided.reasons import read_rules, rule_sentences
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Say, Script

_EXITS: Mapping[str, tuple[type, ...]] = {
    "stop": (StopLoss, TrailingStop, Bracket),
    "target": (TakeProfit, Bracket),
    "exit": (object,),
}


def part_stated(turn: GuidedTurn) -> Script:
    """What the rules at hand say of their entry, exits or size."""
    strategy, question = (yield from read_rules(turn)), turn.understood.question
    if strategy is None or question is None:
        yield Say(turn.words.say("answer.no_rules_yet"))
        return
    topics = set(_topics(strategy, question.part))
    rules = rule_sentences(turn, strategy, topics)
    if rules:
        yield Say(turn.words.say("answer.in_these_rules"))
        yield Say("\n".join(f"- {each}" for each in rules))
    else:
        yield Say(turn.words.say("answer.no_such_part"))


def _topics(strategy: Strategy, part: str) -> Iterator[str]:
    for direction, side in strategy.sides:
        if part not in _EXITS:
            yield f"{direction.value}.{part}"
        for place, each in enumerate(side.exits):
            if isinstance(each, _EXITS.get(part, ())):
                yield f"{direction.value}.exit.{place}"


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
