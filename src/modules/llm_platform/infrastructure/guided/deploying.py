"""Deploying on paper: where, which limits, the person's yes, created and started."""

from packages.contracts.sentences import recalled_field
from packages.core.messages import Language, in_language, render
from packages.domain.conversation.understanding.consent import consents, waits
from packages.domain.conversation.understanding.model import Wish
from packages.domain.trading.deployments.blockers import blocked_because
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES
from src.modules.llm_platform.infrastructure.guided.common import (
    acknowledged,
    clause_of,
    deployment_status,
    failed,
    go_on,
    is_unread,
    left_for_scope,
    not_begun,
    prompt,
    puzzled,
    waits_for_a_word,
)
from src.modules.llm_platform.infrastructure.guided.late_changes import changed_late, is_changed
from src.modules.llm_platform.infrastructure.guided.replaying import replay_offer
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Naming,
    Patch,
    Say,
    Script,
    ToolAnswer,
    amount,
    change,
    percent,
    use,
)
from src.modules.llm_platform.infrastructure.guided.watching import standing, watched

_TARGET, _CONFIRMATION, _ACCOUNT = (
    "deployment_target",
    "deployment_confirmation_status",
    "selected_broker_account_id",
)
_AT_WORK = ("deployed", "completed")
_SHARES = frozenset({"drawdown", "trade_loss", "daily_loss", "position_share", "symbol_exposure"})
_MONEY = frozenset({"position_value", "capital"})


def deployed(turn: GuidedTurn) -> Script:
    """For `deployment`."""
    deployment_id = turn.known("deployment", "deployment_id")
    if deployment_id and _status(turn) in _AT_WORK:
        yield from watched(turn)
        return
    if turn.state.is_true("rules_changed"):
        yield Say(turn.words.say("rules_changed_since"))
        return
    if Wish.NEW_SCOPE in turn.understood.wishes:
        yield from left_for_scope(turn)
        return
    if is_changed(turn):
        yield Say(turn.words.say("change_leads_back"))
        yield from changed_late(turn)
        return
    yield from acknowledged(turn)
    if waits_for_a_word(turn):
        return
    if Wish.BACK in turn.understood.wishes or Wish.REVISE in turn.understood.wishes:
        yield Say(turn.words.say(_way_back(turn)))
    elif turn.state.is_true("held_back"):
        yield Say(turn.words.say("held_back"))
        yield from _prepared(turn)
    elif Wish.OVERRIDE in turn.understood.wishes:
        yield Say(turn.words.say("override_means", phrase=OVERRIDE_PHRASES[Language(turn.language)]))
    elif turn.state.is_true("reason_lacks"):
        yield Say(turn.words.say("override_reason_lacks"))
        yield prompt(turn, _CONFIRMATION, ("override", "needs_changes"))
    else:
        yield from _led_on(turn, deployment_id)


def _way_back(turn: GuidedTurn) -> str:
    if _answer(turn, _TARGET):
        return "back.deployment"
    return "decided.revise" if Wish.REVISE in turn.understood.wishes else "back.stress_test"


def _led_on(turn: GuidedTurn, deployment_id: str) -> Script:
    target, confirmation = _answer(turn, _TARGET), _answer(turn, _CONFIRMATION)
    if target == "live":
        yield Say(turn.words.say("live"))
        yield prompt(turn, _TARGET, ("paper",))
    elif not target:
        if waits(turn.understood):
            yield Say(turn.words.say("nothing_deployed"))
        elif is_unread(turn):
            yield from puzzled(turn)
        yield from _where(turn)
    elif confirmation == "needs_changes":
        yield Say(turn.words.say("decided.revise"))
    elif confirmation == "confirmed":
        agreed_now = turn.answer(_CONFIRMATION) == "confirmed" or consents(turn.understood)
        yield from _rolled_out(turn, deployment_id) if agreed_now else not_begun(turn)
    elif waits(turn.understood):
        yield Say(turn.words.say("nothing_begun"))
        yield prompt(turn, _CONFIRMATION, ("confirmed", "needs_changes"))
    else:
        if is_unread(turn):
            yield from puzzled(turn)
        yield from _prepared(turn)


def _status(turn: GuidedTurn) -> str:
    return turn.state.text("deployment", "status") or turn.value("deployment_status")


def _answer(turn: GuidedTurn, field: str) -> str:
    return turn.answer(field) or turn.value(field)


def _where(turn: GuidedTurn) -> Script:
    answer = yield from use("trading", "list_accounts")
    if answer.ok:
        comma = turn.words.say("comma")
        free = [each.text("label") for each in answer.result.rows("accounts") if not each.is_true("is_busy")]
        yield Say(turn.words.say("accounts", free=comma.join(free)) if free else turn.words.say("no_accounts"))
    yield Say(turn.words.say("paper_first"))
    yield prompt(turn, _TARGET, ("paper", "live"))
    yield from replay_offer(turn)


def _prepared(turn: GuidedTurn) -> Script:
    """What stands in the way, and what will bind, before the person says yes."""
    answer = yield from use(
        "trading",
        "readiness",
        strategy_id=turn.known("strategy", "strategy_id"),
        broker_account_id=turn.value(_ACCOUNT) or None,
    )
    if not answer.ok:
        yield from failed(turn, answer)
        return
    checks = answer.result.rows("checks")
    yield Say("\n".join(f"- {checked(turn, each)}" for each in checks))
    yield Say(turn.words.say("limits", limits=limits_text(turn, answer.result)))
    yield Say(turn.words.say(_readiness(answer.result)))
    if any(each.text("name") == "stress_verdict" and each.text("status") == "blocked" for each in checks):
        yield Say(turn.words.say("override", phrase=OVERRIDE_PHRASES[Language(turn.language)]))
        yield prompt(turn, _CONFIRMATION, ("override", "needs_changes"))
        yield from replay_offer(turn)
        return
    asked = turn.state.mapping("next_prompt")
    field = _ACCOUNT if _ACCOUNT in str(asked.get("choice_id", "")) else _CONFIRMATION
    yield prompt(turn, field, ("confirmed", "needs_changes"))


def _readiness(result: JsonView) -> str:
    if not result.is_true("is_ready"):
        return "not_ready"
    is_right = all(each.text("status") == "ok" for each in result.rows("checks"))
    return "ready" if is_right else "ready_but"


def _rolled_out(turn: GuidedTurn, deployment_id: str) -> Script:
    if not turn.grants("trading", "create_deployment"):
        yield from go_on(turn, "deploy_next")
        return
    deployment_id = deployment_id or (yield from _made_by_the_person(turn)) or (yield from _made(turn))
    if not deployment_id:
        return
    answer = yield from change("trading", "start", deployment_id=deployment_id)
    if not answer.ok:
        yield from _not_started(turn, answer)
        return
    yield Say(turn.words.say("started"))
    yield from standing(turn, deployment_id)
    yield from replay_offer(turn, deployed=True)


def _not_started(turn: GuidedTurn, answer: ToolAnswer) -> Script:
    """What blocks it has one sentence, whoever says it."""
    if answer.result.text("error", "details", "blocker"):
        yield Say(turn.words.say("not_started", reason=answer.said("message", turn.language)))
    else:
        yield from failed(turn, answer)


def _made_by_the_person(turn: GuidedTurn) -> Naming:
    """One of these very rules that waits to be started: the person has made it in the page, with a reason of theirs."""
    if not turn.grants("trading", "list_deployments"):
        return ""
    answer = yield from use("trading", "list_deployments")
    wanted = (turn.known("strategy", "strategy_id"), turn.state.count("strategy", "version"), "paper", "ready")
    for each in answer.result.rows("deployments"):
        found = (each.text("strategy_id"), each.count("version"), each.text("mode"), each.text("status"))
        if found == wanted:
            yield Patch({"deployment_id": each.text("deployment_id")})
            return each.text("deployment_id")
    return ""


def _made(turn: GuidedTurn) -> Naming:
    answer = yield from change(
        "trading",
        "create_deployment",
        strategy_id=turn.known("strategy", "strategy_id"),
        broker_account_id=turn.value(_ACCOUNT) or None,
    )
    if not answer.ok:
        yield from failed(turn, answer)
        return ""
    made = answer.result
    if made.text("status") == "blocked":
        yield Say(turn.words.say("blocked", reason=render(blocked_because(made.text("blocker")), turn.language)))
        return ""
    deployment_id = made.text("deployment_id")
    yield Patch({"deployment_id": deployment_id})
    yield Say(turn.words.say("made", limits=limits_text(turn, made)))
    yield deployment_status(deployment_id, made.text("status"), made.text("mode"), made.text("blocker"))
    return deployment_id


def checked(turn: GuidedTurn, check: JsonView) -> str:
    """What blocks it is said in the words that everybody uses for it."""
    mark, name = "✓" if check.text("status") == "ok" else "✗", check.text("name")
    sentence = turn.words.own(f"check.{name}.ok", check.text("told"))
    if check.text("code"):
        sentence = in_language(recalled_field(check.mapping(), "told"), turn.language)
    return f"{mark} {turn.words.label('check', name)}: {sentence}"


def limits_text(turn: GuidedTurn, result: JsonView) -> str:
    """Those on money; how many orders and how old data may be goes without saying them all."""
    limits = [_limit(turn, each) for each in result.rows("limits")]
    return turn.words.say("comma").join(each for each in limits if each)


def _limit(turn: GuidedTurn, limit: JsonView) -> str:
    name, most = limit.text("name"), limit.number("most")
    if name in _SHARES:
        shown = percent(most)
    elif name in _MONEY:
        shown = amount(most)
    elif name == "gross_exposure":
        shown = turn.words.say("times", number=f"{most or 0:g}")
    else:
        return ""
    return f"{turn.words.label('limit', name)} ≤ {shown} ({clause_of(turn, limit.text('clause'))})"
