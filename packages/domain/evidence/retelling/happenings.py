"""Events that no report may state without a document: what happened or was announced, by kind."""

import json
import re
from pathlib import Path

from packages.domain.evidence.patterns import lazy_pattern

_WORDS = json.loads((Path(__file__).parent / "happenings.json").read_text("utf-8"))


def _pattern(kind: str) -> re.Pattern[str]:
    words = _WORDS[kind]
    return lazy_pattern(rf"{'|'.join(words['zh'])}|\b(?:{'|'.join(words['en'])})\b", re.IGNORECASE)


# Grave: whatever else the sentence cites. English in the past or perfect tense or as a noun: what may happen is none.
_GRAVE = _pattern("grave")
# Ordinary: only where the clause cites no figure of its own.
_ORDINARY = _pattern("ordinary")
# 若 is also part of a person's name.
IF = r"(?<![\u4e00-\u9fff])若|若(?=未|不|能|无|再|按|以|其|该|此|被|有|要|继续|发生|出现|成功|如期|完成|失败|公司|项目)"
_UNCERTAIN = lazy_pattern(
    r"\b(?:if|may|might|could|would|should|unless|whether|risks?|no|not|without|any|watch|were|never|question|ask)\b|"
    r"[?]"
    rf"|{IF}|如果|如(?=有|未|能|遇|期|无)|可能|或(?=将|有|者|许|会)|风险|一旦|是否|未(?!来)|没有|无(?!锡|人|法表示)|关注|留意|"
    r"警惕|防范|假如|倘|不(?=涉及|存在|构成)|等(?=事项|风险|因素|情形)",
    re.IGNORECASE,
)


def happenings(words: str) -> list[str]:
    """The words by which a text says that something happened; none where it is only supposed, asked or denied."""
    if _UNCERTAIN.search(words) is not None:
        return []
    return [match.group() for pattern in (_GRAVE, _ORDINARY) for match in pattern.finditer(words)]


def is_grave(words: str) -> bool:
    return _GRAVE.search(words) is not None and _UNCERTAIN.search(words) is None


def is_ordinary(words: str) -> bool:
    return _ORDINARY.search(words) is not None and _UNCERTAIN.search(words) is None
