"""What the holder of a tool token may do: whose desk it is, in which conversation and phase, with which tools."""

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
class ToolGrant:
    """`tools` narrows the domain's tools to those; None is all that the phase allows."""

    user_id: str
    session_id: str
    turn_id: str
    phase: Phase
    domain: ToolDomain
    tools: frozenset[str] | None = None
