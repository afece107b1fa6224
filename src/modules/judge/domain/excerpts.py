"""Texts of others cut short: at the end of a sentence, and never inside of a citation."""

import re

_TAGS = r"(?:\s?\[[^\[\]\n]{1,60}\])*"
# A citation may stand behind the full stop; a point inside of a number ends nothing.
_END = re.compile(rf"(?:[。！？；]|[.!?;](?=\s|\[|$)){_TAGS}")
_OPEN_CITATION = re.compile(r"\s?[^\s，。；、,;]*\[[^\[\]]*$")


def excerpt(text: str, longest: int = 200) -> str:
    """The first sentences, as many as fit; the first one is told whole even where it does not."""
    if len(text) <= longest:
        return text
    ends = [match.end() for match in _END.finditer(text)]
    fitting = [end for end in ends if end <= longest]
    end = fitting[-1] if fitting else (ends[0] if ends else len(text))
    return text[:end].strip().rstrip("；;")


def bounded(text: str, most: int) -> str:
    """At most so many characters: whole sentences, or, where not even the first fits, what stands before a citation."""
    short = excerpt(text, most)
    if len(short) <= most:
        return short
    return _OPEN_CITATION.sub("", text[: most - 1]).rstrip() + "…"
