"""What is said without a model: why an answer broke off, what binds the person, when to stop, or what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from apps.api.agents.phases import Phase
from apps.api.orchestration.constants import BACKTESTS_WITHOUT_GAIN, TURN_LIMIT
from apps.api.orchestration.types import _TurnStreamState
from packages.contracts.phases import RULES_AT_WORK
from packages.core.events import JsonObject
from packages.core.messages import Language, in_language
from packages.domain.conversation.facts import BacktestFact
from packages.domain.conversation.wording import is_worded, needed, say, worded

METADATA = "stop_criteria"
_REFUSED, _CONNECTION = frozenset({"refused", "rate_limit"}), "connection"  # of a failure of the model


class StopCriterion(StrEnum):
    """Why to stop and think."""

    TURNS = "turn_limit"
    PERFORMANCE = "performance_threshold"


@dataclass(frozen=True, slots=True)
class Reached:
    """What is reached now and was not said before; `metadata` remembers it."""

    criteria: tuple[StopCriterion, ...]
    metadata: JsonObject


def reached(phase: Phase, turns_in_phase: int, backtests: Sequence[BacktestFact], metadata: JsonObject) -> Reached:
    """`backtests` are those of the strategy's lineage, the newest first. Each criterion is said once in a phase."""
    now = []
    if phase in RULES_AT_WORK and turns_in_phase >= TURN_LIMIT:
        now.append(StopCriterion.TURNS)
    if phase in RULES_AT_WORK and no_better(backtests):
        now.append(StopCriterion.PERFORMANCE)
    known = metadata.get(METADATA)
    remarked = [str(each) for each in known] if isinstance(known, list | tuple) else []
    fresh = tuple(each for each in now if f"{phase}:{each}" not in remarked)
    if not fresh:
        return Reached((), metadata)
    return Reached(fresh, {**metadata, METADATA: [*remarked, *(f"{phase}:{each}" for each in fresh)]})


def no_better(backtests: Sequence[BacktestFact]) -> bool:
    """Whether the last three that were measured did not improve the best out-of-sample Sharpe before them."""
    measured = [each.sharpe for each in reversed(backtests) if each.status == "done" and each.sharpe is not None]
    earlier, last = measured[:-BACKTESTS_WITHOUT_GAIN], measured[-BACKTESTS_WITHOUT_GAIN:]
    return bool(earlier) and len(last) == BACKTESTS_WITHOUT_GAIN and max(last) <= max(earlier)


def late_text(
    state: _TurnStreamState,
    language: Language,
    phase: Phase,
    missing: Sequence[str],
    clauses: Sequence[str],
    criteria: Sequence[StopCriterion],
) -> str:
    """What is added to the text that was shown."""
    shown, error = state.shown_text, state.stream_error_detail
    if error is not None:
        return interrupted(language, error.category, shown, in_language(error.message, language))
    if state.stopped:
        return stopped(language, shown)
    late = _paragraphs(shown, [clause for clause in clauses if clause not in shown])
    late += limit_remarks(language, criteria, shown + late)
    return late if (shown + late).strip() else empty_reply(language, phase, missing)


def _paragraphs(shown: str, sentences: Sequence[str]) -> str:
    text = "\n\n".join(dict.fromkeys(sentences))
    return f"\n\n{text}" if text and shown.strip() else text


def interrupted(language: Language, category: str, shown: str, reason: str = "") -> str:
    """What is added when an answer broke off; a paragraph of its own behind what was shown. What has no wording here,
    such as a model that is configured wrongly, says itself what to do."""
    why = f"broken.{category}"
    # A server that refused, or was never reached, has a reason of its own, which says what to do.
    has_own = category in _REFUSED or (category == _CONNECTION and not shown.strip())
    if not reason or (is_worded(why) and not has_own):
        sentence = say(language, "broken", why=worded(why if is_worded(why) else "broken.other"))
    else:
        sentence = say(language, "broken_because", reason=reason)
    return f"\n\n{sentence}" if shown.strip() else sentence


def stopped(language: Language, shown: str) -> str:
    """What is added when the person stopped the answer."""
    sentence = say(language, "stopped")
    return f"\n\n{sentence}" if shown.strip() else sentence


def limit_remarks(language: Language, criteria: Sequence[StopCriterion], shown: str) -> str:
    """What is added when it is time to stop and think; nothing when it is not."""
    sentences = "\n\n".join(say(language, f"stop.{each.value}") for each in criteria)
    return f"\n\n{sentences}" if sentences and shown.strip() else sentences


def empty_reply(language: Language, phase: Phase, missing: Sequence[str]) -> str:
    """What is said instead of nothing: what the phase still needs."""
    name = f"empty.{phase.value}"
    if not is_worded(name) or not missing:
        return say(language, "empty")
    return say(language, name, missing=[needed(each) for each in missing])
