"""What around a number says that it is not the number of its row: another figure, time, company or direction."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.derivations import Cited, Form
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.lexicon import Mention
from packages.domain.evidence.prose.figures import may_be_called
from packages.domain.evidence.prose.scene import Scene
from packages.domain.evidence.prose.spans_of_time import contradicted_time
from packages.domain.evidence.prose.signs import contradicted_sign

Contradiction = tuple[GroundingViolation, str]
# Between a name and its number where the name is surely the number's.
_ATTACHED = re.compile(
    r"(?:\s|[-~:(]|的|为|是|约|达|至|到|仅|只有|有|在|报|已|也|就|则|录得|实现|合计|累计|同比|环比|增速|分别"
    r"|\b(?:of|at|is|was|were|are|came in|stood|stands|to|about|around|roughly|nearly|just|only|a|an|the|reached|hit"
    r"|totall?ed|reads?|runs?|print(?:ed)?|landed|touched)\b|[$¥€£]|RMB|CNY|USD){0,8}",
    re.IGNORECASE,
)

# What is dear or cheap by a multiple is the share, so a distance of multiples may go by its name.
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
        name, attached = self._name(index)
        if name is None or may_be_called(metrics, name.whats):
            return
        elsewhere = any(may_be_called(metrics, other.whats) for other in self.scene.figures)
        general = found.form is not Form.ROW and bool(name.whats & _GENERAL)
        if attached or not (elsewhere or general):
            names = sorted({(self.book.labels.get(metric) or (metric,))[0] for metric in metrics})
            yield GroundingViolation.INVENTED_METRIC, f"the name of its figure: {', '.join(names)}"

    def _name(self, index: int) -> tuple[Mention | None, bool]:
        """The name that a number goes by in its own clause, and whether it surely is the number's."""
        number = self.scene.numbers[index]
        left, right = self.scene.clause(index)
        before = [m for m in self.scene.figures if left <= m.start and m.end <= number.start]
        if before:
            gap = self.scene.words[before[-1].end : number.start]
            return before[-1], _ATTACHED.fullmatch(gap) is not None
        behind = [m for m in self.scene.figures if number.stop <= m.start and m.end <= right]
        if behind and behind[0].start - number.stop <= 4:
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


