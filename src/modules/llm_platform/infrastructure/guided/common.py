"""What several scripts share: cards, what was understood, waiting for work to end, and what a tool refused."""

from collections.abc import Mapping, Sequence

from packages.contracts.sentences import recalled_field
from packages.core.messages import in_language, render
from packages.domain.conversation.understanding.consent import GOING_ON, waits
from packages.domain.conversation.understanding.model import MessageIntent, Wish
from packages.domain.conversation.violations import clause_message
from src.modules.llm_platform.infrastructure.guided.turn import (
    Asking,
    GuidedTurn,
    JsonView,
    Pause,
    Say,
    Script,
    Show,
    ToolAnswer,
    use,
)

WORKING = frozenset({"queued", "pending", "running"})
_LATER_WORK = (Wish.STRESS_TEST, Wish.BACKTEST)
_FOR_MACHINES = frozenset({"bad_arguments", "invalid_strategy", "bad_patch", "patch_conflict", "not_tunable"})


def acknowledged(turn: GuidedTurn) -> Script:
    """What was read from this message, and what of it cannot be."""
    for row in turn.state.rows("understood"):
        if not _is_said_by_change(turn, row):
            yield Say(_noted(turn, row))
    for sentence in turn.state.texts("refused"):
        yield Say(sentence)
    if quotes := turn.state.texts("unread_rules"):
        quoted = turn.words.say("comma").join(f"“{each}”" for each in quotes)
        yield Say(turn.words.say("rules_unread", quotes=quoted))
    if parts := turn.state.texts("unread_parts"):
        yield Say(turn.words.say("parts_unread", quotes=turn.words.say("comma").join(f"“{each}”" for each in parts)))
    if turn.state.text("unread") and not turn.state.rows("for_later"):
        if turn.understood.intent is MessageIntent.ANSWER:
            yield Say(turn.words.say("fits_several", quote=turn.state.text("unread")))
        else:
            yield Say(turn.words.say("proposal.unread", quote=turn.state.text("unread")))
    elif turn.state.rows("proposed"):  # the card says what
        yield Say(turn.words.say(_of_a_proposal(turn)))


def _is_said_by_change(turn: GuidedTurn, row: JsonView) -> bool:
    """Who changes the rules hears what changed, and not first that they want a change."""
    changes = turn.state.mapping("spoken_edit") or turn.state.mapping("spoken_rules")
    return bool(changes) and (row.text("field"), str(row.at("value").value)) == ("strategy_confirmed", "false")


def _noted(turn: GuidedTurn, row: JsonView) -> str:
    """With the name of the rules, where it is those that were confirmed."""
    value, field = str(row.at("value").value), row.text("field")
    if (field, value) == ("strategy_confirmed", "true") and (name := turn.state.text("strategy", "name")):
        return turn.words.say("noted_rules", name=name, version=turn.state.count("strategy", "version"))
    label = row.text("label") or value
    return turn.words.own(
        f"noted.{field}.{value}", turn.words.say("understood", field=turn.words.label("field", field), label=label)
    )


def _of_a_proposal(turn: GuidedTurn) -> str:
    if waits(turn.understood):
        return "proposal.no_hurry"
    return "proposal.waits" if GOING_ON.intersection(turn.understood.wishes) else "proposal.said"


def dropped(turn: GuidedTurn) -> Script:
    """A proposal that the person does not want is gone, and the question stays."""
    yield Say(turn.words.say("proposal.dropped"))
    yield from asked_again(turn)


def waits_for_a_word(turn: GuidedTurn) -> bool:
    """Whether something was proposed and the message asks for nothing else: the person's word comes next."""
    states_rules = turn.state.mapping("spoken_edit") or turn.state.mapping("spoken_rules")
    is_waiting = bool(turn.state.rows("proposed")) and not states_rules
    return is_waiting and turn.understood.wish in (None, Wish.CONTINUE, Wish.YES)


def puzzled(turn: GuidedTurn) -> Script:
    """Nothing came of the words: what could be said here instead."""
    yield Say(turn.words.say("not_understood"))
    if turn.phase != "strategy" or turn.known("strategy", "strategy_id"):
        yield Say(turn.words.label("help", turn.phase))


def early_work(turn: GuidedTurn) -> str:
    """The work that a message asks for before there are rules, the latest first; empty where it asks for none."""
    if turn.understood.said.wants_deployment and not turn.understood.is_choice:
        return "deployment"
    return next((each.value for each in _LATER_WORK if each in turn.understood.wishes), "")


def not_begun(turn: GuidedTurn) -> Script:
    """For who did not say to continue: whether that was read as waiting, or not read at all."""
    if waits(turn.understood):
        yield Say(turn.words.say("nothing_begun"))
    elif turn.phase == "strategy" and (early := early_work(turn)):
        yield Say(turn.words.say(f"after_rules.{early}"))
    elif turn.phase == "stress_test" and turn.understood.said.wants_deployment:
        yield Say(turn.words.say("deploy_after_stress"))
    else:
        yield from puzzled(turn)


def is_unread(turn: GuidedTurn) -> bool:
    """Whether nothing at all came of the message."""
    read = turn.state.rows("understood") or turn.state.rows("proposed")
    return not (turn.understood.wishes or turn.understood.is_choice or turn.understood.proposal or read)


def failed(turn: GuidedTurn, answer: ToolAnswer) -> Script:
    """Why a tool gave nothing: its own words, in the person's language. What a tool says to the machine that called it
    is no sentence for a person."""
    if not answer.is_granted:
        yield Say(turn.words.say("not_granted"))
        return
    if answer.code in _FOR_MACHINES:
        yield Say(turn.words.say("draft.step_failed"))
        return
    message = answer.said("message", turn.language) or answer.code
    if suggestion := answer.said("suggestion", turn.language):
        message = turn.words.say("with_suggestion", message=message, suggestion=suggestion)
    yield Say(turn.words.say("tool_failed", message=message))


def why_failed(turn: GuidedTurn, result: JsonView) -> str:
    """The reason of work that failed, in the person's language."""
    return in_language(recalled_field(result.mapping(), "failure"), turn.language) if result.text("failure") else ""


def polled(domain: str, tool: str, pauses: tuple[float, ...], **arguments: object) -> Asking:
    """Polls long work until it has ended, or until there are no pauses left."""
    answer = yield from use(domain, tool, **arguments)
    for seconds in pauses:
        if not answer.ok or answer.result.text("status") not in WORKING:
            break
        yield Pause(seconds)
        answer = yield from use(domain, tool, **arguments)
    return answer


def clause_of(turn: GuidedTurn, clause: str) -> str:
    """An answer of the person's in words, or whose default it is."""
    if clause.startswith("kyc."):
        return render(clause_message(clause), turn.language)
    return turn.words.label("clause", clause)


def go_on(turn: GuidedTurn, sentence: str) -> Script:
    """Says what comes next, with a button for it."""
    yield Say(turn.words.say(sentence))
    yield choice(turn, "continue", turn.words.say("ask.continue"), ("continue",))


def asked_again(turn: GuidedTurn) -> Script:
    """The open question of the phase once more, after something else was talked about."""
    asked = turn.state.mapping("next_prompt")
    is_early = turn.phase == "stress_test" and turn.state.text("stress", "status") != "done"
    if asked and not is_early:
        yield Say(str(asked.get("question", "")))
        yield Show(asked)


def left_for_scope(turn: GuidedTurn) -> Script:
    """Who leaves the rules hears what they are asked next; its buttons come with the move."""
    yield Say(turn.words.say("back.pre_strategy"))
    if question := turn.state.text("next_prompt", "question"):
        yield Say(question)


def choice(turn: GuidedTurn, choice_id: str, question: str, options: Sequence[str]) -> Show:
    """Options by id; their labels are the words `option.<id>`."""
    choices = [{"id": each, "label": turn.words.label("option", each)} for each in options]
    return Show({"type": "choice_prompt", "choice_id": choice_id, "question": question, "options": choices})


def prompt(turn: GuidedTurn, field: str, options: Sequence[str]) -> Show:
    """The question that the phase wants to ask, when it is for this field; the guide's own where there is none."""
    asked = turn.state.mapping("next_prompt")
    if field in str(asked.get("choice_id", "")):
        return Show(asked)
    return choice(turn, field, turn.words.say(f"ask.{field}"), options)


def strategy_card(dsl: Mapping[str, object], strategy_id: str, version: int) -> Show:
    return Show({"type": "strategy_card", "dsl_json": dict(dsl), "strategy_id": strategy_id, "version": version})


def backtest_charts(job_id: str, strategy_id: str) -> Show:
    return Show({"type": "backtest_charts", "job_id": job_id, "strategy_id": strategy_id})


def stress_report(report_id: str, scenario_set_id: str, verdict: str) -> Show:
    card = {"type": "stress_report", "stress_report_id": report_id, "scenario_set_id": scenario_set_id or None}
    return Show({**card, "verdict": verdict or None})


def deployment_status(deployment_id: str, status: str, mode: str, blocker: str) -> Show:
    card = {"type": "deployment_status", "deployment_id": deployment_id, "status": status}
    return Show({**card, "target": mode or None, "blocker": blocker or None})


def research_report(session_id: str, symbol: str, status: str) -> Show:
    shown = status if status in ("running", "completed", "partial") else "failed"
    return Show({"type": "research_report", "research_session_id": session_id, "symbol": symbol, "status": shown})


def debate_card(session_id: str, symbol: str) -> Show:
    return Show({"type": "debate_card", "research_session_id": session_id, "symbol": symbol})
