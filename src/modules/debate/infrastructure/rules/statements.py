"""The experts' texts as single statements, each with its side, its rows and its weight.

Weight = the expert's confidence × backing × rows. Backing is the strength of the expert's signal when it points to the
statement's side (for a warning 0.5 at most: a verdict does not rest on it), and 0.3 when the expert grants the point
against its own signal; it halves when the statement's own words take no side. Rows are the tags that it cites, counted
up to four: none leaves a fifth, four leave all of it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from packages.core.messages import Message, word
from src.modules.debate.domain.dtos import DebateInput, ExpertSummary
from src.modules.debate.domain.dtos.expert_point import ExpertPoint
from src.modules.debate.domain.lean import in_order, strength_of
from src.modules.debate.domain.model.enums import ArgumentStrength, Stance
from src.modules.debate.infrastructure.agents.prompts import named_rows
from src.modules.debate.infrastructure.rules.lexicon import calms, granted, refutes, side_of

RULE_PHRASES = "debate.rules"  # the sentences of the debate by rules in the message catalogue
_ENDS = re.compile(r"(?<=[。！？；\n])|(?<=[.!?])\s+(?=[A-Z“\"'‘(\[])")
_ROW = re.compile(r"\[[a-z_]+:E\d+\]")
_QUOTED = re.compile(r"“[^”]*”|‘[^’]*’|《[^》]*》|「[^」]*」")
_GRANTED, _WARNED = 0.3, 0.5
_UNSPOKEN = 0.5
_MOST_ROWS = 4
_LONG = 140
_HIGH, _MEDIUM = 0.3, 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpertStatement:
    """One sentence in the expert's own words; its tags carry the expert's name."""

    expert: str
    signal: str
    confidence: float
    text: str
    side: Stance | None
    is_risk: bool
    states_its_side: bool
    point: ExpertPoint | None = None

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(rows_of([self.text]))

    @property
    def weight(self) -> float:
        lean = strength_of(self.signal) * (self.side.sign if self.side else 0)
        cited = (1 + min(len(self.rows), _MOST_ROWS)) / (1 + _MOST_ROWS)
        backed = max(min(lean, _WARNED) if self.is_risk else lean, _GRANTED)
        backing = backed if self.states_its_side else backed * _UNSPOKEN
        return self.confidence * backing * cited

    @property
    def strength(self) -> ArgumentStrength:
        if self.weight >= _HIGH:
            return ArgumentStrength.HIGH
        return ArgumentStrength.MEDIUM if self.weight >= _MEDIUM else ArgumentStrength.LOW


def expert_word(expert: str) -> Message:
    return word("expert", expert)


def rows_of(texts: Sequence[str]) -> list[str]:
    """The tags in the texts, each once."""
    return list(dict.fromkeys(tag for text in texts for tag in _ROW.findall(text)))


def statements_of(debate_input: DebateInput) -> list[ExpertStatement]:
    """In the order of `EXPERTS`, whatever the order of the input."""
    summaries = debate_input.expert_summaries
    points = debate_input.points
    return [one for name in in_order(summaries) for one in _of_expert(name, summaries[name], points.get(name, ()))]


def for_side(statements: Iterable[ExpertStatement], side: Stance) -> list[ExpertStatement]:
    """The strongest first; equals stay in the order of `EXPERTS`."""
    return sorted((one for one in statements if one.side is side), key=lambda one: -one.weight)


def spread(ranked: Iterable[ExpertStatement], per_expert: int) -> list[ExpertStatement]:
    """At most so many of each expert, so that one that says much does not speak for all."""
    counted: Counter[str] = Counter()
    kept = []
    for one in ranked:
        counted[one.expert] += 1
        if counted[one.expert] <= per_expert:
            kept.append(one)
    return kept


def clipped(sentence: str) -> str:
    """For quoting inside of another sentence: up to a comma once it gets long, never within a tag."""
    bare = sentence.rstrip("。.；; ")
    if len(bare) <= _LONG:
        return bare
    place = max(bare.rfind(comma, 0, _LONG) for comma in ("，", ", ", "；", "; "))
    return f"{bare[:place]} …" if place > 0 else bare


def sentences(text: str) -> list[str]:
    """Chinese and English sentences, and the parts of a list that was joined with `；`; a quotation stays whole."""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    ends = [end for end in _ENDS.finditer(text) if not any(first < end.start() < last for first, last in quoted)]
    starts = [0, *(end.end() for end in ends)]
    parts = (text[start:stop].strip(" \n\t；;") for start, stop in zip(starts, [*starts[1:], None], strict=True))
    return [part for part in parts if len(part) > 1]


def _of_expert(name: str, summary: ExpertSummary, points: Sequence[ExpertPoint]) -> list[ExpertStatement]:
    """By what the expert knows of its sentences; of arguments and risks that come without, by their words."""
    argued, warned = ([one for one in points if one.is_risk is is_risk] for is_risk in (False, True))
    warnings = list(dict.fromkeys(sentences(summary.risk_warning)))
    reasons = [one for one in sentences(summary.reasoning) if not any(warning in one for warning in warnings)]
    return _once(
        [
            *([_known(name, summary, one) for one in argued] or [_read(name, summary, one) for one in reasons]),
            *([_known(name, summary, one) for one in warned] or [_warned(name, summary, one) for one in warnings]),
        ]
    )


def _known(name: str, summary: ExpertSummary, point: ExpertPoint) -> ExpertStatement:
    return ExpertStatement(
        expert=name,
        signal=summary.signal,
        confidence=summary.confidence,
        text=named_rows(name, point.text),
        side=point.side,
        is_risk=point.is_risk,
        states_its_side=point.side is not None,
        point=point,
    )


def _read(name: str, summary: ExpertSummary, sentence: str) -> ExpertStatement:
    return ExpertStatement(
        expert=name,
        signal=summary.signal,
        confidence=summary.confidence,
        text=named_rows(name, granted(sentence) or sentence),
        side=_reasoned_side(sentence, summary.signal),
        is_risk=False,
        states_its_side=side_of(sentence) is not None,
    )


def _warned(name: str, summary: ExpertSummary, sentence: str) -> ExpertStatement:
    return ExpertStatement(
        expert=name,
        signal=summary.signal,
        confidence=summary.confidence,
        text=named_rows(name, sentence),
        side=_risk_side(sentence),
        is_risk=True,
        states_its_side=True,
    )


def _once(said: Sequence[ExpertStatement]) -> list[ExpertStatement]:
    """An expert that warns of what it has argued with already, from the same rows, is heard once."""
    heard: set[tuple[Stance | None, frozenset[str]]] = set()
    kept = []
    for one in said:
        point = (one.side, frozenset(one.rows))
        if not one.rows or point not in heard:
            kept.append(one)
        heard.add(point)
    return kept


def _reasoned_side(sentence: str, signal: str) -> Stance | None:
    """What its words speak for; where they say nothing, what its expert speaks for, or the other side where the expert
    itself grants it."""
    stated = side_of(sentence)
    lean = strength_of(signal)
    if stated is not None or lean == 0 or calms(sentence):
        return stated
    own = Stance.BULL if lean > 0 else Stance.BEAR
    return own.other if granted(sentence) else own


def _risk_side(sentence: str) -> Stance | None:
    """A risk speaks for the bear unless it warns of a rise; what is calm, or refutes a bearish reading, for nobody."""
    is_of_rise = side_of(sentence) is Stance.BULL
    if calms(sentence) or (is_of_rise and refutes(sentence)):
        return None
    return Stance.BULL if is_of_rise else Stance.BEAR
