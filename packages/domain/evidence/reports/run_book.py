"""All evidence of one run: the rows of every expert, cited as `[technical_analyst:E7]` by whoever speaks after them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation

from packages.core.messages import Language
from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.checker import Grounding, check
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.reports.opinions import anchor
from packages.domain.evidence.reports.removal import CleanText, check_cited, cites_rows, without_unbound

# The checker knows tags as E1: each expert's rows get numbers of their own, ten thousand apart.
_APART = 10_000
_NOWHERE = "E0"
_BRACKETS = lazy_pattern(r"[\[【〔［][^\[\]【】〔〕［］\n]{1,200}[\]】〕］]")
_NAMED = lazy_pattern(r"(?:(?P<expert>[A-Za-z_]{3,40})\s?[:：]\s?)?(?<![A-Za-z0-9])[Ee](?P<number>\d{1,6})")
_NUMBERED = lazy_pattern(r"(?<![A-Za-z0-9])E(\d{5,6})(?!\d)")
Row = Mapping[str, object]  # an evidence row as an expert's result lists it


@dataclass(frozen=True, slots=True)
class EvidenceNames:
    """What figures and companies may be called."""

    labels: Mapping[str, Sequence[str]]
    companies: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class RunBook:
    """`experts` in the order of their numbers."""

    book: EvidenceBook
    experts: tuple[str, ...]

    @classmethod
    def of(cls, symbol: str, evidence: Mapping[str, Sequence[Row]], names: EvidenceNames) -> "RunBook":
        """`evidence` by expert, as the experts' results list it; what is no row is left out."""
        experts = tuple(evidence)
        rows: dict[str, EvidenceRow] = {}
        for place, expert in enumerate(experts, start=1):
            for one in evidence[expert]:
                tag, row = str(one.get("tag", "")), _row(one, symbol)
                if row is not None and re.fullmatch(r"E\d{1,4}", tag):
                    rows[f"E{place * _APART + int(tag[1:])}"] = row
        return cls(EvidenceBook(rows, names.labels, names.companies, about=symbol), experts)

    @property
    def anchors(self) -> frozenset[str]:
        """Of all rows, as `opinions.anchor` writes them."""
        numbers = [divmod(int(tag[1:]), _APART) for tag in self.book.rows]
        return frozenset(anchor(self.experts[place - 1], f"E{number}") for place, number in numbers)

    def check(self, text: str, expert: str = "", *, by_program: bool = False) -> Grounding:
        """`expert`: whose rows a tag without a name means. `by_program`: see `check_cited`."""
        found = (check_cited if by_program else check)(self._numbered(text, expert), self.book)
        violations = tuple(
            replace(
                one, tag=self._named(one.tag), sentence=self._named(one.sentence), expected=self._named(one.expected)
            )
            for one in found.violations
        )
        return replace(found, violations=violations, opinions=tuple(map(self._named, found.opinions)))

    def cleaned(self, text: str, language: Language, expert: str = "", *, by_program: bool = False) -> CleanText:
        """Without what the rows do not bear out; every tag that is left has its expert's name."""
        clean = without_unbound(self._numbered(text, expert), self.book, language, by_program=by_program)
        return CleanText(self._named(clean.text), clean.removed)

    def cites(self, text: str, expert: str = "") -> bool:
        return cites_rows(self._numbered(text, expert), self.book)

    def _numbered(self, text: str, expert: str) -> str:
        def within(bracket: re.Match[str]) -> str:
            current = expert

            def tag(named: re.Match[str]) -> str:
                nonlocal current
                current = (named["expert"] or current).lower()
                return self._tag(current, int(named["number"])) or named.group()

            return _NAMED.sub(tag, bracket.group())

        return _BRACKETS.sub(within, text)

    def _tag(self, expert: str, number: int) -> str:
        """Empty for an expert that is not of this run: its tag stays as it is, and names nothing."""
        if number >= _APART:
            return _NOWHERE
        if expert in self.experts:
            return f"E{(self.experts.index(expert) + 1) * _APART + number}"
        return "" if expert else f"E{number}"

    def _named(self, text: str) -> str:
        def name(tag: re.Match[str]) -> str:
            place, number = divmod(int(tag[1]), _APART)
            return f"{self.experts[place - 1]}:E{number}" if 1 <= place <= len(self.experts) else tag.group()

        return _NUMBERED.sub(name, text)


def _row(one: Row, symbol: str) -> EvidenceRow | None:
    value, identity, period = one.get("value"), str(one.get("id", "")), str(one.get("period") or "")
    is_rule = identity.startswith("rule:")
    try:
        number = None if value is None else Decimal(str(value))
        known_at = datetime.fromisoformat(str(one.get("known_at")))
    except (InvalidOperation, ValueError):
        return None
    return EvidenceRow(
        id=identity,
        metric=str(one.get("metric", "")),
        value=number,
        unit=str(one.get("unit", "")),
        period=period,
        ends=None if is_rule or number is None else _last_day(period),
        source=str(one.get("source", "")),
        known_at=known_at if known_at.tzinfo else known_at.replace(tzinfo=UTC),
        subject="" if is_rule else symbol,
        text=str(one.get("text") or ""),
    )


def _last_day(period: str) -> date | None:
    """Every period closes with its last day."""
    try:
        return date.fromisoformat(period[-10:])
    except ValueError:
        return None
