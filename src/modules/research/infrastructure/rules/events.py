"""Reads events out of texts: of which kind, good or bad, how sure, how fast; all by written rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Literal

from packages.core.messages import Language
from src.modules.research.domain.brief import NewsDocument
from src.modules.research.infrastructure.rules.event_kinds import KINDS, CatalystKind
from src.modules.research.infrastructure.rules.tone import plain, tone_of

_CALLED_OFF_ZH = re.compile(
    r"(?:终止|取消|撤回|否认|澄清|未收到|不存在|未发生|驳回|撤销|解除|没有|并未|未)[^，。；]{0,8}$"
)
_CALLED_OFF_EN = re.compile(
    r"\b(?:not|no|without|denies|denied|cancels?|scraps?|withdraws?|suspends?|slashes|cuts?|dismiss(?:es|ed)|rejects?"
    r"|avoids?|ends|collapse[sd]?)\b(?:\s+[\w'’-]+){0,3}\s+$",
    re.IGNORECASE,
)
_RUMOUR = re.compile(
    r"传闻|或将|可能|据悉|据传|疑似|考虑|有望|拟议|\b(?:rumou?r\w*|reportedly|may|might|could|considering|in talks)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"拟|计划|将|预计|筹划|预案|待|\b(?:plans?|proposes?|will|to (?:join|buy|sell|acquire)|expects?|intends?)\b",
    re.IGNORECASE,
)
Level = Literal["HIGH", "MEDIUM", "LOW"]


@dataclass(frozen=True, slots=True)
class CatalystEvent:
    """`leans` from -1 to 1; `age` in days, None where the text has no date; `stage` says how settled it is."""

    document: NewsDocument
    kind: CatalystKind
    leans: float
    stage: Literal["done", "planned", "rumoured"]
    age: int | None

    @property
    def sign(self) -> int:
        return (self.leans > 0) - (self.leans < 0)


def events_in(documents: Sequence[NewsDocument], as_of: datetime, language: Language) -> list[CatalystEvent]:
    """At most one for each text. The same event of the same day in two texts or languages counts once: it leans
    as all texts together do, and is quoted in the language of the report where that can be had."""
    by_event: dict[object, list[CatalystEvent]] = {}
    for document in documents:
        event = _event(document, as_of)
        if event is not None:
            day = document.published_at.date() if document.published_at else document.tag
            by_event.setdefault((event.kind.name, day), []).append(event)
    return [_as_one(same, language) for same in by_event.values()]


def _as_one(same: Sequence[CatalystEvent], language: Language) -> CatalystEvent:
    clear = [event.leans for event in same if event.leans]
    quoted = next((event for event in same if _is_in(event.document, language)), same[0])
    return replace(quoted, leans=sum(clear) / len(clear) if clear else 0.0, stage=same[0].stage)


def probability(event: CatalystEvent, new_days: int, old_days: int) -> Level:
    """How likely it still is to move the price: settled and fresh is high, a rumour or what is old is low."""
    if event.stage == "rumoured" or event.age is None or event.age > old_days:
        return "LOW"
    return "HIGH" if event.stage == "done" and event.age <= new_days else "MEDIUM"


def _event(document: NewsDocument, as_of: datetime) -> CatalystEvent | None:
    title, text = plain(document.title), plain(document.text)
    for part in (title, text):
        for kind, pattern in _patterns():
            match = pattern.search(part)
            if match:
                leans = _leans(kind, part[: match.start()], document)
                return CatalystEvent(document, kind, leans, _stage(title), _age(document, as_of))
    return None


def _leans(kind: CatalystKind, before: str, document: NewsDocument) -> float:
    """As its kind does, the other way round when it is called off; a text that plainly says otherwise is believed."""
    tone = tone_of(document.title, document.text)
    if kind.leans == 0:
        return tone.score
    if _CALLED_OFF_ZH.search(before[-16:]) or _CALLED_OFF_EN.search(before[-60:]):
        return float(-kind.leans)
    return tone.score if tone.sign == -kind.leans else float(kind.leans)


def _stage(title: str) -> Literal["done", "planned", "rumoured"]:
    if _RUMOUR.search(title):
        return "rumoured"
    return "planned" if _PLAN.search(title) else "done"


def _age(document: NewsDocument, as_of: datetime) -> int | None:
    return None if document.published_at is None else max(0, (as_of - document.published_at).days)


def _is_in(document: NewsDocument, language: Language) -> bool:
    chinese = any("\u4e00" <= letter <= "\u9fff" for letter in document.title)
    return chinese == (language is Language.ZH)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[CatalystKind, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(rf"{kind.zh}|\b(?:{kind.en})\b", re.IGNORECASE)) for kind in KINDS)
