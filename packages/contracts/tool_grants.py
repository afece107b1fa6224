"""What the holder of a tool token may do: for whom, in which conversation and phase, with which tools."""

from dataclasses import dataclass
from enum import StrEnum

from packages.contracts.phases import Phase

HEADER = "x-mcp-context"


class ToolDomain(StrEnum):
    """The six tool servers; a token is good for one of them."""

    STRATEGY = "strategy"
    MARKET_DATA = "market_data"
    BACKTEST = "backtest"
    STRESS = "stress"
    TRADING = "trading"
    RESEARCH = "research"


@dataclass(frozen=True, slots=True)
class TypedOverride:
    """A person's own words in this conversation: the phrase that deploys on paper what a stress test did not pass, and
    why. It is good for the rules that they were typed for."""

    phrase: str
    reason: str
    content_hash: str


@dataclass(frozen=True, slots=True)
class ToolGrant:
    """`tools` narrows the domain's tools to those; None is all that the phase allows. `override` is there when the
    person typed one: it is read from their words, and no model can write it. `by_rules`: the guided rules call the
    tools for what the person said, and no model takes part."""

    user_id: str
    session_id: str
    turn_id: str
    phase: Phase
    domain: ToolDomain
    tools: frozenset[str] | None = None
    override: TypedOverride | None = None
    by_rules: bool = False
