"""The five experts of the desk by name, in the order in which they are told."""

from typing import Final

EXPERTS: Final = (
    "technical_analyst",
    "financial_auditor",
    "valuation_modeler",
    "macro_intelligence",
    "catalyst_detective",
)
