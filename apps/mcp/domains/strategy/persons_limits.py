"""A strategy held to the person's own answers: what they rule out is a problem of the strategy, with its clause."""

from apps.mcp.toolbox import Call
from packages.domain.conversation.bounds import constraints_of
from packages.domain.conversation.constraints import problems_of
from packages.domain.strategy.validate import Validation


async def for_the_person(call: Call, checked: Validation) -> Validation:
    """Who has told nothing about themselves is bound by nothing here; the lab and the risk gate have defaults."""
    profile = await call.desk.profiles.of(call.owner_id)
    if checked.strategy is None or not profile.clauses():
        return checked
    problems = problems_of(constraints_of(profile), checked.strategy)
    return Validation(None, problems) if problems else checked
