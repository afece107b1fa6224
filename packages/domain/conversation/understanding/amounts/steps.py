"""Values that are only what another is measured by: "a notch above moderate", 比稳健高一档."""

import re
from dataclasses import replace

from packages.domain.conversation.understanding.amounts.scales import Hit
from packages.domain.conversation.wording import OPTIONS
from packages.domain.evidence.patterns import lazy_pattern

_ORDERED = ("risk_tolerance", "return_expectation")

_BEYOND = lazy_pattern(  # the word that comes after it
    r"(?:\bmore than|\bbeyond|\babove|\b(?:long|short|high|low|risk|saf|bold|calm|wild|bigg|small|bett)\w*er than"
    r"|\bless \w+ than|\bshort of|\bbetween|\bpast the|\bfrom)\W+(?:the |an? )?$|比$",
    re.IGNORECASE,
)
_BY_ONE = (
    r"\b(?:notch|step|level|tick|tier|rung|grade|one|stop|peg)\W+(?:(?P<up>up from|above|over|beyond|higher than"
    r"|more than|past)|below|under|down from|lower than|less than|short of|beneath)\W+(?:the |an? )?"
)
_STEPS = lazy_pattern(_BY_ONE, re.IGNORECASE)
_STEP = lazy_pattern(f"{_BY_ONE}$", re.IGNORECASE)
_ZH_STEP = lazy_pattern(r"^(?:再)?(?:(?P<up>高|激进|猛|大|往上)|低|保守|稳|小|往下)[^,]{0,2}一?[档级格]")
_NOT_JUST = lazy_pattern(  # who wants more than a thing has not chosen it
    r"(?:\bnot|n't|\bmore than) (?:just|only|merely|simply|purely)\b(?:\W+(?!but\b)\w+){0,3}\W*$"
    r"|不(?:只|仅|光|单|止)[^,]{0,4}$",
    re.IGNORECASE | re.ASCII,
)


def stepped(field: str, text: str, hit: Hit) -> Hit | None:
    """A value, or the next one to it where it is only what another is measured by: "a notch above moderate"; None
    where no step is told."""
    before, after = _STEP.search(text[: hit.start]), _ZH_STEP.search(text[hit.end :])
    step = before or (after if text[: hit.start].endswith("比") else None)
    if step is None:
        return None if _BEYOND.search(text[: hit.start]) else hit
    ordered = OPTIONS[field] if field in _ORDERED else ()
    place = ordered.index(hit.value) + (1 if step["up"] else -1) if hit.value in ordered else -1
    return replace(hit, value=ordered[place]) if 0 <= place < len(ordered) else None


def is_by_steps(text: str) -> bool:
    """Whether a message counts steps from a value: "a notch above moderate"."""
    return _STEPS.search(text) is not None


def wants_more(field: str, before: str) -> bool:
    """Whether the words before a value want it and more: "not just preservation", 不只是保本."""
    return field in _ORDERED and _NOT_JUST.search(before) is not None
