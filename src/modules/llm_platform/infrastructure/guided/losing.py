"""What binds the person and what can be lost: limits, stops and sizes, and the worst that was measured."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from packages.domain.conversation.understanding.asking.glossary import term
from src.modules.llm_platform.infrastructure.guided.common import clause_of
from src.modules.llm_platform.infrastructure.guided.measured import (
    Figure,
    Reading,
    read_backtest,
    read_stress_report,
    stress_figures,
)
from src.modules.llm_platform.infrastructure.guided.reasons import read_rules, rule_sentences
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Say,
    Script,
    amount,
    percent,
    use,
)

if TYPE_CHECKING:
    from packages.domain.strategy.model import Side, Strategy

_SHARES = frozenset({"drawdown", "daily_loss", "position_share", "gross_exposure", "symbol_exposure"})
_SUMS = frozenset({"position_value", "capital"})
_OF_LOSS = frozenset({"drawdown", "daily_loss", "position_value", "capital"})


def describe_limits(turn: GuidedTurn) -> Script:
    """What the person's answers allow, and the limits of a deployment where one is made or chosen."""
    yield Say(turn.words.say("answer.limits"))
    yield Say("\n".join(f"- {each}" for each in turn.state.texts("constraints")) or turn.words.say("answer.no_limits"))
    own = [_limit(turn, each) for each in (yield from _limit_rows(turn))]
    if any(own):
        yield Say(turn.words.say("answer.limits_of_deployment"))
        yield Say("\n".join(f"- {each}" for each in own if each))


def ruin_bounded(turn: GuidedTurn) -> Script:
    """Whether everything can be lost: nobody can rule it out, and what stands against it is said."""
    yield Say(turn.words.say("answer.ruin"))
    strategy = yield from read_rules(turn)
    if strategy is not None:
        yield from _stops_and_sizes(turn, strategy)
    limits = yield from _limits(turn)
    if limits:
        yield Say(turn.words.say("answer.loss_limits"))
        yield Say("\n".join(f"- {each}" for each in limits))
    found = yield from _falls(turn, and_ruin=True)
    for each in found:
        yield Say(_measured(turn, each))
    if not found:
        yield Say(turn.words.say("answer.no_fall_measured"))
    yield Say(turn.words.say("answer.loss_caution"))


def _stops_and_sizes(turn: GuidedTurn, strategy: "Strategy") -> Script:
    sides = {"long": strategy.long, "short": strategy.short}
    topics = [topic for name, side in sides.items() if side is not None for topic in _topics(name, side)]
    bounding = rule_sentences(turn, strategy, topics)
    if bounding:
        yield Say(turn.words.say("answer.ruin_rules"))
        yield Say("\n".join(f"- {each}" for each in bounding))
    if not any(".exit." in topic for topic in topics):
        yield Say(turn.words.say("answer.no_stop"))
    if strategy.short is not None:
        yield Say(turn.words.say("answer.short_loss"))


def _topics(name: str, side: "Side") -> Iterator[str]:
    from packages.domain.strategy.trade import stops_of

    yield from (f"{name}.exit.{place}" for place, each in enumerate(side.exits) if stops_of((each,)))
    yield f"{name}.size"


def loss_bounds(turn: GuidedTurn) -> Script:
    """The limits that bind, each with its clause, and what was measured; without a limit, where it comes from."""
    limits = yield from _limits(turn)
    if limits:
        yield Say(turn.words.say("answer.loss_limits"))
        yield Say("\n".join(f"- {each}" for each in limits))
    else:
        yield Say(turn.words.say("answer.loss_unknown", meaning=term("risk_tolerance").meaning(turn.language)))
    for each in (yield from _falls(turn)):
        yield Say(_measured(turn, each))
    yield Say(turn.words.say("answer.loss_caution"))


def _measured(turn: GuidedTurn, each: Figure) -> str:
    return turn.words.say("answer.figure", name=each.named(turn), value=each.shown(turn), source=each.source)


def _limits(turn: GuidedTurn) -> Reading[list[str]]:
    """Those of losses."""
    rows = yield from _limit_rows(turn)
    binding = [_limit(turn, each) for each in rows if each.text("name") in _OF_LOSS]
    return [each for each in binding if each] or turn.state.texts("constraints")


def _limit_rows(turn: GuidedTurn) -> Reading[list[JsonView]]:
    deployment_id = turn.known("deployment", "deployment_id")
    if deployment_id:
        answer = yield from use("trading", "get_deployment", deployment_id=deployment_id)
    else:
        strategy_id = turn.known("strategy", "strategy_id") or None
        answer = yield from use("trading", "readiness", strategy_id=strategy_id)
    return answer.result.rows("limits") if answer.ok else []


def _limit(turn: GuidedTurn, limit: JsonView) -> str:
    """Empty for one that has no words."""
    name, most = limit.text("name"), limit.number("most")
    if name not in _SHARES | _SUMS:
        return ""
    shown = percent(most) if name in _SHARES else amount(most)
    words = {"limit": turn.words.label("limit", name), "most": shown, "clause": clause_of(turn, limit.text("clause"))}
    return turn.words.say("answer.limit", **words)


def _falls(turn: GuidedTurn, *, and_ruin: bool = False) -> Reading[list[Figure]]:
    """How far it fell in the backtest, and the worst of the simulated paths and the crises; with the largest share of
    paths that came to ruin, where that is asked for."""
    found = list[Figure]()
    backtest = yield from read_backtest(turn)
    deepest = backtest.figures.number("max_drawdown") if backtest is not None else None
    if backtest is not None and deepest is not None:
        found.append(Figure("max_drawdown", deepest, "share", backtest.source))
    report = yield from read_stress_report(turn)
    simulated = [] if report is None else list(stress_figures(turn, report))
    falls = [each for each in simulated if each.key == "max_drawdown"]
    ruins = [each for each in simulated if each.key == "ruin" and and_ruin]
    worst_ruin = sorted(ruins, key=lambda each: -each.value)[:1]
    return [*found, *sorted(falls, key=lambda each: each.value)[:1], *worst_ruin]
