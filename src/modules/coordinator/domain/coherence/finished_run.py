"""A finished run as its checker reads it: plain answers, read with care, because a model may have written them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from packages.core.messages import Message, message, word

Answer = Mapping[str, Any]
_LEANS = {
    "STRONG_BULLISH": 1, "BULLISH": 1, "UNDERVALUED": 1, "FAVORABLE": 1, "POSITIVE": 1,
    "STRONG_BEARISH": -1, "BEARISH": -1, "OVERVALUED": -1, "UNFAVORABLE": -1, "NEGATIVE": -1,
}  # fmt: skip
_VIEWS = ("signal", "valuation_verdict", "macro_environment", "catalyst_assessment")
_SUMMARIES = ("summary_reasoning", "reasoning_summary", "macro_summary", "catalyst_summary")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two things that cannot both hold: `kind` names the rule, `where` the part of the run, `said` describes it."""

    kind: str
    where: str
    said: Message


def against(kind: str, where: str, **params: Any) -> Contradiction:
    return Contradiction(kind, where, message(f"coordinator.coherence.{kind}", **params))


@dataclass(frozen=True, slots=True)
class CheckedExpert:
    """One expert's report; a catalyst report keeps its answer one level deeper."""

    name: str
    report: Answer

    @property
    def answer(self) -> Answer:
        inner = self.report.get("result")
        return {**self.report, **inner} if isinstance(inner, Mapping) else self.report

    @property
    def view(self) -> str:
        return next((str(self.answer[name]) for name in _VIEWS if self.answer.get(name)), "")

    @property
    def lean(self) -> int:
        """1 up, -1 down, 0 neither."""
        return _LEANS.get(self.view.upper(), 0)

    @property
    def summary(self) -> str:
        return next((str(self.answer[name]) for name in _SUMMARIES if self.answer.get(name)), "")

    @property
    def body(self) -> str:
        return str(self.report.get("narrative_report") or "")

    @property
    def as_of(self) -> datetime | None:
        return instant(self.report.get("as_of"))

    def figure(self, *metrics: str) -> float | None:
        """The value of the first evidence row of one of these figures."""
        for metric in metrics:
            for row in answers(self.report.get("evidence")):
                if row.get("metric") == metric and (value := number(row.get("value"))) is not None:
                    return value
        return None


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """`debate` and `verdict` None where there is none."""

    symbol: str
    experts: tuple[CheckedExpert, ...]
    debate: Answer | None
    verdict: Answer | None

    def expert(self, name: str) -> CheckedExpert | None:
        return next((one for one in self.experts if one.name == name), None)

    def sides(self) -> Iterator[tuple[str, int, Answer]]:
        """Bull and bear of the debate: the field, which way it argues, and the case."""
        for field, lean in (("bull_case", 1), ("bear_case", -1)):
            case = (self.debate or {}).get(field)
            if isinstance(case, Mapping):
                yield field, lean, case

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every text that a person reads, and where it stands."""
        for expert in self.experts:
            yield expert.name, expert.summary
            yield expert.name, expert.body
        for _, _, case in self.sides():
            for argument in answers(case.get("supporting_arguments")):
                yield "debate", str(argument.get("argument") or "")
        if self.debate:
            yield "debate", str(self.debate.get("conflict_resolution") or "")
        if self.verdict:
            yield "verdict", str(self.verdict.get("reasoning") or "")


def finished_run(
    symbol: str, results: Mapping[str, Answer], debate: Answer | None, verdict: Answer | None
) -> FinishedRun:
    """`results`: the reports of the experts that have one, by their names."""
    experts = tuple(CheckedExpert(name, report) for name, report in results.items())
    return FinishedRun(symbol, experts, debate or None, verdict or None)


def viewed(view: str) -> Message:
    """An expert's or the debate's view in words; what is none of ours is quoted."""
    known = view.upper() in {*_LEANS, "NEUTRAL", "FAIR"}
    return word("signal", view.upper()) if known else Message.verbatim(view[:40])


def answers(value: Any) -> Sequence[Answer]:
    listed = value if isinstance(value, list | tuple) else ()
    return [one for one in listed if isinstance(one, Mapping)]


def texts(value: Any) -> Sequence[str]:
    listed = value if isinstance(value, list | tuple) else ()
    return [one for one in listed if isinstance(one, str)]


def number(value: Any) -> float | None:
    """A price may be given as text, so that no digit is lost."""
    if isinstance(value, bool) or value is None:
        return None
    try:
        read = float(value)
    except (TypeError, ValueError):
        return None
    return read if read == read and abs(read) != float("inf") else None


def instant(value: Any) -> datetime | None:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return at if at is not None and at.tzinfo is not None else None


def day(value: Any) -> date | None:
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None
