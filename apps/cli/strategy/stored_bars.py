"""Whether the bars that a template runs on are stored; seen from the files of bars alone, without a database."""

from rich.console import Console
from rich.text import Text

from apps.cli.output import cli_phrases
from packages.core.messages import Message, Param, word
from packages.domain.backtest.template_offers import StoredHistory, TemplateOffer
from packages.domain.market_data.symbols import Market, Symbol, load_command
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.templates import PACES, Family, HoldingPeriod, template
from packages.domain.strategy.validate import Validator
from packages.infra.providers.market_data.bars.stored import ranges_of
from packages.settings.load import load_settings


def runnable_timeframe(
    family: Family, holding: HoldingPeriod, market: Market, symbol: Symbol
) -> tuple[Timeframe | None, Message | None]:
    """The first timeframe of the holding period that has bars enough; else None and why there is none."""

    def fit(family: Family, holding: HoldingPeriod, timeframe: Timeframe) -> Strategy:
        document = template(family, holding, market, symbol.text, timeframe=timeframe)
        return Validator(CATALOGUE).document(document).require()

    folder = load_settings().home.bars
    stored = (each for timeframe in Timeframe for each in ranges_of(folder, symbol, timeframe))
    found = StoredHistory.of(symbol, stored).choose(family, holding, fit)
    return (found.strategy.timeframe, None) if isinstance(found, TemplateOffer) else (None, found.reason)


def print_bars(holding: HoldingPeriod, symbol: Symbol, timeframe: Timeframe | None, reason: Message | None) -> None:
    """On the side of errors, since the strategy itself may be on its way into a file; nothing where all is as usual."""
    usual, phrases = PACES[holding][0].timeframe, cli_phrases("strategy")
    named: dict[str, Param] = {"symbol": symbol.text, "usual": word("timeframe", usual)}
    if reason is not None:
        command = load_command(symbol, options=f"--timeframe {usual}")
        said = phrases.say("bars_missing", reason=reason, command=command, **named)
    elif timeframe is not None and timeframe is not usual:
        said = phrases.say("other_bars", timeframe=word("timeframe", timeframe), **named)
    else:
        return
    Console(stderr=True).print(Text(said, style="yellow"))
