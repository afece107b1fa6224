"""Prints what the experts found: reports with numbered evidence for people, JSON for programs."""

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from apps.cli.research.sheet import WORDS, ReportSummary, summary_of
from packages.core.messages import Language, Phrases, for_reader, in_language
from packages.domain.evidence.reports.opinions import OpinionMarks, anchor
from packages.domain.evidence.units import written
from src.modules.research.application.running import ExpertFailure, ExpertReport, Outcome, Question
from src.modules.research.domain.brief import Expert
from src.modules.research.domain.labels import LABELS
from src.modules.research.presentation.rest.schemas import EvidenceOut, Report, report_of

_GOOD = ("BULLISH", "STRONG_BULLISH", "Undervalued", "Favorable", "Positive")
_BAD = ("BEARISH", "STRONG_BEARISH", "Overvalued", "Unfavorable", "Negative")
# A row as [E7] or [technical_analyst:E7], several, or an operation over rows as [E2-E1].
_CITATION = re.compile(r"\[[^\[\]\n]*\bE\d+\b[^\[\]\n]*\]")
_ROW = re.compile(r"(?:\b([a-z_]+):)?\b(E\d+)\b")
# What could steer a terminal: a text from outside may hold anything.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_RULE = "rule."
_SPANS = ("quarter", "12 months", "year")
_SOURCES = {"computed": "computed", "house rule": "house_rule", "demo": "demo", "import": "import"}
_FIGURES = frozenset({"support", "resistance", "intrinsic_value"})  # parts that are figures of rows, and no sentences


def research_json(symbol: str, outcomes: Mapping[Expert, Outcome]) -> dict[str, object]:
    """As the coordinator answers: the whole reports by expert, and the errors of those that failed."""
    return {
        "symbol": symbol,
        "overall_status": overall_status(outcomes),
        "expert_results": {expert.value: _outcome_json(outcome) for expert, outcome in outcomes.items()},
    }


def overall_status(outcomes: Mapping[Expert, Outcome]) -> str:
    failed = sum(isinstance(outcome, ExpertFailure) for outcome in outcomes.values())
    return "failed" if failed == len(outcomes) else ("partial" if failed else "completed")


def print_research(question: Question, outcomes: Mapping[Expert, Outcome], console: Console | None = None) -> None:
    page = ResearchPrinter(console or Console(), question.language)
    for outcome in outcomes.values():
        if isinstance(outcome, ExpertReport):
            page.report(outcome.expert, report_of(outcome.expert, outcome.result))
    failed = [outcome for outcome in outcomes.values() if isinstance(outcome, ExpertFailure)]
    page.failures(failed)
    page.earlier_day(question.symbol, failed)
    page.evidence()


def _outcome_json(outcome: Outcome) -> dict[str, object]:
    if isinstance(outcome, ExpertReport):
        report = report_of(outcome.expert, outcome.result)
        return {"status": "success", "data": report.model_dump(mode="json")}
    error = outcome.error
    return {
        "status": "failed",
        "error": {"code": error.code, "message": for_reader(error.message), "details": error.details},
    }


class ResearchPrinter:
    """What is printed so far; evidence is numbered through all reports in the order in which it is cited."""

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self._phrases = Phrases(language, WORDS, "words")
        self._notes = Footnotes(language)

    def report(self, expert: Expert, report: Report) -> None:
        summary = summary_of(report)
        self._notes.know(expert.value, report.evidence)
        self._heading(expert, report, summary)
        mark = self._marking(expert, report)
        for title, lines in summary.parts:
            marked = lines if title in _FIGURES else map(mark, lines)
            self._part(title, [self._notes.cited(line, expert.value) for line in marked])
        self._part("sources", [Text(plain(source)) for source in summary.sources])
        self._part("degraded", [Text(plain(line), style="yellow") for line in report.degraded])
        wrong = [self._violation(one.number, one.kind) for one in report.grounding.violations]
        self._part("unverified", [Text(plain(line), style="yellow") for line in wrong])

    def failures(self, failed: list[ExpertFailure]) -> None:
        """A reason that several share is printed once."""
        reasons: dict[str, list[str]] = {}
        for outcome in failed:
            said = in_language(outcome.error.message, self._phrases.language)
            reasons.setdefault(said, []).append(self._expert(outcome.expert))
        for reason, who in reasons.items():
            head = Text(f"{', '.join(who)} {self._phrases.say('failed')}: ", style="bold red")
            self.console.print(head.append(plain(reason), style="not bold"))

    def earlier_day(self, symbol: str, failed: list[ExpertFailure]) -> None:
        """The command that looks back from the last day with data, where newer bars are what is missing."""
        days = [day for outcome in failed if (day := outcome.error.details.get("last_day"))]
        if days:
            command = f"parley research {symbol} --date {days[0]}"
            self.console.print(Text(plain(self._phrases.say("earlier_day", command=command))), soft_wrap=True)

    def evidence(self) -> None:
        if not self._notes:
            return
        self._title(self._phrases.say("evidence"))
        self.console.print(self._notes.listed())

    def _marking(self, expert: Expert, report: Report) -> Callable[[str], str]:
        """Marks what a model says and no row bears out; a program's own sentences are no opinions."""
        if report.engine == "rules":
            return str
        marks = OpinionMarks({anchor(expert.value, row.tag) for row in report.evidence}, self._phrases.language)
        return lambda line: marks.marked(line, expert.value)

    def _heading(self, expert: Expert, report: Report, summary: ReportSummary) -> None:
        name = report.company.zh if self._phrases.language is Language.ZH else report.company.en
        engine = self._phrases.say(f"engine.{report.engine}")
        self._title(f"{self._expert(expert)} · {name} {report.symbol} · {report.as_of:%Y-%m-%d} · {engine}")
        sure = f"{self._phrases.say('confidence')} {summary.confidence:.2f}"
        colour = "green" if summary.signal in _GOOD else ("red" if summary.signal in _BAD else "yellow")
        signal = self._phrases.say(f"signal.{summary.signal.upper()}")
        line = Text(f"{signal}  {summary.score}".rstrip(), style=f"bold {colour}")
        self.console.print(line.append(f"  {sure}", style="not bold default"))

    def _title(self, text: str) -> None:
        self.console.print()
        self.console.rule(Text(plain(text), style="bold"), align="left")

    def _part(self, title: str, lines: list[Text]) -> None:
        if not lines:
            return
        self.console.print(Text(self._phrases.say(title), style="bold"))
        for line in lines:
            self.console.print(Padding(line, (0, 0, 0, 2)))

    def _violation(self, number: str, kind: str) -> str:
        return self._phrases.say("violation", number=number, kind=self._phrases.say(f"violation.{kind}"))

    def _expert(self, expert: Expert) -> str:
        return self._phrases.say(f"expert_name.{expert.value}")


class Footnotes:
    """Rows are numbered through all texts in the order in which they are cited."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._phrases = Phrases(language, WORDS, "words")
        self._rows: dict[tuple[str, str], EvidenceOut] = {}
        self._cited: dict[tuple[str, str], int] = {}

    def __bool__(self) -> bool:
        """Whether anything was cited."""
        return bool(self._cited)

    def know(self, expert: str, rows: Iterable[EvidenceOut]) -> None:
        self._rows |= {(expert, row.tag): row for row in rows}

    def cited(self, line: str, expert: str = "") -> Text:
        """The line with its tags as small numbers; `expert` is whose row a tag without a name is. A tag of no row stays
        as it is."""
        text, source, at = Text(), plain(line), 0
        for tag in _CITATION.finditer(source):
            text.append(source[at : tag.start()])
            text.append(_ROW.sub(lambda row: self._number(row[1] or expert, row), tag[0]), style="dim")
            at = tag.end()
        return text.append(source[at:])

    def listed(self) -> Table:
        lines = Table.grid(padding=(0, 2))
        lines.add_column(no_wrap=True)
        lines.add_column(overflow="fold")
        for key, number in self._cited.items():
            row = self._rows[key]
            known = "" if row.metric.startswith(_RULE) else self._phrases.say("known", day=f"{row.known_at:%Y-%m-%d}")
            parts = [f"{self._name(row)} {self._value(row)}".strip(), self._period(row), self._source(row), known]
            lines.add_row(Text(f"{number:>3}"), Text(plain(" · ".join(part for part in parts if part))), style="dim")
        return lines

    def _number(self, expert: str, row: re.Match[str]) -> str:
        key = (expert, row[2])
        if key not in self._rows:
            return row[0]
        return str(self._cited.setdefault(key, len(self._cited) + 1))

    def _name(self, row: EvidenceOut) -> str:
        """What a person calls the figure; of a text, its headline."""
        if row.text:
            return row.text.partition("\n")[0]
        names = LABELS.get(row.metric, (row.metric,))
        wanted = [name for name in names if bool(_CHINESE.search(name)) == (self._language == "zh")]
        return (wanted or list(names))[0]

    def _period(self, row: EvidenceOut) -> str:
        kind, _, end = row.period.partition(" to ")
        return self._phrases.say(f"period.{kind.replace(' ', '_')}", end=end) if kind in _SPANS else row.period

    def _source(self, row: EvidenceOut) -> str:
        """The source; what was done with it, and which book a rule is from, stays in the JSON."""
        name = row.source.partition(":")[0]
        return self._phrases.say(f"source.{_SOURCES[name]}") if name in _SOURCES else row.source

    def _value(self, row: EvidenceOut) -> str:
        return "" if row.value is None else written(Decimal(repr(row.value)), row.unit, self._language)


def plain(text: str) -> str:
    """Nothing in it moves the cursor, rings, or turns the writing round."""
    return _CONTROL.sub("", text)
