"""The names of all figures and house rules, Chinese first: what a text may call them."""

from collections.abc import Mapping, Sequence

from src.modules.research.domain.audit.rules import LABELS as AUDIT_LABELS
from src.modules.research.domain.audit.rules import RULES as AUDIT_RULES
from src.modules.research.domain.catalysts import LABELS as CATALYST_LABELS
from src.modules.research.domain.catalysts import RULES as CATALYST_RULES
from src.modules.research.domain.macro.rules import LABELS as MACRO_LABELS
from src.modules.research.domain.macro.rules import RULES as MACRO_RULES
from src.modules.research.domain.technical.rules import LABELS as TECHNICAL_LABELS
from src.modules.research.domain.technical.rules import RULES as TECHNICAL_RULES
from src.modules.research.domain.valuation.rules import LABELS as VALUATION_LABELS
from src.modules.research.domain.valuation.rules import RULES as VALUATION_RULES

_FIGURES = (TECHNICAL_LABELS, AUDIT_LABELS, VALUATION_LABELS, MACRO_LABELS, CATALYST_LABELS)
_RULES = (TECHNICAL_RULES, AUDIT_RULES, VALUATION_RULES, MACRO_RULES, CATALYST_RULES)


def _all_labels() -> dict[str, Sequence[str]]:
    """A figure that several experts use has the names that all of them give it."""
    merged: dict[str, Sequence[str]] = {}
    for labels in _FIGURES:
        for metric, names in labels.items():
            merged[metric] = tuple(dict.fromkeys((*merged.get(metric, ()), *names)))
    for rules in _RULES:
        merged.update((f"rule.{name}", rule.labels) for name, rule in rules.items())
    return merged


LABELS: Mapping[str, Sequence[str]] = _all_labels()
