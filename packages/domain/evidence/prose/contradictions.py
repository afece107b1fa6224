"""What around a number says that it is not the number of its row: another figure, time, company or direction."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.derivations import Cited, Form
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.lexicon import UNKNOWN, is_change_of
from packages.domain.evidence.passages import lowered
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.prose.bases import other_base
from packages.domain.evidence.prose.binding import citations_in
from packages.domain.evidence.prose.figures import is_change, may_be_called
from packages.domain.evidence.prose.measures import mismeasured
from packages.domain.evidence.prose.naming import ATTACHED, named_by, topic_of
from packages.domain.evidence.prose.scene import PEERS, ProseScene
from packages.domain.evidence.prose.signs import contradicted_sign
from packages.domain.evidence.prose.spans_of_time import contradicted_time, other_stretch
from packages.domain.evidence.prose.strangers import names_a_stranger

Contradiction = tuple[GroundingViolation, str]
# What looks like the name of a figure, by its ending; the first words only look so.
_PLAIN = lazy_pattern(
    r"环比|同比|对比|相比|数值|价值|估值|读数|总额|金额|净额|价格|倍数|分别|水平|产能|\b(?:interest|growth) rate of\b"
    r"|\b(?:the|a|this|that|its|their|our|with)\s(?:ratio|margin|score|yield|index|factor)\b",
    re.IGNORECASE,
)
_STRANGER = lazy_pattern(
    r"(?:[\u4e00-\u9fff]{1,6}(?:率|额|值|指数|得分|费用|利润|现金流)"
    r"|\b(?:margins?|ratios?|yields?|factors?|scores?|index|lifetime value|churn|retention|backlog))"
    r"(?P<behind>[^\u4e00-\u9fff]{0,3}.{0,24})$",
    re.IGNORECASE,
)
# What is dear or cheap by a multiple is the share, so a distance of multiples may go by its name.
_LINE = lazy_pattern(
    r"线|门槛|阈值|标准|关口|区间|分界|\b(?:lines?|marks?|thresholds?|bars?|levels?|limits?|ceiling|floor|cut-?off|hurdle|benchmark"
    r"|we like|our own|house)\b",
    re.IGNORECASE,
)
_NEAR = 28
# `行业毛利率`, `the industry's margin`: no row of a company.
_OF_ALL = lazy_pattern(
    r"(?:行业|板块|全市场|同业平均)(?:的|平均|整体)?$|\b(?:industry|sector)(?:'s|-wide| average| median)?\s$",
    re.IGNORECASE,
)
_OWN = lazy_pattern(r"自身|自家|自己|\b(?:its|their|the \w+'s|his) own\b", re.IGNORECASE)
_TO = lazy_pattern(r"[至到]|\bto\b", re.IGNORECASE)
_GENERAL = frozenset({"close", "price"})


def _is_change_of_level(named: frozenset[str], found: Cited) -> bool:
    """`the change in the PMI stands at 50.6`, where 50.6 is the PMI."""
    metric = found.row.metric
    level = not is_change(metric) or all(is_change_of(name, metric) for name in named)
    return found.form is Form.ROW and all(map(is_change, named)) and level


def _of_another(found: Cited) -> Contradiction:
    return GroundingViolation.WRONG_COMPANY, f"it is of {', '.join(sorted({row.subject for row in found.rows}))}"


@dataclass(frozen=True, slots=True)
class Contradictions:
    """Of the numbers of one sentence within its paragraph."""

    scene: ProseScene
    book: EvidenceBook

    def of(self, index: int, found: Cited, value: Decimal) -> Iterator[Contradiction]:
        """Of a number whose amount is that of what it cites."""
        if sure := self.surely(index, found, value):
            yield sure
        yield from self._figure(index, found)
        yield from self._company(index, found)
        if problem := contradicted_time(self.scene, index, found, self.book):
            yield problem
        if contradicted_sign(self.scene, index, found, value):
            yield GroundingViolation.SIGN_FLIP, f"the direction that {found.tag} says"

    def surely(self, index: int, found: Cited, value: Decimal) -> Contradiction | None:
        """What no reading of the words can excuse, however well the names and periods fit."""
        if mismeasured(self.scene, index, found, value):
            return GroundingViolation.INVENTED_METRIC, f"what {found.tag} is a measure of"
        if (
            found.rows
            and self.book.about
            and any(row.subject for row in found.rows)
            and names_a_stranger(self.scene, index, self.book)
        ):
            return _of_another(found)
        pointed = self.scene.pointed_at(index)
        if pointed and not pointed & {row.subject for row in found.rows}:
            return _of_another(found)
        if other_stretch(self.scene, index, found):
            return GroundingViolation.WRONG_PERIOD, f"the period {', '.join(row.period for row in found.rows)}"
        if other_base(self.scene, index, found):
            kind = GroundingViolation.INVENTED_METRIC if found.form is Form.ROW else GroundingViolation.WRONG_PERIOD
            return kind, f"the change that {found.tag} is"
        return None

    def _figure(self, index: int, found: Cited) -> Iterator[Contradiction]:
        metrics = tuple(row.metric for row in found.rows)
        if found.form is Form.SUM and not all(
            any(may_be_called((m,), f.whats) for f in self.scene.figures) for m in metrics
        ):
            yield GroundingViolation.INVENTED_METRIC, f"the names of its figures: {self._labels(metrics)}"
        named = named_by(self.scene, index)
        if self._is_a_line(index, metrics) and not (named and named.surely):
            return
        topic = topic_of(self.scene)
        if topic and len(self.scene.numbers) == 1 and not may_be_called(metrics, topic.whats):
            yield GroundingViolation.INVENTED_METRIC, f"the name of its figure: {self._labels(metrics)}"
        if named is None:
            if found.form is Form.ROW and self._names_a_stranger(index):
                yield GroundingViolation.INVENTED_METRIC, f"the name of its figure: {self._labels(metrics)}"
            return
        name = named.name
        moved = _TO.search(self.scene.words, name.start, self.scene.numbers[index].start) is not None
        changed = _is_change_of_level(name.whats, found) and not moved
        if named.surely and (self._is_no_line(index, name.whats, found) or changed):
            yield GroundingViolation.INVENTED_METRIC, f"the name of its figure: {self._labels(metrics)}"
        if found.row.subject and _OF_ALL.search(self.scene.words, 0, name.start):
            yield (
                GroundingViolation.INVENTED_METRIC,
                f"the figure of the company, not of others: {self._labels(metrics)}",
            )
        if may_be_called(metrics, name.whats) and not self._is_qualified(index, metrics):
            return
        elsewhere = any(may_be_called(metrics, other.whats) for other in self.scene.figures) or self._is_operand(found)
        general = found.form is not Form.ROW and bool(name.whats & _GENERAL)
        if named.surely or not (elsewhere or general):
            yield GroundingViolation.INVENTED_METRIC, f"the name of its figure: {self._labels(metrics)}"

    def _labels(self, metrics: Sequence[str]) -> str:
        return ", ".join(sorted({(self.book.labels.get(metric) or (metric,))[0] for metric in metrics}))

    def _is_qualified(self, index: int, metrics: Sequence[str]) -> bool:
        """An unknown figure is named before the number, and the row's own by no name of its own."""
        left, number = self.scene.named_before(index), self.scene.numbers[index]
        before = [m for m in self.scene.figures if left <= m.start and m.end <= number.start]
        if not any(m.whats == {UNKNOWN} for m in before):
            return False
        words = lowered(self.scene.words[left : number.start])
        labels = [lowered(label) for metric in metrics for label in self.book.labels.get(metric, ())]
        foreign = [lowered(self.scene.words[m.start : m.end]) for m in before if m.whats == {UNKNOWN}]
        return not any(label in words and not any(label in one for one in foreign) for label in labels)

    def _is_operand(self, found: Cited) -> bool:
        """`16.9%[E34/E23-1] upside from 71.40[E23]`: what something else in the sentence is computed from."""
        others = citations_in(self.scene.text)
        return any(found.tag in one.operands for one in others if one.form is not Form.ROW)

    def _is_a_line(self, index: int, metrics: Sequence[str]) -> bool:
        """A house threshold that is spoken of as one: `the 30% low mark`, `1 倍的优良线`."""
        if not all(metric.startswith("rule.") for metric in metrics):
            return False
        number = self.scene.numbers[index]
        return _LINE.search(self.scene.words, max(0, number.start - _NEAR), number.stop + _NEAR) is not None

    def _is_no_line(self, index: int, named: frozenset[str], found: Cited) -> bool:
        """`不低于采购经理指数 50.0`, where 50.0 is the line that the index is held against."""
        if found.form is not Form.ROW or not found.row.metric.startswith("rule."):
            return False
        number = self.scene.numbers[index]
        near = _LINE.search(self.scene.words, max(0, number.start - _NEAR), number.stop + _NEAR) is not None
        return not near and not any(name.startswith("rule.") for name in named)

    def _names_a_stranger(self, index: int) -> bool:
        left, number = self.scene.named_before(index), self.scene.numbers[index]
        gap = self.scene.words[max(left, self.scene.numbers[index - 1].stop if index else 0) : number.start]
        match = _STRANGER.search(_PLAIN.sub(lambda plain: " " * len(plain.group()), gap))
        return match is not None and ATTACHED.fullmatch(match["behind"]) is not None

    def _is_handed_on(self, index: int) -> bool:
        """`a discount to its peer's 25.9x`: whoever was named before, this is another's."""
        number = self.scene.numbers[index]
        last = max((m.end for m in self.scene.companies if m.end <= number.start), default=0)
        last = max(last, self.scene.clause(index)[0])
        return PEERS.search(self.scene.words, last, number.start) is not None

    def _company(self, index: int, found: Cited) -> Iterator[Contradiction]:
        about = self.book.about
        subjects = {row.subject for row in found.rows} - {""}
        if not subjects or not about:
            return
        named = self.scene.companies_of(index)
        left, right = self.scene.clause(index)
        if (
            named
            and not self._is_handed_on(index)
            and not _OWN.search(self.scene.words, left, right)
            and not named & subjects
        ):
            yield GroundingViolation.WRONG_COMPANY, f"it is of {', '.join(sorted(subjects))}"
        strangers = subjects - {about} - self.scene.known_companies
        if strangers and not self.scene.names_peers and not self.scene.passage.is_cell:
            yield GroundingViolation.WRONG_COMPANY, f"the name of {', '.join(sorted(strangers))}, whose figure it is"
