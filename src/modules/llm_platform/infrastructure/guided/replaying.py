"""A replay of the conversation's strategy: started from the day that was named or a lively one, or stopped."""

from packages.domain.conversation.understanding.model import Wish
from src.modules.llm_platform.infrastructure.guided.common import asked_again, choice, deployment_status, failed
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, Say, Script, change, use


def replayed(turn: GuidedTurn) -> Script:
    """Wherever a person asks for it; the question that was open stays open."""
    strategy_id = turn.known("strategy", "strategy_id")
    if Wish.STOP in turn.understood.wishes:
        yield from _stopped(turn)
    elif not strategy_id or not turn.grants("trading", "replay"):
        yield Say(turn.words.say("replay_later"))
    else:
        yield from _begun(turn, strategy_id)
    yield from asked_again(turn)


def replay_offer(turn: GuidedTurn) -> Script:
    """A button beside the question of where to trade; who presses it is in the deployment by then."""
    yield choice(turn, "replay", turn.words.say("ask.replay"), ("replay",))


def _begun(turn: GuidedTurn, strategy_id: str) -> Script:
    day = turn.understood.day
    answer = yield from change(
        "trading", "replay", strategy_id=strategy_id, replay_from=None if day is None else day.isoformat()
    )
    if not answer.ok:
        yield from failed(turn, answer)
        return
    made = answer.result
    yield Say(turn.words.say("replay_begun" if day is not None else "replay_chosen", day=made.text("replay_from")))
    yield deployment_status(made.text("deployment_id"), made.text("status"), made.text("mode"), made.text("blocker"))
    yield Say(turn.words.say("replay_apart"))
    yield choice(turn, "replay", turn.words.say("ask.replay_running"), ("stop_replay",))


def _stopped(turn: GuidedTurn) -> Script:
    """The newest that still runs."""
    answer = yield from use("trading", "list_deployments")
    running = [
        each
        for each in answer.result.rows("deployments")
        if each.text("mode") == "replay" and each.text("state") in ("running", "paused", "halted")
    ]
    if not running:
        yield Say(turn.words.say("no_replay"))
        return
    deployment_id = running[0].text("deployment_id")
    stopped = yield from change("trading", "stop", deployment_id=deployment_id, reason=turn.understood.quote)
    if stopped.ok:
        yield Say(turn.words.say("replay_stopped"))
    else:
        yield from failed(turn, stopped)
