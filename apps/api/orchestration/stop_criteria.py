"""When to say that going on in the same way leads nowhere: too many turns, or backtests that get no better."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.api.agents.phases import Phase
from apps.api.orchestration.constants import BACKTESTS_WITHOUT_GAIN, TURN_LIMIT
from packages.core.events import JsonObject
from packages.domain.conversation.facts import BacktestFact

METADATA = "stop_criteria"
_LIMITED = frozenset({Phase.STRATEGY, Phase.STRESS_TEST})


class Criterion(StrEnum):
    """Why to stop and think."""

    TURNS = "turn_limit"
    PERFORMANCE = "performance_threshold"


@dataclass(frozen=True, slots=True)
class Reached:
    """What is reached now and was not told before; `metadata` remembers that it is told."""

    criteria: tuple[Criterion, ...]
    metadata: JsonObject


def reached(phase: Phase, turns_in_phase: int, backtests: Sequence[BacktestFact], metadata: JsonObject) -> Reached:
    """`backtests` are those of the strategy's lineage, the newest first. Each criterion is told once in a phase."""
    now = []
    if phase in _LIMITED and turns_in_phase >= TURN_LIMIT:
        now.append(Criterion.TURNS)
    if phase in _LIMITED and no_better(backtests):
        now.append(Criterion.PERFORMANCE)
    known = metadata.get(METADATA)
    told = [str(each) for each in known] if isinstance(known, list | tuple) else []
    fresh = tuple(each for each in now if f"{phase}:{each}" not in told)
    if not fresh:
        return Reached((), metadata)
    return Reached(fresh, {**metadata, METADATA: [*told, *(f"{phase}:{each}" for each in fresh)]})


def no_better(backtests: Sequence[BacktestFact]) -> bool:
    """Whether the last three that were measured did not improve the best out-of-sample Sharpe before them."""
    measured = [each.sharpe for each in reversed(backtests) if each.status == "done" and each.sharpe is not None]
    earlier, last = measured[:-BACKTESTS_WITHOUT_GAIN], measured[-BACKTESTS_WITHOUT_GAIN:]
    return bool(earlier) and len(last) == BACKTESTS_WITHOUT_GAIN and max(last) <= max(earlier)
