"""The stress test: started, shown while it runs, its verdict and reasons explained, and a decision asked for."""

from packages.domain.conversation.understanding.consent import BEGIN_STRESS_TEST, consents, waits
from packages.domain.conversation.understanding.model import Wish
from src.modules.llm_platform.infrastructure.guided.common import (
    WORKING,
    acknowledged,
    choice,
    failed,
    is_unread,
    left_for_scope,
    not_begun,
    prompt,
    puzzled,
    stress_report,
    waits_for_a_word,
    why_failed,
)
from src.modules.llm_platform.infrastructure.guided.late_changes import changed_late, is_changed
from src.modules.llm_platform.infrastructure.guided.replaying import replay_offer
from src.modules.llm_platform.infrastructure.guided.tuning import CHANGES
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Naming,
    Say,
    Script,
    change,
    figure,
    percent,
    use,
)

_DECISIONS = ("deploy", "revise", "hold")
_IF_NOT_PASSED = ("revise", "hold", "deploy")
_MOST_REASONS = 6


def stressed(turn: GuidedTurn) -> Script:
    """For `stress_test`."""
    if Wish.NEW_SCOPE in turn.understood.wishes:
        yield from left_for_scope(turn)
        return
    if turn.state.text("stopped"):
        yield Say(turn.words.say("stopped.stress_test"))
        return
    yield from acknowledged(turn)
    if waits_for_a_word(turn):
        return
    decision = "revise" if Wish.BACK in turn.understood.wishes else turn.answer("stress_test_decision")
    if is_changed(turn):
        yield from changed_late(turn)
    elif decision in ("revise", "hold") or (decision == "deploy" and turn.state.text("stress", "status") == "done"):
        yield from _decided(turn, decision)
    else:
        yield from _tested(turn, decision)


def _tested(turn: GuidedTurn, decision: str) -> Script:
    """Begun where the person said so, or looked at as it is."""
    report_id, status = turn.known("stress", "stress_report_id"), turn.state.text("stress", "status")
    again = turn.state.is_true("runs_again")
    is_new = not report_id or (status == "failed" and Wish.AGAIN in turn.understood.wishes)
    is_new = is_new or (again and status not in WORKING)
    begins = (
        again or decision == "deploy" or consents(turn.understood, BEGIN_STRESS_TEST)
    )  # its variants count for ever
    if is_new and not begins:
        yield from not_begun(turn)
        return
    if is_new:
        report_id = yield from _started(turn)
    elif status == "done" and Wish.STRESS_TEST in turn.understood.wishes:
        yield from _has_run(turn)
        return
    elif status == "done" and (turn.understood.wish is None or waits(turn.understood)):
        yield from _asked_once_more(turn)
        return
    elif is_unread(turn):
        yield from puzzled(turn)
    if report_id:
        yield from _looked_at(turn, report_id, is_new=is_new)


def _decided(turn: GuidedTurn, decision: str) -> Script:
    """Handlers move the conversation; the next question comes with it."""
    yield Say(turn.words.say(f"decided.{decision}"))
    if decision == "deploy":
        yield prompt(turn, "deployment_target", ("paper", "live"))
        yield from replay_offer(turn)
    if decision == "revise":
        yield choice(turn, "change", turn.words.say("ask.change"), tuple(CHANGES))


def _asked_once_more(turn: GuidedTurn) -> Script:
    """The report was shown; a message that decides nothing does not show it again."""
    verdict = turn.state.text("stress", "verdict") or "none"
    if waits(turn.understood):
        yield Say(turn.words.say("waiting"))
    else:
        yield from puzzled(turn)
    yield Say(turn.words.say("verdict", verdict=turn.words.label("verdict", verdict)))
    yield prompt(turn, "stress_test_decision", _DECISIONS if verdict == "pass" else _IF_NOT_PASSED)


def _has_run(turn: GuidedTurn) -> Script:
    """Of these very rules: it is run once more only for who says so, as its variants count for ever."""
    verdict = turn.state.text("stress", "verdict") or "none"
    yield Say(turn.words.say("stress_has_run", verdict=turn.words.label("verdict", verdict)))
    yield prompt(turn, "stress_test_decision", _DECISIONS if verdict == "pass" else _IF_NOT_PASSED)


def _started(turn: GuidedTurn) -> Naming:
    strategy_id = turn.known("strategy", "strategy_id")
    made = yield from change("stress", "create_scenario_set", strategy_id=strategy_id)
    if not made.ok:
        yield from failed(turn, made)
        return ""
    set_id = made.result.text("scenario_set_id")
    yield Say(_scenarios_sentence(turn, made.result))
    answer = yield from change("stress", "create", strategy_id=strategy_id, scenario_set_id=set_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return ""
    return answer.result.text("stress_report_id")


def _scenarios_sentence(turn: GuidedTurn, made: JsonView) -> str:
    comma = turn.words.say("comma")
    parts = comma.join(turn.words.label("part", each) for each in made.texts("parts"))
    crises = comma.join(each.text("name", turn.language) for each in made.rows("crises"))
    return turn.words.say("stress_started", parts=parts, crises=crises or "—", paths=made.count("paths"))


def _looked_at(turn: GuidedTurn, report_id: str, *, is_new: bool) -> Script:
    """What runs is followed by its card, which takes the place of waiting here."""
    answer = yield from use("stress", "get", stress_report_id=report_id)
    if not answer.ok:
        yield from failed(turn, answer)
    elif answer.result.text("status") in WORKING:
        yield Say(turn.words.say("stress_running"))
        if is_new:
            yield stress_report(report_id, answer.result.text("scenario_set_id"), "")
    elif answer.result.text("status") == "failed":
        yield Say(turn.words.say("stress_failed", reason=why_failed(turn, answer.result)))
        yield choice(turn, "continue", turn.words.say("ask.continue"), ("again", "revise"))
    else:
        yield from _reported(turn, report_id)


def _reported(turn: GuidedTurn, report_id: str) -> Script:
    answer = yield from use("stress", "report", stress_report_id=report_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    report, verdict = answer.result, answer.result.text("verdict")
    yield Say(turn.words.say("verdict", verdict=turn.words.label("verdict", verdict or "none")))
    yield Say(report.text("told", turn.language))
    for reason in report.rows("reasons")[:_MOST_REASONS]:
        yield Say(f"- {reason.text('told', turn.language)} {reason.text('change', turn.language)}")
    yield from _headlines(turn, report)
    if report.is_true("is_demo"):
        yield Say(turn.words.say("demo"))
    yield stress_report(report_id, report.text("scenario_set_id"), verdict)
    yield Say(turn.words.say("after_stress" if verdict == "pass" else "after_stress_not_passed"))
    yield prompt(turn, "stress_test_decision", _DECISIONS if verdict == "pass" else _IF_NOT_PASSED)


def _headlines(turn: GuidedTurn, report: JsonView) -> Script:
    gaps = [each.text("words", turn.language) for each in report.rows("gaps")]
    for gap in gaps[:_MOST_REASONS]:
        yield Say(turn.words.say("gap", gap=gap))
    walk = report.at("walk_forward")
    if walk.number("out_of_sample_sharpe", "value") is not None:
        inside, outside = walk.number("in_sample_sharpe"), walk.number("out_of_sample_sharpe", "value")
        yield Say(turn.words.say("walk_forward", inside=figure(inside), outside=figure(outside)))
    luck = report.at("overfitting")
    if luck.number("deflated_sharpe") is not None:
        chance = percent(luck.number("deflated_sharpe"))
        yield Say(turn.words.say("luck", trials=luck.count("trials"), chance=chance))
