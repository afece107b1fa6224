"""Bars that a message asks for: their fetch is begun, once a turn."""

from dataclasses import replace

from apps.api.agents.protocol import PhaseContext
from packages.core.errors import ParleyError
from packages.core.messages import message_of
from packages.domain.conversation.understanding.model import FailedFetch, Understood


async def begun_fetch(context: PhaseContext, symbol: str) -> str:
    """The job that fetches the data; however often it is asked in a turn, it is the same. May raise `ParleyError`."""
    return await context.services.fetches.begin(context.owner_id, symbol, f"{context.turn_id} {symbol}")


async def with_fetch(context: PhaseContext, understood: Understood) -> Understood:
    """With the fetch begun that was asked for; one that cannot be is answered with its reason."""
    if understood.fetch is None:
        return understood
    try:
        await begun_fetch(context, understood.fetch)
    except ParleyError as error:
        refused = FailedFetch("", understood.fetch, reason=message_of(error.message))
        return replace(understood, fetch=None, fetch_failed=refused)
    return understood
