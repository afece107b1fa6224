"""What `parley stress windows` does; no database is opened."""

import json
import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

from apps.cli.stress_words import say
from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.problems import did_you_mean
from packages.domain.stress.crises.windows import CrisisWindow, crises_of


def show_windows(market: str, as_json: bool, lang: str) -> int:
    if market not in list(Market):
        print(f"There is no market {market[:60]!r}. {did_you_mean(market, Market)}", file=sys.stderr)
        return 2
    windows = crises_of(Market(market))
    if as_json:
        print(json.dumps([_told(each) for each in windows], ensure_ascii=False, indent=2))
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


def _told(of: CrisisWindow) -> dict[str, object]:
    name = {"zh": of.name_zh, "en": of.name_en}
    return {"key": of.key, "name": name, "start": of.start.isoformat(), "end": of.end.isoformat()}
