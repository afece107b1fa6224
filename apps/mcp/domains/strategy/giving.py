"""What a call gives as a strategy, and whether the person's own answers allow it."""

from apps.mcp.toolbox import ToolCall
from packages.core.errors import Invalid
from packages.domain.conversation.bounds import constraints_of
from packages.domain.conversation.constraints import problems_of
from packages.domain.strategy.book import StrategyText
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.validate import Validation


class OneSourceNeeded(Invalid):
    """A strategy is saved from a dsl or from a draft, and not from both."""


def source_of(dsl: dict[str, object] | str) -> object:
    return StrategyText(dsl) if isinstance(dsl, str) else dsl


async def given(call: ToolCall, dsl: dict[str, object] | str | None, strategy_draft_id: str | None) -> object:
    if strategy_draft_id is not None and dsl is None:
        return document_of((await call.services.drafts.get(call.owner_id, strategy_draft_id)).strategy)
    if dsl is None or strategy_draft_id is not None:
        raise OneSourceNeeded("strategy.one_source_needed")
    return source_of(dsl)


async def within_profile(call: ToolCall, checked: Validation) -> Validation:
    """What the person's own answers rule out is a problem of the strategy; no answers rule out nothing."""
    profile = await call.services.profiles.of(call.owner_id)
    if checked.strategy is None or not profile.clauses():
        return checked
    problems = problems_of(constraints_of(profile), checked.strategy)
    return Validation(None, problems) if problems else checked
