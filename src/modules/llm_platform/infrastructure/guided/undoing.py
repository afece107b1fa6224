"""What is taken back when a person undoes: a proposal, rules that were not saved, or the last change of the rules."""

from collections.abc import Generator, Mapping

from src.modules.llm_platform.infrastructure.guided.common import asked_again, failed
from src.modules.llm_platform.infrastructure.guided.rule_talk import shown, shown_changed
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Say,
    Script,
    Step,
    ToolAnswer,
    change,
    use,
)

_MOST_VERSIONS = 50  # as many as the tool lists at once
_MOST_READ = 10  # versions that are looked through for an indicator


def undone(turn: GuidedTurn, strategy_id: str) -> Script:
    what = turn.state.text("undo")
    if what == "version":
        yield from _restored(turn, strategy_id)
        return
    yield Say(turn.words.say(f"draft.undo.{what}"))
    if strategy_id:
        yield from shown(turn, strategy_id)
    else:
        yield from asked_again(turn)


def _restored(turn: GuidedTurn, strategy_id: str) -> Script:
    """The rules as they were before the last change, as a version of their own, to be confirmed."""
    found = yield from use("strategy", "list_versions", strategy_id=strategy_id, limit=_MOST_VERSIONS)
    if not found.ok:
        yield from failed(turn, found)
        return
    rows = {each.count("version"): each.count("restores") for each in found.result.rows("versions")}
    newest = max(rows, default=0)
    wanted = turn.state.text("returns_to")
    version = turn.state.count("returns_version")
    if version and not 0 < version < newest:
        yield Say(turn.words.say("draft.undo.no_version", version=version, newest=newest))
        yield from shown(turn, strategy_id)
        return
    if not version:
        version = (
            version_before(newest, rows) if not wanted else (yield from _version_with(wanted, strategy_id, newest))
        )
    if version < 1:
        yield Say(
            turn.words.say("draft.undo.never", wanted=wanted.upper())
            if wanted
            else turn.words.say("draft.undo.nothing")
        )
        yield from shown(turn, strategy_id)
        return
    answer = yield from change(
        "strategy", "rollback", strategy_id=strategy_id, version=version, expected_version=newest
    )
    if not answer.ok:
        yield from failed(turn, answer)
        return
    yield Say(turn.words.say("draft.undo.version", version=version))
    yield from shown_changed(turn, JsonView({"version": newest}), answer.result)


def _version_with(indicator: str, strategy_id: str, newest: int) -> Generator[Step, ToolAnswer | None, int]:
    """The newest version that has the indicator; 0 where none of the last ones does."""
    for version in range(newest - 1, max(0, newest - 1 - _MOST_READ), -1):
        read = yield from use("strategy", "get_dsl", strategy_id=strategy_id, version=version)
        factors = read.result.mapping("dsl", "factors").values()
        if any(JsonView(each).text("type") == indicator for each in factors):
            return version
    return 0


def version_before(version: int, restored: Mapping[int, int]) -> int:
    """The one before the last change. A version that restored another stands where that one stood, so that a second
    undo goes further back and does not bring back the first; 0 where there is none."""
    while restored.get(version):
        version = restored[version]
    return version - 1
