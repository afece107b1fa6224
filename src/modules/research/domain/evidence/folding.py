"""One spelling for what is written in many: full-width signs, kinds of minus, kinds of blanks. Positions stay."""

from collections.abc import Iterable

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
    """Without blanks and case, to tell whether one text quotes another."""
    return "".join(lowered(folded(text)).split())


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with these stretches empty; positions stay."""
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)
