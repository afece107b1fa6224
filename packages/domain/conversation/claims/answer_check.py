"""Holds what a model says to its sources: figures, events and findings that no source has are taken out.

What nothing can bear out is marked as an opinion instead: a forecast, a judgement, a proposal of the writer's own.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import permutations

from packages.core.messages import Language
from packages.domain.conversation.claims.answer_sources import AnswerSources, figures_in
from packages.domain.conversation.claims.instrument_claims import (
    is_opinion,
    stated_events,
    stated_values,
    states_figure,
    subjects_in,
)
from packages.domain.conversation.claims.research_claims import gain_or_loss, research_faults, states_research_finding
from packages.domain.conversation.claims.stated_relations import contradicted
from packages.domain.evidence.derivations import TAG
from packages.domain.evidence.numbers import StatedNumber, same_amount
from packages.domain.evidence.passages import folded
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.reports.opinions import opinion_mark
from packages.domain.evidence.reports.removal import removed_mark, sentence_spans, with_mark
from packages.domain.evidence.retelling.coverage import covered_share

_I = re.IGNORECASE
_RESEARCH = lazy_pattern(
    r"\b(?:research|verdict|judge|debate|bulls?|bears?|experts?|analysts?|probability|confidence|evidence|revenue|"
    r"profits?|earnings|buy|sell|upside|downside|target)\b"
    r"|研究|研判|裁决|法官|辩论|专家|分析师|多方|空方|看多|看空|概率|置信|证据|营收|收入|利润|业绩|买入|卖出|目标价",
    _I,
)
_PROPOSES = lazy_pattern(
    r"\b(?:suggest|propose|could|would|might|let'?s|let us|how about|for example|e\.g|start with|default|if|shall|"
    r"should|want)\b|建议|可以|不妨|比如|例如|如果|假设|默认|要不要|是否|需要|想要|吗",
    _I,
)
# Behind these a whole number without a unit is a price, a chance or a term.
_MEASURES = lazy_pattern(
    r"(?:\b(?:price|stop(?:[- ]loss)?|target|entry|support|resistance|close|probability|confidence|score|horizon|"
    r"take[- ]profit|revenue|profit|earnings|P/?E|P/?B|valuation|worth)|价|止损|止盈|目标|支撑|阻力|收盘|概率|置信度|"
    r"评分|得分|期限|营收|收入|利润|市盈率|市净率|估值)\s?(?:位|为|是|在|[:=]|\b(?:is|at|of|to|near|around|was)\b|\s|约){0,4}$",
    _I,
)
_CHANCE = lazy_pattern(r"probability|confidence|chance|概率|置信", _I)
_OF_TIMES = lazy_pattern(r"\s?(?:earnings|sales|book|revenue|as|the|its)\b", _I)
_TAGGED_ROW = lazy_pattern(r"(?<![A-Za-z0-9])E\d+\b")
_RATING = lazy_pattern(r"评级|建议|裁决|研判|结论|\b(?:verdict|rating|rated)\b", _I)
_RATINGS = frozenset({"增持", "减持"})
_LOOSE = frozenset({"days", "weeks", "months", "shares"})
_HUNDRED = Decimal(100)
_MOST_FIGURES = 8  # of a sentence, that others are derived from
_EVENT_COVERED, _SENTENCE_COVERED = 0.65, 0.5


class HeldSentences(StrEnum):
    """Which sentences are held to the sources. `CLAIMS`: those that state what the research found, give a figure of an
    instrument or an event of a company. `ABOUT_RESEARCH`: also whatever speaks of research."""

    ALL = "all"
    ABOUT_RESEARCH = "about_research"
    CLAIMS = "claims"


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """`faults`: what no source has, as the model wrote it."""

    text: str
    faults: tuple[str, ...] = ()


def names_research(text: str) -> bool:
    return _RESEARCH.search(text) is not None


def checked_answer(
    text: str, sources: AnswerSources, language: Language, held: HeldSentences = HeldSentences.ALL
) -> CheckedAnswer:
    faults: list[str] = []
    mark = opinion_mark(language)
    for start, end in reversed(list(sentence_spans(text, text))):
        sentence = text[start:end]
        found = faults_of(sentence, sources) if is_held(sentence, held) else []
        if found and not _is_proposal(sentence, found):
            text = with_mark(text, [(start, end)], removed_mark(language))
        elif (found or is_opinion(folded(sentence))) and mark.strip() not in text[start : end + len(mark)]:
            text = f"{text[:end]}{mark}{text[end:]}"
        faults = [*found, *faults]
    return CheckedAnswer(text, tuple(faults))


def is_held(sentence: str, held: HeldSentences) -> bool:
    if held is HeldSentences.ALL or (held is HeldSentences.ABOUT_RESEARCH and names_research(sentence)):
        return True
    plain = folded(sentence)
    stated = states_research_finding(plain) or bool(stated_events(plain)) or any(_rows(plain))
    return stated or states_figure(plain, list(figures_in(plain)))


def faults_of(sentence: str, sources: AnswerSources) -> list[str]:
    """The figures, tags, events and findings of a sentence that no source has."""
    plain = folded(sentence)
    words, numbers = sources.words, list(figures_in(plain))
    unknown = [row for row in _rows(plain) if not re.search(rf"(?<![A-Za-z0-9]){row}\b", words)]
    findings = sources.findings(subjects_in(plain, sources.instruments))
    return [
        *_figures(plain, numbers, sources),
        *unknown,
        *_events(TAG.sub(" ", plain), words),
        *research_faults(plain, findings, sources.stated, numbers),
        *contradicted(plain, numbers),
    ]


def _rows(plain: str) -> list[str]:
    return sorted({row for tag in TAG.finditer(plain) for row in _TAGGED_ROW.findall(tag.group())})


def _is_proposal(sentence: str, faults: Sequence[str]) -> bool:
    own = not names_research(sentence) and not stated_events(folded(sentence))
    return own and _PROPOSES.search(sentence) is not None and not any(_TAGGED_ROW.fullmatch(one) for one in faults)


def _figures(plain: str, said: Sequence[StatedNumber], sources: AnswerSources) -> list[str]:
    subjects = subjects_in(plain, sources.instruments)
    figures = sources.figures | gain_or_loss(plain, sources.findings(subjects))
    counts, has_figure = sources.counts, states_figure(plain, said)
    if subjects and (has_figure or states_research_finding(plain)):
        theirs = sources.figures_of(subjects)
        figures, counts = figures & theirs, counts & theirs
    stated = {number.start for _, number in stated_values(plain, said)} if has_figure else set()
    claims = [number for number in said if number.start in stated or _is_claim(number, plain)]
    known = [number for number in claims if _is_known(number, plain, figures, counts)]
    values = [number.value * number.unit.scale for number in known][:_MOST_FIGURES]
    return [number.text for number in claims if number not in known and not _is_derived(number, values)]


def _is_claim(number: StatedNumber, plain: str) -> bool:
    """Counts, durations and numbers of a list are none."""
    unit, whole = number.unit, "." not in number.text
    named = _MEASURES.search(plain, max(0, number.start - 40), number.start) is not None
    if not any(letter.isdigit() for letter in number.text) and unit.dimension == "plain" and unit.scale == 1:
        return False
    if unit.dimension == "times" and number.text.endswith("times") and whole:
        return _OF_TIMES.match(plain, number.end) is not None
    if unit.dimension == "ratio" and abs(number.value * unit.scale) == 1:
        return named
    if unit.dimension in _LOOSE or (unit.dimension == "plain" and unit.scale == 1 and whole):
        return named
    return True


def _is_known(number: StatedNumber, plain: str, figures: AbstractSet[Decimal], counts: AbstractSet[Decimal]) -> bool:
    """As people round; a chance of 60 may be 0.6."""
    chance = number.unit.dimension == "plain" and _CHANCE.search(plain, max(0, number.start - 24), number.start)
    said, step = abs(number.value) * number.unit.scale, number.step * number.unit.scale
    least, most = said / 2 - step, said * 2 + step  # many figures are known, and few are near
    return any(
        (least <= abs(value) <= most and same_amount(number, value))
        or (chance and abs(value) <= 1 and same_amount(number, value * _HUNDRED))
        for value in (figures if number.unit.dimension == "times" else figures | counts)
    )


def _is_derived(number: StatedNumber, values: Sequence[Decimal]) -> bool:
    """A difference, a quotient or a change of two figures of the same sentence."""
    pairs = [(one, other) for one, other in permutations(values, 2) if other]
    if number.unit.dimension in {"ratio", "times"}:
        return any(same_amount(number, one / other - 1) or same_amount(number, one / other) for one, other in pairs)
    return any(same_amount(number, one - other) for one, other in pairs)


def _events(plain: str, words: str) -> list[str]:
    rated = _RATING.search(plain) is not None
    found = [event for event in stated_events(plain) if not rated or event not in _RATINGS]
    if not found:
        return []
    unsupported = [event for event in found if covered_share(event, words) < _EVENT_COVERED]
    return unsupported or (found if covered_share(plain, words) < _SENTENCE_COVERED else [])
