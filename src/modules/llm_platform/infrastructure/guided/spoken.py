"""Rules, and changes of them, in a person's own words: what was read is shown, what was not is quoted."""

from src.modules.llm_platform.infrastructure.guided.common import failed
from src.modules.llm_platform.infrastructure.guided.rule_talk import (
    checked_and_saved,
    listed_rules,
    shown_changed,
    to_confirm,
)
from src.modules.llm_platform.infrastructure.guided.turn import Facts, GuidedTurn, Say, Script, change


def spoken(turn: GuidedTurn, strategy_id: str) -> Script:
    """Rules in the person's own words: what was read is shown to be accepted, what was not is quoted."""
    told = turn.state.at("spoken_rules")
    yield from _quoted(turn, told)
    dsl = told.mapping("dsl")
    problems = told.texts("problems")
    if problems:
        yield Say(turn.words.say("not_valid", problem=problems[0]))
        return
    if not dsl:
        yield from _not_whole(turn, told, strategy_id)
        return
    saved = yield from checked_and_saved(turn, dsl, strategy_id)
    if saved is None:
        return
    yield Say(turn.words.say("rules_read"))
    yield from listed_rules(saved.sentences)
    yield from _assumed(turn, told)
    yield from to_confirm(turn, saved.facts, dsl)


def _not_whole(turn: GuidedTurn, told: Facts, strategy_id: str) -> Script:
    """Without rules so far, the words are kept and the next question names what is missing."""
    if not strategy_id:
        yield Say(turn.words.say("rules_not_whole"))
        return
    missing = turn.words.say("comma").join(turn.words.label("rule_part", each) for each in told.texts("missing"))
    yield Say(turn.words.say("rules_stay", missing=missing or turn.words.label("rule_part", "entry")))


def edited(turn: GuidedTurn, strategy_id: str) -> Script:
    told = turn.state.at("spoken_edit")
    yield from _quoted(turn, told)
    operations = told.at("operations").value
    answer = yield from change(
        "strategy",
        "patch_dsl",
        strategy_id=strategy_id,
        operations=operations,
        expected_version=turn.state.count("strategy", "version"),
    )
    if not answer.ok:
        yield from failed(turn, answer)
        return
    yield from _assumed(turn, told)
    yield from shown_changed(turn, Facts({"version": turn.state.count("strategy", "version")}), answer.facts)


def _quoted(turn: GuidedTurn, told: Facts) -> Script:
    unread = told.texts("not_understood")
    if unread:
        yield Say(turn.words.say("rules_unread", quotes=turn.words.say("comma").join(f"“{each}”" for each in unread)))


def _assumed(turn: GuidedTurn, told: Facts) -> Script:
    assumed = told.texts("assumed")
    if assumed:
        yield Say(turn.words.say("rules_assumed"))
        yield from listed_rules(assumed)
