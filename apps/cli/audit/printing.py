"""Prints an audit as a table of findings under one line on memory."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from packages.core.messages import Language, Phrases
from src.modules.audit.application.views import AuditFindingOut, AuditReportOut
from src.modules.audit.domain.memory import MemoryOutcome

_OUTCOMES = {MemoryOutcome.FOLLOWS: "bold", MemoryOutcome.MEMORY: "bold red", MemoryOutcome.UNKNOWN: "bold yellow"}
_STYLES = {"followed": "green", "not_followed": "red", "unknown": "dim"}


def print_audit(report: AuditReportOut, language: Language, console: Console) -> None:
    words = Phrases(language, "cli.audit")
    console.print(Text(words.say("title", symbol=report.symbol, day=str(report.day)), style="bold"))
    console.print(f"{words.say('base')}: {_verdict(report, words)}")
    for answer in report.experts:
        console.print(Text(f"{answer.label}: {answer.signal} {answer.confidence:.2f}"))
    console.print(_table(report, words))
    tally = {"followed": report.followed, "not_followed": report.not_followed, "unknown": report.unknown}
    console.print(words.say("tally", **tally))
    console.print(Text(report.memory.outcome_label, style=_OUTCOMES[report.memory.outcome]))
    for reason in report.memory.reasons:
        console.print(Text(reason))


def _table(report: AuditReportOut, words: Phrases) -> Table:
    table = Table()
    for name in ("change", "subject", "from_to", "state", "finding"):
        table.add_column(words.say(name), overflow="fold")
    for world in report.worlds:
        for place, finding in enumerate((world.verdict, *world.experts)):
            state = Text(finding.state_label, style=_STYLES[finding.state])
            table.add_row("" if place else world.title, finding.label, _moved(finding), state, finding.reason)
        table.add_section()
    return table


def _moved(finding: AuditFindingOut) -> str:
    return f"{_figure(finding.before)} → {_figure(finding.after)}"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _verdict(report: AuditReportOut, words: Phrases) -> str:
    if report.action is None:
        return words.say("no_call")
    probability = "" if report.probability is None else f", {report.probability:.0%}"
    return f"{words.word('action', report.action)}{probability}"
