"""The second reading of a number that the strict one refuses: its tags bear it out, and no word around it objects."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.derivations import Citation, Cited, Form, cited
from packages.domain.evidence.documents import Documents
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.lexicon import is_difference
from packages.domain.evidence.numbers import StatedNumber, same_as_cited
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.prose.binding import citations_in, possible_citations
from packages.domain.evidence.prose.contradictions import Contradictions
from packages.domain.evidence.prose.figures import base_of, may_be_called
from packages.domain.evidence.prose.scene import ProseScene
from packages.domain.evidence.units import CURRENCIES, WrittenUnit, unit_fits

_ABOUT_BEHIND = lazy_pattern(r"\s?(?:左右|上下|附近|出头|有余|多|or so|odd\b|plus\b)")
_ABOUT_BEFORE = lazy_pattern(
    r"(?:附近|接近|逼近|just|roughly|some|within|just over|just under|a touch|about|around)\s?(?:a\s)?$", re.IGNORECASE
)
_LARGE = 10**4
_OF_THE = lazy_pattern(r"\s?(?:the|that of|its|their|what)\b", re.IGNORECASE)
_GREW = lazy_pattern(r"(?:增长|增加|提升|上升|涨|grew|up|rose|increased)[^,;。]{0,6}$", re.IGNORECASE)
_POINTS = lazy_pattern(r"point|点")


def _is_multiple(stated: StatedNumber, ratio: Decimal) -> bool:
    """More than doubled reaches up to three times; doubled by itself is about two."""
    said = stated.value * stated.unit.scale
    match stated.about:
        case "over":
            return said <= ratio < said + 1
        case "under":
            return said - 1 < ratio <= said
        case _:
            return abs(ratio - said) <= said / 10


def _is_comparable(one: Cited, other: Cited) -> bool:
    return base_of(one.row.metric) == base_of(other.row.metric)


@dataclass(frozen=True, slots=True)
class SecondReading:
    """`objection`: why the number is not what a tag says, None when one bears it out."""

    scene: ProseScene
    book: EvidenceBook
    documents: Documents

    def objection(self, index: int) -> tuple[GroundingViolation, str, str] | None:
        if self._in_document(index) or self._multiple(index):
            return None
        objections = []
        for citation in possible_citations(self.scene.text, self.scene.numbers, index):
            found = cited(citation, self.book)
            if found is None or found.value is None or not self._same(index, found, found.value):
                continue
            objection = next(Contradictions(self.scene, self.book).of(index, found, found.value), None)
            objection = objection or self._beside(index, found)
            if objection is None:
                return None
            objections.append((*objection, citation.text))
        return objections[0] if objections else (GroundingViolation.WRONG_VALUE, "a number that its tag says", "")

    def _beside(self, index: int, found: Cited) -> tuple[GroundingViolation, str] | None:
        """`15.0%[E2][E3]`: a further tag behind the number is of a figure that the sentence names, too."""
        named = [*self.scene.figures, *self.scene.named_in_context]
        for citation in self.scene.numbers[index].citations:
            other = cited(citation, self.book)
            if other is None or other.value is None or other.tag == found.tag:
                continue
            metrics = tuple(row.metric for row in other.rows)
            alike = {base_of(metric) for metric in metrics} <= {base_of(row.metric) for row in found.rows}
            if not alike and not any(may_be_called(metrics, mention.whats) for mention in named):
                return GroundingViolation.INVENTED_METRIC, f"what {other.tag} is: {', '.join(metrics)}"
        return None

    def sure_objection(self, index: int) -> tuple[GroundingViolation, str, str] | None:
        """Against a number that the strict reading lets pass."""
        citation = self.bound(index)
        found = cited(citation, self.book) if citation else None
        if citation is None or found is None or found.value is None:
            return None
        objection = Contradictions(self.scene, self.book).surely(index, found, found.value)
        return (*objection, citation.text) if objection else None

    def _in_document(self, index: int) -> bool:
        """A number of a text that the sentence cites, wherever the tag stands."""
        numbers = self.scene.numbers
        texts = [
            found.row
            for one in possible_citations(self.scene.text, numbers, index)
            if (found := cited(one, self.book)) and found.value is None
        ]
        return any(not any(self.documents.problems(self.scene.reading, index, row)) for row in texts)

    def _multiple(self, index: int) -> bool:
        """`has doubled[E1][E2]`, `more than doubled to 121m[E9] from 59m[E8]`: one is that many times the other;
        `增长逾一倍[E10]`: it grew by that much."""
        stated = self.scene.numbers[index]
        if stated.unit.dimension not in {"times", "plain", "ratio"} or any(map(str.isdigit, stated.text)):
            return False
        if (directed := self._directed(index)) is not None:
            return _is_multiple(stated, directed)
        found = [one for tag in citations_in(self.scene.text) if (one := cited(tag, self.book)) and one.value]
        grown = [one.value for one in found if one.unit == "ratio" and _GREW.search(self.scene.words, 0, stated.start)]
        pairs = [(one, other) for one in found for other in found if one is not other and one.unit == other.unit]
        ratios = [one.value / other.value for one, other in pairs if _is_comparable(one, other)]  # type: ignore[operator]
        return any(_is_multiple(stated, abs(ratio)) for ratio in (*ratios, *grown))  # type: ignore[arg-type]

    def _directed(self, index: int) -> Decimal | None:
        """`6.4%[E1] is more than double the 13.8%[E2]`: the first by the second, and not the other way round."""
        numbers = self.scene.numbers
        if not 0 < index < len(numbers) - 1 or not _OF_THE.match(self.scene.words, numbers[index].stop):
            return None
        one, other = (self._value(place) for place in (index - 1, index + 1))
        return one / other if one and other else None

    def _value(self, index: int) -> Decimal | None:
        citation = self.bound(index)
        found = cited(citation, self.book) if citation else None
        return found.value if found else None

    def bound(self, index: int) -> Citation | None:
        """The tag whose value is that of the number."""
        for citation in possible_citations(self.scene.text, self.scene.numbers, index):
            found = cited(citation, self.book)
            if found is not None and found.value is not None and self._same(index, found, found.value):
                return citation
        return None

    def _same(self, index: int, found: Cited, value: Decimal) -> bool:
        stated = self._roughly(self.scene.numbers[index])
        if found.unit == "pp" and stated.unit.dimension == "plain" and _POINTS.search(stated.text):
            stated = replace(stated, unit=WrittenUnit(Decimal("0.01"), "points of percent"))
        return self._in_unit(stated, found) and same_as_cited(stated, found, value)

    def _roughly(self, stated: StatedNumber) -> StatedNumber:
        text = self.scene.words
        about = _ABOUT_BEHIND.match(text, stated.end) or _ABOUT_BEFORE.search(
            text, max(0, stated.start - 12), stated.start
        )
        return replace(stated, about="about") if about and not stated.about else stated

    def _in_unit(self, stated: StatedNumber, found: Cited) -> bool:
        if found.form is Form.RATIO and stated.unit.dimension in {"times", "plain", "ratio"}:
            return True
        if stated.unit.dimension == "plain" and stated.unit.scale >= _LARGE and found.unit in CURRENCIES:
            return True
        if stated.unit.dimension == "times" and found.unit in {"x", "ratio", "plain", "points"}:
            return found.unit != "ratio"
        difference = found.form is Form.ROW and is_difference(found.row.metric)
        return unit_fits(stated.unit, found.unit, difference=difference)
