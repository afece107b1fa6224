"""Tests that a person stops while they run: stopped at once, by their word alone, and said so in the same turn."""

from collections.abc import Sequence
from dataclasses import replace

from apps.api.agents.protocol import PhaseContext, Reply
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.conversation.awaited import AwaitedKind, AwaitedWork
from packages.domain.conversation.facts import BacktestFact, StressFact
from packages.domain.conversation.understanding.consent import stops_work
from packages.domain.conversation.understanding.model import Understood, Wish
from packages.domain.conversation.wording import say

STOPPED = "stopped"  # in the state of a turn
_AT_WORK = frozenset({"pending", "running"})
_NAMES = {AwaitedKind.BACKTEST: "backtest", AwaitedKind.STRESS: "stress_test"}


async def stopped_on(
    context: PhaseContext, understood: Understood, test: BacktestFact | StressFact | None
) -> Understood:
    """With the test stopped that runs, where the message says so; it says nothing else then."""
    if test is None or test.status not in _AT_WORK or not stops_work(understood):
        return understood
    work = _work_of(test)
    await context.services.tests.stop(context.owner_id, work)
    return replace(understood, answers={}, proposal=None, wishes=(Wish.CANCEL,), stopped=_NAMES[work.kind])


def stopped_state(understood: Understood) -> JsonObject:
    return {STOPPED: understood.stopped} if understood.stopped else {}


def describe_stopped(reply: Reply, language: Language) -> Sequence[str]:
    """That it was stopped, unless the answer has said it."""
    if not reply.understood.stopped:
        return ()
    sentence = say(language, f"stopped.{reply.understood.stopped}")
    return () if sentence in reply.text else (sentence,)


def _work_of(test: BacktestFact | StressFact) -> AwaitedWork:
    if isinstance(test, BacktestFact):
        return AwaitedWork(AwaitedKind.BACKTEST, test.backtest_job_id)
    return AwaitedWork(AwaitedKind.STRESS, test.stress_report_id)
