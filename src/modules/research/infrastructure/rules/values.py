"""A valuation as a rules analyst sees it: the kind of business, values by method, and each method's own verdict."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property

from src.modules.research.domain.brief import Brief
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.valuation.assumptions import METHODS, Outlook, ValuationVerdict
from src.modules.research.domain.valuation.business import FINANCIALS
from src.modules.research.domain.valuation.points import ValuationPoint, valuation_points, verdict_of
from src.modules.research.domain.valuation.rules import RULES
from src.modules.research.infrastructure.rules.writing import ExactWriter

_OF_REPORTS = ("eps_ttm", "sales_per_share_ttm", "dcf_flow", "book_value_per_share")


class ValuationWriter(ExactWriter):
    """Counts and years without a decimal."""

    def number(self, key: str) -> str:
        row = self._rows[key]
        if row.unit == "plain" and row.value is not None and row.value == int(row.value):
            return f"{int(row.value)}[{self.brief.tags[key]}]"
        return super().number(key)


class Values:
    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.write = ValuationWriter(brief, "valuation")
        verdict = verdict_of(brief.figures["price"], brief.figures["value_middle"])
        self.verdict = verdict or ValuationVerdict.FAIR

    def has(self, *keys: str) -> bool:
        return all(key in self.brief.figures for key in keys)

    def numbers(self, *keys: str) -> list[float]:
        return [float(self.brief.figures[key].value) for key in keys]

    @cached_property
    def kind(self) -> BusinessKind:
        """The one whose weights the brief was handed."""
        first = {kind: f"rule.weight_{kind}_{methods[0].name}" for kind, methods in METHODS.items()}
        return next((kind for kind, name in first.items() if name in self.brief.tags), BusinessKind.ORDINARY)

    @property
    def is_financial(self) -> bool:
        return self.kind in FINANCIALS

    @cached_property
    def outlook(self) -> Outlook:
        """The one whose odds the brief was handed."""
        found = [outlook for outlook in Outlook if f"rule.odds_{outlook}_base" in self.brief.tags]
        return found[0] if found else Outlook.STEADY

    @cached_property
    def points(self) -> Mapping[str, ValuationPoint]:
        """Believed values, by method, the weightiest first."""
        used, _ = valuation_points(self.brief.figures, self.brief.figures["price"], METHODS[self.kind])
        return {point.method: point for point in sorted(used, key=lambda point: -point.weight)}

    @cached_property
    def refused(self) -> tuple[ValuationPoint, ...]:
        return valuation_points(self.brief.figures, self.brief.figures["price"], METHODS[self.kind])[1]

    def verdicts(self) -> Mapping[str, ValuationVerdict]:
        """What each believed method says by itself."""
        price = self.brief.figures["price"]
        by_name = {name: verdict_of(price, point.value) for name, point in self.points.items()}
        return {name: verdict for name, verdict in by_name.items() if verdict is not None}

    @property
    def report_end(self) -> date | None:
        return next((self.brief.figures[key].ends for key in _OF_REPORTS if self.has(key)), None)


def rule(name: str) -> float:
    return float(RULES[name].value)


def method_names(values: Values, names: Iterable[str]) -> list[str]:
    return [values.write.word("valuation_method", name) for name in names]
