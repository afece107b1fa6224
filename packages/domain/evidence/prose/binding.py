"""Which tags a number of a sentence may be bound to: those right behind it, or the next ones of its sentence."""

from collections.abc import Iterator, Sequence

from packages.domain.evidence.derivations import TAG, Citation, citations
from packages.domain.evidence.numbers import StatedNumber

# A clause may close with the tags of all its numbers; what stands behind a further clause is another's.
_GROUPS = 2


def possible_citations(text: str, numbers: Sequence[StatedNumber], index: int) -> Sequence[Citation]:
    """The tags right behind a number. Without any, the next groups of tags in the sentence."""
    number = numbers[index]
    shared = _shared(text, numbers, index)
    if shared:
        return shared
    if number.citations:
        return number.citations
    return [citation for group in list(_groups(text, number.stop))[:_GROUPS] for citation in group]


def _shared(text: str, numbers: Sequence[StatedNumber], index: int) -> Sequence[Citation]:
    """`28.7、32.2、37.7 亿元[E1][E2][E3]`: as many numbers as tags, so each has the one at its place."""
    last = next((place for place in range(index, len(numbers)) if numbers[place].citations), None)
    if last is None or len(numbers[last].citations) < 2:
        return ()
    first = last
    while (
        first > 0
        and not numbers[first - 1].citations
        and not TAG.search(text, numbers[first - 1].end, numbers[first].start)
    ):
        first -= 1
    tags = numbers[last].citations
    if last - first + 1 != len(tags) or first == last or index < first:
        return ()
    return (tags[index - first],)


def _groups(text: str, place: int) -> Iterator[list[Citation]]:
    """Tags that stand together, group by group."""
    group: list[Citation] = []
    end = -1
    for match in TAG.finditer(text, place):
        if group and match.start() != end:
            yield group
            group = []
        group = group + citations(match.group()[1:-1])
        end = match.end()
    if group:
        yield group


def citations_in(text: str) -> list[Citation]:
    """All that a sentence cites."""
    return [citation for group in _groups(text, 0) for citation in group]
