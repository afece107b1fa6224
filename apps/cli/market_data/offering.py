"""Before a command that needs data: finds the instrument that was named, and offers to fetch one that has none."""

from collections.abc import Iterable

import typer
from rich.console import Console
from rich.text import Text

from apps.cli.market_data.fetching import can_ask, instrument_meant
from apps.cli.market_data.running import fetch_now, loaded_missing_demo, with_data
from apps.cli.output import cli_phrases
from packages.core.errors import ParleyError
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe, parse_timeframe
from src.modules.data_engineering.application.offers import DataOffer, has_data
from src.modules.data_engineering.application.sync import Wanted
from src.modules.data_engineering.container import DataEngineeringContainer


def symbol_with_data(text: str, *, as_json: bool) -> str:
    """What was typed as a symbol that has data, fetched now if the person says so; raises the reason otherwise. A demo
    market that is missing is loaded: no server has done it for the terminal."""
    asks = can_ask(as_json)
    offer = with_data(lambda data: _offer(data, text, asks=asks))
    if offer.symbol.is_demo and not offer.has_data and loaded_missing_demo():
        offer = with_data(lambda data: _offer(data, text, asks=asks))
    if offer.has_data:
        return str(offer.symbol)
    if not (asks and offer.can_be_fetched and _accepted([offer])):
        raise offer.refusal()
    _fetch(offer.symbol, Timeframe.D1)
    return str(offer.symbol)


def fetched_what_is_missing(error: ParleyError, *, as_json: bool) -> bool:
    """Whether the data that an error names were fetched; False where nobody can be asked, or the person declines."""
    missing = error.details.get("missing_data")
    if not isinstance(missing, dict) or not can_ask(as_json):
        return False
    offers = with_data(lambda data: _offers(data, missing["symbols"]))
    if not all(offer.has_ready_source for offer in offers) or not _accepted(offers, takes_adjusted=True):
        return False
    for offer in offers:
        _fetch(offer.symbol, parse_timeframe(missing["timeframe"]))
    return True


async def _offer(data: DataEngineeringContainer, text: str, *, asks: bool) -> DataOffer:
    """A spelling that has data is taken; anything else may be several instruments."""
    typed = _parsed(text)
    if typed is not None and await has_data(data.library(), typed):
        return await data.offers().of_symbol(str(typed))
    return await data.offers().of_symbol(str(await instrument_meant(data, text, asks=asks)))


async def _offers(data: DataEngineeringContainer, symbols: Iterable[str]) -> list[DataOffer]:
    return [await data.offers().of_symbol(symbol) for symbol in symbols]


def _parsed(text: str) -> Symbol | None:
    try:
        return parse_symbol(text)
    except BadSymbol:
        return None


def _accepted(offers: list[DataOffer], *, takes_adjusted: bool = False) -> bool:
    console, phrases = Console(stderr=True), cli_phrases("data")
    for offer in offers:
        ready = (each for each in offer.sources if each.feeds_research or (takes_adjusted and each.is_ready))
        sources = ", ".join(each.name for each in ready)
        console.print(Text(phrases.say("no_data", symbol=str(offer.symbol)), style="bold"))
        console.print(Text(phrases.say("sources_asked", sources=sources)))
    return typer.confirm(phrases.say("fetch_now"), default=True, err=True)


def _fetch(symbol: Symbol, timeframe: Timeframe) -> None:
    report, phrases = fetch_now(Wanted(symbol, timeframe)), cli_phrases("data")
    counted = {"bars": f"{report.bars_added:,}", "sources": ", ".join(report.sources)}
    Console(stderr=True).print(Text(phrases.say("fetched", symbol=str(symbol), **counted)))
