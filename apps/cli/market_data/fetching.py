"""`parley data fetch`: asks which instrument is meant where a text may be several, then fetches it."""

import sys

import typer
from rich.console import Console
from rich.text import Text

from apps.cli.market_data.running import sync_symbols, with_data
from apps.cli.output import cli_phrases
from packages.core.errors import ParleyError
from packages.core.messages import for_reader
from packages.domain.market_data.resolver import Resolved, SeveralMeant
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.well_known import NamedInstrument
from src.modules.data_engineering.application.fetching import InstrumentResolver
from src.modules.data_engineering.container import DataEngineeringContainer


def fetch_named(query: str, timeframe: str, since: str | None, as_json: bool) -> int:
    """The exit code of the sync; a text that may be several is refused with them where nobody can be asked."""
    try:
        meant = with_data(lambda data: instrument_meant(data, query, asks=can_ask(as_json)))
    except ParleyError as error:
        Console(stderr=True).print(Text(for_reader(error.message), style="red"))
        raise typer.Exit(1) from error
    return sync_symbols([str(meant)], timeframe, since, as_json)


def can_ask(as_json: bool) -> bool:
    """Whether a person sits at the terminal; who asks for JSON is a program."""
    return not as_json and sys.stdin.isatty()


async def instrument_meant(data: DataEngineeringContainer, query: str, *, asks: bool) -> Symbol:
    """Where a text may be several, the person is asked; without one, it is refused with the candidates."""
    resolver = InstrumentResolver(data.library())
    match await resolver.resolution(query):
        case Resolved(instrument):
            return instrument.symbol
        case SeveralMeant(candidates) if asks:
            return _chosen(candidates)
        case _:
            return (await resolver.meant(query)).symbol


def _chosen(candidates: tuple[NamedInstrument, ...]) -> Symbol:
    console, phrases = Console(stderr=True), cli_phrases("data")
    for number, each in enumerate(candidates, 1):
        console.print(Text(f"{number}. {each.symbol} · {each.name_en or each.name_zh}"))
    numbers = [str(number) for number in range(1, len(candidates) + 1)]
    said = ""
    while said not in numbers:
        said = str(typer.prompt(phrases.say("which"), err=True)).strip()
    return candidates[int(said) - 1].symbol
