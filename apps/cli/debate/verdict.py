"""What `parley judge` does: finds or makes the debated research, and prints its verdict whole."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from rich.console import Console

from apps.cli.debate.printing import DebatePrinter
from apps.cli.debate.running import debated_session, known_symbol, understood
from apps.cli.output import print_error, print_json
from packages.core.errors import ParleyError
from packages.core.messages import Language
from packages.domain.evidence.units import written

_PRICES = ("stop_loss", "take_profit")
_LISTS = ("invalidation_triggers", "risk_warnings")


def run_judge(subject: str, rounds: int | None, day: str | None, language: str | None, as_json: bool) -> int:
    """0 when there is a verdict, 1 when there is none, 2 when nothing could be asked."""
    try:
        debated = debated_session(understood(subject, rounds, language, as_json, None, day, known_symbol))
    except ParleyError as error:
        print_error(error, as_json)
        return 2
    verdict = debated.answer["verdict"]
    if as_json:
        print_json(verdict)
    else:
        print_verdict(debated.answer, debated.language, Console())
    return 0 if verdict else 1


def print_verdict(answer: Mapping[str, Any], language: Language, console: Console) -> None:
    """`answer` as the coordinator gives it."""
    page, verdict = DebatePrinter(console, language), answer["verdict"]
    page.know(answer["expert_results"])
    page.verdict(verdict, answer["judge_error"])
    if verdict:
        for name in _PRICES:
            if verdict[name]:
                price = Decimal(str(verdict[name]["value"]))
                page.note(name, written(price, verdict[name]["unit"], language), "bold")
        page.lines("entry", [verdict["entry_strategy"]])
        page.lines("reasons", verdict["reasoning"].split("\n"))
        for name in _LISTS:
            page.lines(name, verdict[name])
    page.contradictions(answer.get("coherence"))
    page.failures(answer["expert_results"])
    page.evidence()
    page.note("session", answer["session_id"], "bold")
