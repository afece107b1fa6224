"""Rules as a person sees them: listed, compared with what they were, and put to be confirmed."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from src.modules.llm_platform.infrastructure.guided.common import failed, prompt, strategy_card
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Patch,
    Say,
    Script,
    Step,
    ToolAnswer,
    change,
    use,
)

CONFIRMED = "strategy_confirmed"


@dataclass(frozen=True, slots=True)
class SavedRules:
    """What the tool says of them, and the rules in words."""

    result: JsonView
    sentences: list[str]


def listed_rules(sentences: Sequence[str]) -> Script:
    yield Say("\n".join(f"- {each}" for each in sentences))


def shown(turn: GuidedTurn, strategy_id: str) -> Script:
    answer = yield from use("strategy", "get_dsl", strategy_id=strategy_id, language=turn.language)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    stored = answer.result
    yield Say(turn.words.say("stands", name=stored.text("rules", "name"), version=stored.count("version")))
    yield from listed_rules(answer.result.texts("sentences"))
    if _names_prices_of_a_day(stored.at("dsl")):
        yield Say(stored.text("dsl", "strategy", "description"))
    yield from to_confirm(turn, answer.result, answer.result.mapping("dsl"))


def _names_prices_of_a_day(dsl: JsonView) -> bool:
    """Whether rules that were written from research hold a close to a number, which ages: their description says so."""
    sides = [dsl.at("trade", side) for side in ("long", "short")]
    conditions = [
        *(each for side in sides for each in side.rows("entry", "condition", "all")),
        *(each.at("condition") for side in sides for each in side.rows("exits")),
    ]
    compared = [each.at("cmp") for each in conditions if each.text("cmp", "left", "ref") == "close"]
    return bool(dsl.text("strategy", "description")) and any(each.number("right") is not None for each in compared)


def shown_changed(turn: GuidedTurn, before: JsonView, after: JsonView) -> Script:
    yield Say(turn.words.say("changed", version=after.count("version")))
    yield from listed_rules((yield from _differences(turn, before, after)))
    yield Say(turn.words.say("rules_now"))
    strategy_id = after.text("strategy_id")
    read = yield from use("strategy", "get_dsl", strategy_id=strategy_id, language=turn.language)
    yield from listed_rules(read.result.texts("sentences"))
    yield from to_confirm(turn, after, read.result.mapping("dsl"))


def _differences(turn: GuidedTurn, before: JsonView, after: JsonView) -> Generator[Step, ToolAnswer | None, list[str]]:
    answer = yield from use(
        "strategy",
        "diff_versions",
        strategy_id=after.text("strategy_id"),
        from_version=before.count("version"),
        to_version=after.count("version"),
    )
    return answer.result.texts("sentences", turn.language)


def checked_and_saved(
    turn: GuidedTurn, dsl: dict[str, object], strategy_id: str = ""
) -> Generator[Step, ToolAnswer | None, SavedRules | None]:
    """A new strategy, or the next version of one; None where it was said why not."""
    checked = yield from use("strategy", "validate_dsl", dsl=dsl)
    if not checked.result.is_true("valid"):
        yield from _not_valid(turn, checked)
        return None
    saved = yield from change(
        "strategy",
        "upsert_dsl",
        strategy_draft_id=checked.result.text("strategy_draft_id"),
        strategy_id=strategy_id or None,
        expected_version=turn.state.count("strategy", "version") if strategy_id else None,
    )
    if not saved.ok:
        yield from failed(turn, saved)
        return None
    return SavedRules(saved.result, checked.result.texts("sentences", turn.language))


def to_confirm(turn: GuidedTurn, saved: JsonView, dsl: dict[str, object]) -> Script:
    strategy_id, version = saved.text("strategy_id"), saved.count("version")
    yield Patch({"strategy_id": strategy_id})
    if dsl:
        yield strategy_card(dsl, strategy_id, version)
    yield Say(turn.words.say("confirm_rules"))
    yield prompt(turn, CONFIRMED, ("true", "false"))


def _not_valid(turn: GuidedTurn, checked: ToolAnswer) -> Script:
    if not checked.ok:
        yield from failed(turn, checked)
        return
    yield Say(turn.words.say("draft.rules_not_valid"))
