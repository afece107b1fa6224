"""What a verdict says would prove it wrong, as far as a close on the chart can show it."""

import re
from dataclasses import dataclass

from packages.domain.strategy.from_research.chart_terms import CHART, shown_price, term_of
from packages.domain.strategy.from_research.drafted import ChartRelation, Side
from packages.domain.strategy.from_research.facts import ResearchFacts, StatedPoint, VerdictLevel
from packages.domain.strategy.json_tree import Document, Json

_WORDS = {
    1: re.compile(r"\b(below|under|loses?|lost|breaks? down)\b|跌破|低于|失守|下破|跌穿|跌至", re.IGNORECASE),
    -1: re.compile(r"\b(above|over|breaks? out|reclaims?)\b|升破|突破|站上|高于|涨破|升至", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class StatedTrigger:
    """A close beyond a price. `is_stop`: that price is the verdict's stop."""

    relation: ChartRelation
    operand: Json
    factors: dict[str, Document]
    is_stop: bool

    @property
    def condition(self) -> Document:
        op = "gt" if self.relation.above else "lt"
        return {"cmp": {"left": {"ref": "close"}, "op": op, "right": self.operand}}


def stated_trigger(point: StatedPoint, facts: ResearchFacts, side: Side) -> StatedTrigger | str:
    """The trigger as a rule, or the reason why it is none: it names no price, or another figure beside it, does not say
    on which side of it, or a close beyond it would be no news."""
    if facts.stop is not None and point.rows and set(point.rows) == set(facts.stop.rows):
        return _beyond_stop(facts.stop, side) if _says_beyond(point, side) else "trigger_without_side"
    named = [row for row in point.rows if (row.expert, row.metric) != (CHART, "close")]
    term = term_of(named[0]) if len(named) == 1 else None
    if term is None or term.scale != "price":
        return "trigger_without_price"
    if not _says_beyond(point, side):
        return "trigger_without_side"
    row = named[0]
    if facts.price is None or (facts.price - row.value) * side <= 0:
        return "trigger_already_met"
    relation = ChartRelation(CHART, "close", side < 0, row.metric, term.held_at)
    return StatedTrigger(relation, term.operand, dict([term.factor] if term.factor else []), is_stop=False)


def _beyond_stop(stop: VerdictLevel, side: Side) -> StatedTrigger:
    value = shown_price(stop.value)
    return StatedTrigger(ChartRelation(CHART, "close", side < 0, "stop", value), value, {}, is_stop=True)


def _says_beyond(point: StatedPoint, side: Side) -> bool:
    return bool(_WORDS[side].search(point.text)) and not _WORDS[-side].search(point.text)
