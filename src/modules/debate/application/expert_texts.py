"""Lists of an expert as one text: sentences joined, catalysts told in words."""

from collections.abc import Mapping

from packages.core.messages import Language
from src.modules.debate.domain.language import language_of

_BETWEEN = "；"
_ENDS = "。.；;，, "
_LEVELS = {"HIGH": "高", "MEDIUM": "中", "LOW": "低"}
_LABELS = {
    Language.ZH: {"expected_impact": "预期影响", "timeframe": "时间", "probability": "概率"},
    Language.EN: {"expected_impact": "expected impact", "timeframe": "timeframe", "probability": "probability"},
}


class NotText(ValueError):
    """Neither a text nor a list of texts."""


def joined(told: object) -> str:
    """A text as it is, a list of texts as one; nothing told is an empty text."""
    if told is None:
        return ""
    if isinstance(told, str):
        return told
    if not isinstance(told, list | tuple):
        raise NotText(f"a {type(told).__name__} is neither a text nor a list of texts")
    for one in told:
        if not isinstance(one, str):
            raise NotText(f"the list holds a {type(one).__name__}")
    return _BETWEEN.join(one for one in told if one.strip())


def told_catalysts(told: object) -> str:
    """As `joined`, with each catalyst of the list told in a sentence."""
    if not isinstance(told, list | tuple):
        return joined(told)
    return joined([_sentence(one) if isinstance(one, Mapping) else one for one in told])


def _sentence(catalyst: Mapping[str, object]) -> str:
    parts = {key: _part(catalyst.get(key)) for key in ("event", "expected_impact", "timeframe", "probability")}
    language = language_of(parts.values())
    labels = _LABELS[language]
    if language is Language.ZH and (level := _LEVELS.get(parts["probability"].upper())):
        parts["probability"] = f"{level}（{parts['probability'].upper()}）"
    colon, comma = ("：", "，") if language is Language.ZH else (": ", ", ")
    details = [f"{label}{colon}{parts[key]}" for key, label in labels.items() if parts[key]]
    return comma.join([*([parts["event"]] if parts["event"] else []), *details])


def _part(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    if not isinstance(value, str):
        raise NotText(f"a catalyst holds a {type(value).__name__}")
    return value.strip().rstrip(_ENDS)
