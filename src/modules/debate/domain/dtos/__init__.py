"""What goes into the three agents, and what comes out of them."""

from src.modules.debate.domain.dtos.bull_bear_argument import BearArgument, BullArgument, SupportingArgument
from src.modules.debate.domain.dtos.debate_input import DebateInput, ExpertSummary
from src.modules.debate.domain.dtos.risk_matrix import ResolutionResult, RiskMatrixItem

__all__ = [
    "BearArgument",
    "BullArgument",
    "DebateInput",
    "ExpertSummary",
    "ResolutionResult",
    "RiskMatrixItem",
    "SupportingArgument",
]
