"""Cuts a text into what is read together, in one spelling for what is written in many."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from packages.domain.evidence.patterns import lazy_pattern

_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_BRACKETS = {"【": "[", "】": "]", "〔": "[", "〕": "]"}
_MINUSES = dict.fromkeys("−﹣‐‑–", "-")
_BLANKS = dict.fromkeys("\u00a0\u3000\u2002\u2003\u2007\u2009\u200a\u202f\t", " ")
_FOLDED = str.maketrans({**_FULL_WIDTH, **_BRACKETS, **_MINUSES, **_BLANKS, "￥": "¥"})
_LOWER = str.maketrans({chr(code): chr(code + 32) for code in range(ord("A"), ord("Z") + 1)})


def folded(text: str) -> str:
    """Character for character, so that a place in it is the same place in the text."""
    return text.translate(_FOLDED)


def lowered(text: str) -> str:
    """Only A to Z: other letters may become longer when they become small."""
    return text.translate(_LOWER)


def squeezed(text: str) -> str:
    """Without blanks and case, to see whether one text quotes another."""
    return "".join(lowered(folded(text)).split())


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these stretches empty; positions stay."""
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


_END = lazy_pattern(r"[。！？!?](?!\s?\[)|\.(?=\s|$)")
_ABBREVIATED = lazy_pattern(
    r"\b(?:Inc|Corp|Co|Ltd|vs|No|approx|e\.g|i\.e|U\.S|St|Mr|Dr|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)$"
)
_NUMBERING = lazy_pattern(r"^[\s#>*-]*\d{1,2}$")
_BULLET = lazy_pattern(r"\s*(?:[-*•·]\s|\d{1,2}[.)、]|\(\d{1,2}\)|[①-⑳])")
_ROW = lazy_pattern(r"\s*\|.*\|\s*$")
_RULER = lazy_pattern(r"[\s|:-]+$")
_REMEMBERED = 1_000  # characters of the paragraph before a sentence


@dataclass(frozen=True, slots=True)
class Passage:
    """`text` is folded. Only numbers from `own` on are this passage's; what stands before is what it is read under.
    `shown` is what a person finds in the report. `context`: the sentences before it in the same paragraph."""

    text: str
    own: int
    shown: str
    context: str = ""
    is_cell: bool = False
    has_head: bool = False


def passages(text: str, shown: str) -> Iterator[Passage]:
    """`shown`: the same text as a person sees it, line for line."""
    lead, head = "", list[str]()
    for words, line in zip(text.split("\n"), shown.split("\n"), strict=True):
        plain = folded(words)
        if _ROW.match(plain):
            yield from _cells(plain, line, head)
            head = head or _columns(plain)
            continue
        head = []
        if not plain.strip():
            continue
        under = lead if _BULLET.match(plain) else ""
        found = list(_sentences(plain, line, under))
        yield from found
        if plain.rstrip(" *_").endswith(":"):
            lead = found[-1].text[found[-1].own :]
        elif not under:
            lead = ""


def whole_until(text: str) -> int:
    """Where the last sentence ends that nothing which follows can change; 0 where none has ended yet."""
    line = text.rfind("\n") + 1
    plain = folded(text[line:])
    ends = [end for end in _ends(plain) if plain[end:].strip()]
    return line if not ends or _ROW.match(f"{plain}|") else line + ends[-1]


def _sentences(plain: str, line: str, lead: str) -> Iterator[Passage]:
    start = 0
    for end in _ends(plain):
        yield _passage(plain, line, start, end, lead)
        start = end
    if plain[start:].strip():
        yield _passage(plain, line, start, len(plain), lead)


def _ends(plain: str) -> Iterator[int]:
    """Of the sentences of a line."""
    start = 0
    for match in _END.finditer(plain):
        before = plain[start : match.start()]
        if match.group() == "." and (_ABBREVIATED.search(before) or _NUMBERING.match(before)):
            continue
        yield match.end()
        start = match.end()


def _passage(plain: str, line: str, start: int, end: int, lead: str) -> Passage:
    under = f"{lead}\n" if lead else ""
    context = f"{lead}\n{plain[max(0, start - _REMEMBERED) : start]}"
    return Passage(f"{under}{plain[start:end]}", len(under), line[start:end].strip(), context)


def _columns(plain: str) -> list[str]:
    return [cell.strip() for cell in plain.strip().strip("|").split("|")]


def _cells(plain: str, line: str, head: list[str]) -> Iterator[Passage]:
    """Each cell is read under the head of its column and the first cell of its row."""
    if _RULER.match(plain):
        return
    cells = _columns(plain)
    for column, cell in enumerate(cells):
        above = head[column] if column < len(head) else ""
        under = " ".join(part for part in (above, cells[0] if column else "") if part)
        under = f"{under} " if under else ""
        yield Passage(f"{under}{cell}", len(under), line.strip(), plain, is_cell=True, has_head=bool(above))


def same_at_the_start(one: str, other: str) -> int:
    """How many letters they begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
