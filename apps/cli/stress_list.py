"""How `parley stress list` shows what is kept."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from apps.cli.stress_words import say
from packages.core.messages import Language
from packages.domain.stress.jobs.stored import StoredStress
from packages.reports.drawing.wording import plain
from packages.reports.stress.wording import ruling_words


def print_list(found: Sequence[StoredStress], language: Language) -> None:
    console = Console()
    if not found:
        console.print(Text(say(language, "none")))
        return
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for name in ("id", "made", "verdict", "strategy"):
        table.add_column(say(language, name), overflow="fold", no_wrap=name == "id")
    for each in found:
        table.add_row(*_row(each, language))
    console.print(table)


def _row(stored: StoredStress, language: Language) -> tuple[str, Text, Text, Text]:
    stress, headline = stored.planned, stored.headline
    named = f"{plain(stress.plan.backtest.strategy.name)} · {stress.plan.backtest.version}"
    said = say(language, "unfinished") if headline is None else ruling_words(headline.ruling, language)
    return stress.id, Text(f"{stress.created_at:%Y-%m-%d %H:%M}Z"), Text(said), Text(named)
