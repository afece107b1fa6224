"""A deployment that trades: how it stands, what it holds and ordered, and pausing and stopping it."""

from packages.contracts.sentences import recalled_field
from packages.core.messages import in_language, render
from packages.domain.conversation.understanding.model import Wish
from packages.domain.trading.deployments.blockers import blocked_because
from packages.domain.trading.risk.switches import SwitchIsOn
from src.modules.llm_platform.infrastructure.guided.common import choice, deployment_status, failed
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Naming,
    Say,
    Script,
    ToolAnswer,
    amount,
    change,
    percent,
    use,
)

_SHOWN = 10
_AT_AN_END = frozenset({"stopping", "stopped"})
_ELSEWHERE = frozenset(
    {Wish.START_OVER, Wish.BACK, Wish.REVISE, Wish.NEW_SCOPE, Wish.NEW_KYC}
)  # other rules, or other answers


def watched(turn: GuidedTurn) -> Script:
    """For `completed`, and for a deployment that trades."""
    deployment_id = yield from _which(turn)
    if not deployment_id:
        yield Say(turn.words.say("no_deployment"))
        return
    wishes = turn.understood.wishes
    if turn.state.text("stop_how"):
        yield from _stop_unanswered(turn)
    elif _ELSEWHERE & set(wishes):
        yield Say(turn.words.say("completed_stays"))
    elif Wish.STOP in wishes:
        yield from _stopped(turn, deployment_id, wishes)
    elif Wish.PAUSE in wishes or Wish.RESUME in wishes:
        yield from _switched(turn, deployment_id, "pause" if Wish.PAUSE in wishes else "resume")
    elif Wish.POSITIONS in wishes:
        yield from _positions(turn, deployment_id)
    elif Wish.ORDERS in wishes:
        yield from _orders(turn, deployment_id)
    else:
        yield from standing(turn, deployment_id)


def standing(turn: GuidedTurn, deployment_id: str) -> Script:
    answer = yield from use("trading", "get_deployment", deployment_id=deployment_id)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    result, words = answer.result, turn.words
    state = words.label("state", result.text("state"))
    yield Say(words.say("standing", state=state, mode=words.label("mode", result.text("mode"))))
    held = in_language(recalled_field(result.mapping(), "holds_up"), turn.language) if result.text("holds_up") else ""
    switch = render(blocked_because(SwitchIsOn.code), turn.language) if result.at("kill_switch").value else ""
    for reason in dict.fromkeys(each for each in (held, switch) if each):
        yield Say(reason)
    now = result.at("money", "now")
    if now.value is not None:
        equity, profit = amount(now.number("equity")), amount(now.number("profit"))
        yield Say(words.say("money", equity=equity, profit=profit, drawdown=percent(now.number("drawdown"))))
    yield deployment_status(deployment_id, result.text("status"), result.text("mode"), result.text("blocker"))
    if result.text("state") not in _AT_AN_END:
        yield Say(words.say("watch"))


def _which(turn: GuidedTurn) -> Naming:
    known = turn.known("deployment", "deployment_id")
    if known:
        return known
    answer = yield from use("trading", "list_deployments", limit=1)
    found = answer.result.rows("deployments")
    return found[0].text("deployment_id") if found else ""


def _stopped(turn: GuidedTurn, deployment_id: str, wishes: tuple[Wish, ...]) -> Script:
    """It cannot be started again, so the person says what becomes of the positions first."""
    found = yield from use("trading", "get_deployment", deployment_id=deployment_id)
    if found.result.text("state") in _AT_AN_END:
        yield Say(turn.words.say("stopped_already"))
        return
    if (Wish.FLATTEN in wishes) == (Wish.KEEP in wishes):
        yield from _asked_how(turn, "stop_how")
        return
    answer = yield from change(
        "trading", "stop", deployment_id=deployment_id, flatten=Wish.FLATTEN in wishes, reason=turn.understood.quote
    )
    yield from _done(turn, answer, "flatten" if Wish.FLATTEN in wishes else "stop")


def _stop_unanswered(turn: GuidedTurn) -> Script:
    """It still trades: asked which of the two, or left as it is."""
    if turn.state.text("stop_how") == "again":
        yield from _asked_how(turn, "stop_which")
    else:
        yield Say(turn.words.say("stop_left"))


def _asked_how(turn: GuidedTurn, sentence: str) -> Script:
    yield Say(turn.words.say(sentence))
    yield choice(turn, "stop_how", turn.words.say("ask.stop_how"), ("stop_keep", "stop_flatten", "cancel"))


def _switched(turn: GuidedTurn, deployment_id: str, tool: str) -> Script:
    answer = yield from change("trading", tool, deployment_id=deployment_id, reason=turn.understood.quote)
    yield from _done(turn, answer, tool)


def _done(turn: GuidedTurn, answer: ToolAnswer, what: str) -> Script:
    if answer.ok:
        yield Say(turn.words.say(f"done.{what}"))
    else:
        yield from failed(turn, answer)


def _positions(turn: GuidedTurn, deployment_id: str) -> Script:
    answer = yield from use("trading", "positions", deployment_id=deployment_id, limit=_SHOWN)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    held = [each for each in answer.result.rows("positions") if each.number("quantity")]
    if not held:
        yield Say(turn.words.say("holds_nothing"))
    for each in held:
        yield Say(turn.words.say("position", symbol=each.text("symbol"), **_numbers(each, "quantity", "average_price")))


def _orders(turn: GuidedTurn, deployment_id: str) -> Script:
    answer = yield from use("trading", "orders", deployment_id=deployment_id, limit=_SHOWN)
    if not answer.ok:
        yield from failed(turn, answer)
        return
    rows = answer.result.rows("orders")
    if not rows:
        yield Say(turn.words.say("no_orders"))
    for each in rows:
        named = {name: turn.words.label(name, each.text(name)) for name in ("side", "status", "reason")}
        numbers = _numbers(each, "quantity", "average_price")
        yield Say(turn.words.say("order", symbol=each.text("symbol"), **named, **numbers))


def _numbers(row: JsonView, *names: str) -> dict[str, str]:
    """As the tool wrote them."""
    return {name: row.text(name) or "—" for name in names}
