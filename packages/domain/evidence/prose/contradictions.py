"""What around a number says that it is not the number of its row: another figure, time, company or direction."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.derivations import Cited, Form
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.lexicon import UNKNOWN, Mention
from packages.domain.evidence.passages import lowered
from packages.domain.evidence.prose.figures import may_be_called, prose_names
from packages.domain.evidence.prose.scene import Scene
from packages.domain.evidence.prose.spans_of_time import contradicted_time
from packages.domain.evidence.prose.signs import contradicted_sign

Contradiction = tuple[GroundingViolation, str]
# Between a name and its number where the name is surely the number's.
_ATTACHED = re.compile(
    r"(?:\s|[-~:(*_`]|的|为|是|约|达|至|到|仅|只有|有|在|报|已|也|就|则|录得|实现|合计|累计|同比|环比|增速|分别"
    r"|\b(?:of|at|is|was|were|are|came in|stood|stands|to|about|around|roughly|nearly|just|only|a|an|the|reached|hit"
    r"|which|had|has|[,]|totall?ed|reads?|runs?|print(?:ed)?|landed|touched)\b|[$¥€£]|RMB|CNY|USD){0,20}",
    re.IGNORECASE,
)

# What looks like the name of a figure, by its ending; the first words only look so.
_PLAIN = re.compile(
    r"环比|同比|对比|相比|数值|价值|估值|读数|总额|金额|净额|价格|倍数|分别|水平|产能|\b(?:interest|growth) rate of\b"
    r"|\b(?:the|a|this|that|its|their|our|with)\s(?:ratio|margin|score|yield|index|factor)\b",
    re.IGNORECASE,
)
_STRANGER = re.compile(
    r"(?:[\u4e00-\u9fff]{1,6}(?:率|额|值|指数|得分|费用|利润|现金流)"
    r"|\b(?:margins?|ratios?|yields?|factors?|scores?|index|lifetime value|churn|retention|backlog))(?P<behind>[^\u4e00-\u9fff]{0,3}.{0,24})$",
    re.IGNORECASE,
)
# What is dear or cheap by a multiple is the share, so a distance of multiples may go by its name.
_LINE = re.compile(
    r"线|门槛|阈值|标准|关口|区间|分界|\b(?:lines?|marks?|thresholds?|bars?|levels?|limits?|ceiling|floor|cut-?off|hurdle|benchmark"
    r"|we like|our own|house)\b",
    re.IGNORECASE,
)
_NEAR = 28
# `26% of assets`, `1.4 times net profit`: what it is measured by.
_BASE = re.compile(r"\s?of\s", re.IGNORECASE)
_GENERAL = frozenset({"close", "price"})


@dataclass(frozen=True, slots=True)
class Contradictions:
    """Of the numbers of one sentence within its paragraph."""

    scene: Scene
    book: EvidenceBook

    def of(self, index: int, found: Cited, value: Decimal) -> Iterator[Contradiction]:
        """Of a number whose amount is that of what it cites."""
        yield from self._figure(index, found)
        yield from self._company(index, found)
        if problem := contradicted_time(self.scene, index, found, self.book):
            yield problem
        if contradicted_sign(self.scene, index, found, value):
            yield GroundingViolation.SIGN_FLIP, f"the direction that {found.tag} says"

    def _figure(self, index: int, found: Cited) -> Iterator[Contradiction]:
        metrics = tuple(row.metric for row in found.rows)
        if found.form is Form.SUM and not all(any(may_be_called((m,), f.whats) for f in self.scene.figures) for m in metrics):
            yield GroundingViolation.INVENTED_METRIC, f"the names of its figures: {self._labels(metrics)}"
        if self._is_a_line(index, metrics):
            return
        name, attached = self._name(index)
        if name is None and found.form is Form.ROW and self._names_a_stranger(index):
            yield GroundingViolation.INVENTED_METRIC, f"the name of its figure: {self._labels(metrics)}"
        if name is None or (may_be_called(metrics, name.whats) and not self._is_qualified(index, metrics)):
            return
        elsewhere = any(may_be_called(metrics, other.whats) for other in self.scene.figures)
        general = found.form is not Form.ROW and bool(name.whats & _GENERAL)
        if attached or not (elsewhere or general):
            yield GroundingViolation.INVENTED_METRIC, f"the name of its figure: {self._labels(metrics)}"

    def _labels(self, metrics: Sequence[str]) -> str:
        return ", ".join(sorted({(self.book.labels.get(metric) or (metric,))[0] for metric in metrics}))

    def _is_qualified(self, index: int, metrics: Sequence[str]) -> bool:
        """A figure that the desk does not know is named before the number, and the row's own by no name of its own."""
        left, number = self.scene.named_before(index), self.scene.numbers[index]
        before = [m for m in self.scene.figures if left <= m.start and m.end <= number.start]
        if not any(m.whats == {UNKNOWN} for m in before):
            return False
        words = lowered(self.scene.words[left : number.start])
        labels = [lowered(label) for metric in metrics for label in self.book.labels.get(metric, ())]
        foreign = [lowered(self.scene.words[m.start : m.end]) for m in before if m.whats == {UNKNOWN}]
        return not any(label in words and not any(label in one for one in foreign) for label in labels)

    def _names_others(self, index: int, metrics: Sequence[str]) -> bool:
        """Figures are named beside the number, and neither they nor any other of the paragraph are the row's."""
        numbers = self.scene.numbers
        left = numbers[index - 1].stop if index else 0
        right = numbers[index + 1].start if index + 1 < len(numbers) else len(self.scene.text)
        beside = [m for m in self.scene.figures if left <= m.start and m.end <= right]
        named = [*self.scene.figures, *prose_names(self.book.labels).found(self.scene.context)]
        return bool(beside) and not any(may_be_called(metrics, m.whats) for m in named)

    def _is_a_line(self, index: int, metrics: Sequence[str]) -> bool:
        """A house threshold that is spoken of as one: `the 30% low mark`, `1 倍的优良线`."""
        if not all(metric.startswith("rule.") for metric in metrics):
            return False
        number = self.scene.numbers[index]
        return _LINE.search(self.scene.words, max(0, number.start - _NEAR), number.stop + _NEAR) is not None

    def _names_a_stranger(self, index: int) -> bool:
        left, number = self.scene.named_before(index), self.scene.numbers[index]
        gap = self.scene.words[max(left, self.scene.numbers[index - 1].stop if index else 0) : number.start]
        match = _STRANGER.search(_PLAIN.sub(lambda plain: " " * len(plain.group()), gap))
        return match is not None and _ATTACHED.fullmatch(match["behind"]) is not None

    def _name(self, index: int) -> tuple[Mention | None, bool]:
        """The name that a number goes by in its own clause, and whether it surely is the number's."""
        number = self.scene.numbers[index]
        _, right = self.scene.clause(index)
        left = self.scene.named_before(index)
        measured = [m for m in self.scene.figures if number.start < m.start < number.end < m.end]
        if measured:
            return measured[0], True
        before = [m for m in self.scene.figures if left <= m.start and m.end <= number.start]
        if before:
            gap = self.scene.words[before[-1].end : number.start]
            return before[-1], _ATTACHED.fullmatch(gap) is not None
        behind = [m for m in self.scene.figures if number.start < m.start and number.end < m.end <= right]
        gap = self.scene.words[number.stop : behind[0].start] if behind else ""
        if behind and len(gap) <= 4 and not _BASE.fullmatch(gap):
            return behind[0], True
        return None, False

    def _company(self, index: int, found: Cited) -> Iterator[Contradiction]:
        about = self.book.about
        subjects = {row.subject for row in found.rows} - {""}
        if not subjects or not about:
            return
        named = self.scene.companies_of(index)
        if named and not named & subjects:
            yield GroundingViolation.WRONG_COMPANY, f"it is of {', '.join(sorted(subjects))}"
        strangers = subjects - {about} - self.scene.known_companies
        if strangers and not self.scene.speaks_of_peers and not self.scene.passage.is_cell:
            yield GroundingViolation.WRONG_COMPANY, f"the name of {', '.join(sorted(strangers))}, whose figure it is"
