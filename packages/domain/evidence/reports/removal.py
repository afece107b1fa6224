"""Takes out of a text the sentences that its evidence does not bear out, and leaves a visible mark where they stood."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from packages.core.messages import Language, message, render
from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.checker import Grounding, GroundingViolation, check
from packages.domain.evidence.derivations import TAG, citations, cited
from packages.domain.evidence.documents import Documents, quotations
from packages.domain.evidence.passages import blanked, folded, passages
from packages.domain.evidence.patterns import lazy_pattern

# A sentence may be read under one before it, so what is left is looked at again.
_PASSES = 4
_LEADING = lazy_pattern(r"[\s#>]*(?:[-*•·]\s|\d{1,2}[.)、]\s?)?")


def removed_mark(language: Language) -> str:
    return render(message("evidence.removed"), language)


def check_cited(text: str, book: EvidenceBook) -> Grounding:
    """For a text that a program wrote: figures without a tag are those that it computed itself, and are not counted."""
    found = check(text, book)
    violations = tuple(one for one in found.violations if one.kind is not GroundingViolation.UNBOUND)
    uncited = len(found.violations) - len(violations)
    return replace(found, numbers=found.numbers - uncited, violations=violations)


def cites_rows(text: str, book: EvidenceBook) -> bool:
    """Whether any tag of the text names a row."""
    tags = (tag.group()[1:-1] for tag in TAG.finditer(folded(text)))
    return any(cited(one, book) is not None for body in tags for one in citations(body))


@dataclass(frozen=True, slots=True)
class CleanText:
    """What is left of a text, and how many sentences were taken out."""

    text: str
    removed: int = 0

    def is_empty(self, mark: str) -> bool:
        """Whether nothing but marks is left."""
        return not self.text.replace(mark, "").strip(" \n\t-*#>|。.;；")


def without_unbound(text: str, book: EvidenceBook, language: Language, *, by_program: bool = False) -> CleanText:
    """`by_program`: see `check_cited`."""
    mark, removed = removed_mark(language), 0
    held = check_cited if by_program else check
    for _ in range(_PASSES):
        wrong = {finding.sentence.strip() for finding in held(text, book).violations}
        if not wrong:
            return CleanText(text, removed)
        quoted = quotations(text, book, Documents(book))
        rest = blanked(text, ((quotation.start, quotation.end) for quotation in quoted))
        spans = [span for span in sentence_spans(rest, text) if _is_wrong(text[span[0] : span[1]], wrong)]
        if not spans:
            break
        removed += len(spans)
        text = with_mark(text, spans, mark)
    return CleanText(mark, removed + 1)


def _is_wrong(sentence: str, wrong: set[str]) -> bool:
    return any(one == sentence or (one and one in sentence) for one in wrong)


def sentence_spans(rest: str, text: str) -> Iterator[tuple[int, int]]:
    """As the checker reads them; a row of a table is one. `rest`: the text, its quotations blank."""
    end, before = 0, ""
    for passage in passages(rest, text):
        if not passage.shown or (passage.shown == before and passage.shown.startswith("|")):
            continue
        start = text.find(passage.shown, end)
        if start < 0:
            continue
        end, before = start + len(passage.shown), passage.shown
        yield start, end


def with_mark(text: str, spans: Sequence[tuple[int, int]], mark: str) -> str:
    """The mark instead of these sentences; several beside each other leave one."""
    for start, end in reversed(spans):
        leading = _LEADING.match(text, start, end)
        begin = leading.end() if leading else start
        text = f"{text[:begin]}{mark}{text[end:]}"
    return re.sub(rf"{re.escape(mark)}(?:[ ]*{re.escape(mark)})+", mark, text)
