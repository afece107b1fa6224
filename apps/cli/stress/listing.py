"""Lists stored stress tests and the named crises of a market; no database is opened here."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from apps.cli.output import print_json
from apps.cli.stress.words import say
from packages.contracts.stress.views import WindowOut
from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.problems import did_you_mean
from packages.domain.stress.crises.windows import CrisisWindow, crises_of
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


def show_windows(market: str, as_json: bool, lang: str) -> int:
    if market not in list(Market):
        print(f"There is no market {market[:60]!r}. {did_you_mean(market, Market)}", file=sys.stderr)
        return 2
    windows = crises_of(Market(market))
    if as_json:
        print_json([WindowOut.of(each).model_dump(mode="json") for each in windows])
        return 0
    language, console = Language(lang), Console()
    console.print(Text(say(language, "windows", market=market)))
    console.print(_table(windows, language))
    return 0


def _table(windows: tuple[CrisisWindow, ...], language: Language) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
    for name in ("key", "name", "first", "last"):
        table.add_column(say(language, name))
    for each in windows:
        name = each.name_zh if language is Language.ZH else each.name_en
        table.add_row(each.key, name, each.start.isoformat(), each.end.isoformat())
    return table
