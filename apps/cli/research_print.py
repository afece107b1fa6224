"""How `parley research` shows what the experts found: reports for people, JSON for programs."""

from collections.abc import Mapping

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from apps.cli.research_footnotes import Footnotes
from apps.cli.research_footnotes import plain as plain
from apps.cli.research_sheet import TITLES, Sheet, Words, sheet_of
from packages.core.messages import Language
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.application.running import ExpertFailure, ExpertReport, Outcome, Question
from src.modules.research.domain.brief import Expert
from src.modules.research.presentation.rest.schemas import Report, report_of

_GOOD = ("BULLISH", "STRONG_BULLISH", "Undervalued", "Favorable", "Positive")
_BAD = ("BEARISH", "STRONG_BEARISH", "Overvalued", "Unfavorable", "Negative")
_CONFIDENCE, _SOURCES, _EVIDENCE = ("置信度", "confidence"), ("来源", "Sources"), ("证据", "Evidence")
_DEGRADED, _UNBOUND, _FAILED = ("缺憾", "Did without"), ("未经证实的数字", "Unproven numbers"), ("失败", "failed")


def research_json(symbol: str, outcomes: Mapping[Expert, Outcome]) -> dict[str, object]:
    """As the coordinator tells it: the whole reports by expert, and the errors of those that failed."""
    return {
        "symbol": symbol,
        "overall_status": overall_status(outcomes),
        "expert_results": {expert.value: _told(outcome) for expert, outcome in outcomes.items()},
    }


def overall_status(outcomes: Mapping[Expert, Outcome]) -> str:
    failed = sum(isinstance(outcome, ExpertFailure) for outcome in outcomes.values())
    return "failed" if failed == len(outcomes) else ("partial" if failed else "completed")


def print_research(question: Question, outcomes: Mapping[Expert, Outcome], console: Console | None = None) -> None:
    page = Page(console or Console(), question.language)
    for outcome in outcomes.values():
        if isinstance(outcome, ExpertReport):
            page.report(outcome.expert, report_of(outcome.expert, outcome.result))
    page.failures([outcome for outcome in outcomes.values() if isinstance(outcome, ExpertFailure)])
    page.evidence()
    if parse_symbol(question.symbol).is_demo and overall_status(outcomes) == "failed":
        page.console.print("Demo companies come with `parley data demo`; `parley data search demo` lists them.")


def _told(outcome: Outcome) -> dict[str, object]:
    if isinstance(outcome, ExpertReport):
        report = report_of(outcome.expert, outcome.result)
        return {"status": "success", "data": report.model_dump(mode="json")}
    error = outcome.error
    return {"status": "failed", "error": {"code": error.code, "message": error.message, "details": error.details}}


class Page:
    """What is printed so far; evidence is numbered through all reports in the order in which it is cited."""

    def __init__(self, console: Console, language: Language) -> None:
        self.console = console
        self._language = language
        self._notes = Footnotes(language)

    def report(self, expert: Expert, report: Report) -> None:
        sheet = sheet_of(report)
        self._notes.know(expert.value, report.evidence)
        self._heading(expert, report, sheet)
        for title, lines in sheet.parts:
            self._part(title, [self._notes.cited(line, expert.value) for line in lines])
        self._part(_SOURCES, [Text(plain(source)) for source in sheet.sources])
        self._part(_DEGRADED, [Text(plain(line), style="yellow") for line in report.degraded])
        wrong = [f"{one.number}: {one.kind}, {one.expected}" for one in report.grounding.violations]
        self._part(_UNBOUND, [Text(plain(line), style="yellow") for line in wrong])

    def failures(self, failed: list[ExpertFailure]) -> None:
        """A reason that several share is told once."""
        reasons: dict[str, list[str]] = {}
        for outcome in failed:
            reasons.setdefault(outcome.error.message, []).append(self._say(TITLES[outcome.expert]))
        for reason, who in reasons.items():
            head = Text(f"{', '.join(who)} {self._say(_FAILED)}: ", style="bold red")
            self.console.print(head.append(plain(reason), style="not bold"))

    def evidence(self) -> None:
        if not self._notes:
            return
        self._title(self._say(_EVIDENCE))
        self.console.print(self._notes.listed())

    def _heading(self, expert: Expert, report: Report, sheet: Sheet) -> None:
        name = report.company.zh if self._language is Language.ZH else report.company.en
        title = f"{self._say(TITLES[expert])} · {name} {report.symbol} · {report.as_of:%Y-%m-%d} · {report.engine}"
        self._title(title)
        colour = "green" if sheet.verdict.startswith(_GOOD) else ("red" if sheet.verdict.startswith(_BAD) else "yellow")
        line = Text(sheet.verdict, style=f"bold {colour}")
        self.console.print(line.append(f"  {self._say(_CONFIDENCE)} {sheet.confidence:.2f}", style="not bold default"))

    def _title(self, text: str) -> None:
        self.console.print()
        self.console.rule(Text(plain(text), style="bold"), align="left")

    def _part(self, title: Words, lines: list[Text]) -> None:
        if not lines:
            return
        self.console.print(Text(self._say(title), style="bold"))
        for line in lines:
            self.console.print(Padding(line, (0, 0, 0, 2)))

    def _say(self, words: Words) -> str:
        return words[0] if self._language is Language.ZH else words[1]
