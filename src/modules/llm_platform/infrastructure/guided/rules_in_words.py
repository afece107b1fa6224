"""Rules, and changes of them, in a person's own words: what was read is shown, what was not is quoted."""

from collections.abc import Sequence

from packages.domain.conversation.understanding.consent import waits
from src.modules.llm_platform.infrastructure.guided.common import asked_again, early_work, failed, is_unread
from src.modules.llm_platform.infrastructure.guided.rule_talk import (
    CONFIRMED,
    checked_and_saved,
    listed_rules,
    shown,
    shown_changed,
    to_confirm,
)
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView, Say, Script, Show, change


def rules_in_words(turn: GuidedTurn, strategy_id: str) -> Script:
    """Rules in the person's own words: what was read is shown to be accepted, what was not is quoted."""
    read = turn.state.at("spoken_rules")
    if read.is_true("kept"):
        yield from shown(turn, strategy_id)
        return
    if too_long := read.text("too_long"):
        yield Say(too_long)
        return
    yield from _quoted(turn, read)
    dsl = read.mapping("dsl")
    problems = read.texts("problems")
    if problems:
        yield Say(turn.words.say("not_valid", problem=problems[0]))
        return
    if read.text("use"):
        yield from _on_other_bars(turn, read)
        return
    if not dsl:
        yield from _not_whole(turn, read, strategy_id)
        return
    if read.texts("refused"):
        yield from _held(turn, read, dsl)
        return
    saved = yield from checked_and_saved(turn, dsl, strategy_id)
    if saved is None:
        return
    if strategy_id:
        yield from _replaced(turn, read, saved.result)
        return
    yield Say(turn.words.say("rules_read"))
    yield from listed_rules(saved.sentences)
    yield from _assumed(turn, read)
    yield from to_confirm(turn, saved.result, dsl)


def _on_other_bars(turn: GuidedTurn, read: JsonView) -> Script:
    """Rules on bars that nobody has, with a button for those that there are."""
    for reason in read.texts("reasons"):
        yield Say(reason)
    yield _choice(turn, [{"id": "use_bars", "label": read.text("use")}])


def _choice(turn: GuidedTurn, options: Sequence[object]) -> Show:
    question = turn.words.say("ask.change")
    return Show({"type": "choice_prompt", "choice_id": "change", "question": question, "options": options})


def _not_whole(turn: GuidedTurn, read: JsonView, strategy_id: str) -> Script:
    """Without rules so far, the words are kept and the next question names what is missing."""
    if not strategy_id:
        yield from _beside_a_draft(turn) if read.is_true("again") else ()
        yield Say(turn.words.say("rules_not_whole"))
        return
    missing = turn.words.say("comma").join(turn.words.label("rule_part", each) for each in read.texts("missing"))
    yield Say(turn.words.say("rules_stay", missing=missing or turn.words.label("rule_part", "entry")))


def _beside_a_draft(turn: GuidedTurn) -> Script:
    """What a message that says nothing of the rules comes to while they lack something."""
    if waits(turn.understood):
        yield Say(turn.words.say("waiting"))
    elif early := early_work(turn):
        yield Say(turn.words.say(f"after_rules.{early}"))
    elif is_unread(turn):
        yield Say(turn.words.say("not_understood"))


def _replaced(turn: GuidedTurn, read: JsonView, saved: JsonView) -> Script:
    """Rules in the place of others: what changes, and all of them."""
    if not read.is_true("changes"):
        yield Say(turn.words.say("draft.new_rules"))
    yield from _assumed(turn, read)
    yield from shown_changed(turn, JsonView({"version": turn.state.count("strategy", "version")}), saved)


def _held(turn: GuidedTurn, read: JsonView, dsl: dict[str, object]) -> Script:
    """Rules that were read and go beyond a limit: shown as they are, with the limit and the figures. The numbers that
    fit are offered by the question that is due."""
    if read.is_true("again"):
        asks = turn.answer(CONFIRMED) == "false"
        yield Say(turn.words.say("what_to_change") if asks else _still_held(turn, read))
        return
    if not read.is_true("changes"):
        yield Say(turn.words.say("rules_read"))
    yield from listed_rules(read.texts("sentences"))
    yield from _assumed(turn, read)
    yield Say(turn.words.say("draft.held_change" if read.is_true("changes") else "draft.held"))
    yield from listed_rules(read.texts("refused"))
    yield Say(turn.words.say("draft.offer" if read.is_true("fits") else "draft.no_fit"))
    yield Show({"type": "strategy_card", "dsl_json": dsl})


def _still_held(turn: GuidedTurn, read: JsonView) -> str:
    """Why they still wait, in one sentence: they were shown in full before."""
    return turn.words.say("draft.still_held", why=" ".join(read.texts("refused")[:1]))


def edited(turn: GuidedTurn, strategy_id: str) -> Script:
    edit = turn.state.at("spoken_edit")
    yield from _quoted(turn, edit)
    operations = edit.at("operations").value
    if proposed := edit.at("proposed").mapping():
        yield from _asked_first(turn, JsonView(proposed))
        return
    if not operations:
        for reason in edit.texts("reasons"):
            yield Say(reason)
        if stay := edit.text("stay"):
            options = [*(each.mapping() for each in edit.rows("options")), {"id": "keep_rules", "label": stay}]
            yield _choice(turn, options)
            return
        yield Say(turn.words.say("draft.not_changed"))
        if turn.phase == "strategy":  # elsewhere the person is on the way back to it
            yield from asked_again(turn)
        return
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
    yield from _assumed(turn, edit)
    yield from shown_changed(turn, JsonView({"version": turn.state.count("strategy", "version")}), answer.result)


def _asked_first(turn: GuidedTurn, proposed: JsonView) -> Script:
    """A change that the words may mean: nothing is changed before its button is pressed."""
    yield Say(turn.words.say("draft.asks_first"))
    yield from listed_rules(proposed.texts("changes"))
    question = turn.words.say("draft.ask_change")
    options = [
        {"id": "apply_edit", "label": proposed.text("words")},
        {"id": "keep_rules", "label": turn.words.say("draft.keep")},
    ]
    yield Show({"type": "choice_prompt", "choice_id": "change", "question": question, "options": options})


def _quoted(turn: GuidedTurn, read: JsonView) -> Script:
    unread = read.texts("not_understood")
    if unread:
        yield Say(turn.words.say("rules_unread", quotes=turn.words.say("comma").join(f"“{each}”" for each in unread)))


def _assumed(turn: GuidedTurn, read: JsonView) -> Script:
    assumed = read.texts("assumed")
    if assumed:
        yield Say(turn.words.say("rules_assumed"))
        yield from listed_rules(assumed)
