"""Bullets and numbers of lists, which separate what they count and say nothing themselves."""

import re

_LINE = re.compile(
    r"(?:(?<=^)|(?<=;))\s*(?:(?!-\d)[-*•·–—▪►]+\s*(?=\S)(?!di\b)|\(?\d{1,2}[.):、](?!\d)\s*|\(?[a-e]\)\s*|[①-⑩]\s*|[一二三四五六][、.]\s*)"
)
_INLINE = re.compile(
    r"[①-⑩]|(?<=[\s,:;])\((?:i{1,3}|iv|v)\)(?=\s)|(?<=[\s,:;])\(?[a-e]\)(?=\s)(?!\s(?:fails|is|no|stops))|(?<=[,:;])\s*\(\d\)|(?<=[\s,:;。])\d\)(?=\s*[a-z一-鿿])"
    r"|(?<=[,:;。])\s*第?[一二三四](?:是|、|来)|(?<=[,:;。])\s*其[一二三四](?:是|[,、])?|(?<=[,:;。])\s*[abc]\.(?=\s)"
)


_CIRCLED = re.compile(r"(?<=[;。])\s*、")  # the second and later of ①②③, as they are normalised

BULLET = "\u2022"


def without_counts(text: str) -> str:
    """The same text with a mark in the place of each count, so that every place stays where it was."""
    text = text.replace("...", "…  ")
    text = _CIRCLED.sub(lambda found: _mark(found[0], BULLET), text)
    text = _LINE.sub(lambda found: _mark(found[0], BULLET), text)

    def marked(found: re.Match[str]) -> str:
        is_named_again = "(" in found[0] and text.count(found[0].strip()) > 1
        return found[0] if is_named_again or _is_inside(text, found.start()) else _mark(found[0], ",")

    return _INLINE.sub(marked, text)


def _is_inside(text: str, place: int) -> bool:
    """Within brackets a number is a setting: (20, 2)."""
    return text.count("(", 0, place) > text.count(")", 0, place)


def _mark(found: str, mark: str) -> str:
    return mark + " " * (len(found) - 1) if found else found
