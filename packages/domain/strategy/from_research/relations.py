"""Finds, in the rows that an argument cites, the comparisons that a rule can test."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from packages.domain.strategy.from_research.chart_terms import CHART, ChartTerm, term_of
from packages.domain.strategy.from_research.drafted import ChartRelation, Side
from packages.domain.strategy.from_research.facts import ResearchRow
from packages.domain.strategy.json_tree import Document

# Of two moving figures of a scale, which one stands first: a rise is the first above the second.
_FIRST = ("close", "macd_line", "kdj_k", "plus_di14")


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """Two rows whose order on the day of the research is a reason for the trade, as a condition."""

    id: str
    relation: ChartRelation
    terms: tuple[ChartTerm, ChartTerm]

    @property
    def condition(self) -> Document:
        op = "gt" if self.relation.above else "lt"
        return {"cmp": {"left": self.terms[0].operand, "op": op, "right": self.terms[1].operand}}

    @property
    def factors(self) -> dict[str, Document]:
        return dict(term.factor for term in self.terms if term.factor is not None)


def stated_relations(rows: tuple[ResearchRow, ...], side: Side) -> Iterator[StatedRelation]:
    """Every pair of cited rows that can be compared, as they stood to each other. The close is compared with each
    price; of two moving figures only an order in favour of the side is a reason for it, while a figure beyond a
    threshold that was cited with it is one either way."""
    known = [(row, term) for row in rows if (term := term_of(row)) is not None]
    for (one, term), (other, beside) in combinations(known, 2):
        (left, first), (right, second) = _ordered((one, term), (other, beside))
        beyond = right.value if second.held_at is None else second.held_at
        if not _comparable((left, first), (right, second)) or left.value == beyond:
            continue
        above = left.value > beyond
        threshold = right.metric.startswith("rule.")
        if threshold or above == (side > 0):
            relation = ChartRelation(CHART, left.metric, above, right.metric, second.held_at)
            yield StatedRelation(f"{CHART}:{left.tag}-{right.tag}", relation, (first, second))


Known = tuple[ResearchRow, ChartTerm]


def _ordered(one: Known, other: Known) -> tuple[Known, Known]:
    if other[0].metric in _FIRST or one[1].held_at is not None:
        return other, one
    return one, other


def _comparable(left: Known, right: Known) -> bool:
    if left[1].scale != right[1].scale or left[1].held_at is not None:
        return False
    return left[0].metric in _FIRST or (right[1].held_at is not None and left[1].scale != "price")
