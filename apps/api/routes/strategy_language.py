"""The language of strategies over HTTP: check a text, begin with a template, look up indicators, read one in words."""

import asyncio
from decimal import Decimal
from itertools import product
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response

from apps.api.routes.dependencies import App
from apps.api.schemas.strategy import FreqtradeIn, StrategyIn
from packages.contracts.strategy.exchange import ExportOut, FreqtradeOut
from packages.contracts.strategy.language import (
    CatalogueIndicatorOut,
    DraftOut,
    ExplanationOut,
    IndicatorList,
    SentenceOut,
    TemplateList,
    TemplateNotOfferedOut,
    TemplateOut,
    TradedOut,
    TunableList,
    TunableOut,
    ValidationOut,
)
from packages.core.messages import Language, render
from packages.domain.backtest.exporting.export import export_strategy
from packages.domain.backtest.exporting.refusals import Target
from packages.domain.backtest.template_offers import StoredHistory, TemplateOffer
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_search import search_catalogue
from packages.domain.strategy.freqtrade.reading import read_freqtrade
from packages.domain.strategy.indicators.catalogue import Category
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.yaml_text import write_yaml
from packages.infra.http import Caller

router = APIRouter(prefix="/strategies", tags=["strategies"])


def _book(services: App) -> StrategyBook:
    return services.strategies


Book = Annotated[StrategyBook, Depends(_book)]
WhichVersion = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="The newest without it.")]


@router.post("/validate")
async def validate_strategy(
    body: StrategyIn, book: Book, caller: Caller, language: Language = Language.ZH
) -> ValidationOut:
    """Nothing is stored; a valid strategy is told in words, and a document that is none is answered with 200, `valid`
    false and what is wrong with it."""
    return ValidationOut.of(book.validate(body.source), book.catalogue, language)


@router.get("/drafts/{draft_id}")
async def get_draft(draft_id: str, services: App, caller: Caller) -> DraftOut:
    """A draft that a card of the caller's conversations names."""
    return DraftOut.of(await services.drafts.get(caller.id, draft_id))


@router.get("/templates")
async def list_templates(
    services: App,
    book: Book,
    caller: Caller,
    ticker: Annotated[str, Query(max_length=60, description="As 000001.SZ, AAPL, BTC-USD.")],
    family: Family | None = None,
    holding_period: HoldingPeriod | None = None,
    market: Annotated[Market | None, Query(description="That of the ticker without it.")] = None,
    language: Annotated[Language, Query(description="Of the names, the descriptions and the rules.")] = Language.ZH,
) -> TemplateList:
    """Strategies to begin with, of the families and holding periods that were asked for, or of all: those that the
    stored bars can run, with how often each traded on them, and why not the others. None of them promises anything."""
    symbol = parse_symbol(ticker)
    where = market or symbol.market
    history = StoredHistory.of(symbol, await services.library.stored(symbol))

    def fit(kind: Family, holding: HoldingPeriod, timeframe: Timeframe) -> Strategy:
        return book.validate(template(kind, holding, where, ticker, timeframe=timeframe, language=language)).require()

    families, periods = [family] if family else list(Family), [holding_period] if holding_period else HoldingPeriod
    fit(families[0], HoldingPeriod.SWING_DAYS, Timeframe.D1)  # a ticker of another market is refused, bars or none
    able, withheld = history.sorted_out(product(families, periods), fit)
    offers = await history.counted(services.library.view(), able)
    return TemplateList(
        templates=[_template_out(offer, book, language) for offer in offers],
        not_offered=[
            TemplateNotOfferedOut(family=each.family, holding_period=each.holding, reason=render(each.reason, language))
            for each in withheld
        ],
    )


def _template_out(offer: TemplateOffer, book: StrategyBook, language: Language) -> TemplateOut:
    span = offer.traded
    traded = TradedOut.from_values(span, text=render(span.sentence, language)) if span else None
    return TemplateOut(
        family=offer.family,
        holding_period=offer.holding,
        market=offer.strategy.universe.market,
        document=document_of(offer.strategy),
        sentences=SentenceOut.all_of(offer.strategy, book.catalogue, language),
        traded=traded,
    )


@router.get("/indicators")
async def list_indicators(
    caller: Caller,
    language: Language = Language.ZH,
    category: Category | None = None,
    search: Annotated[str, Query(max_length=100, description="A word in either language.")] = "",
) -> IndicatorList:
    """What a factor may be: parameters with their bounds, outputs, and how many bars go by before the first value."""
    found = search_catalogue(language.value, category, search)
    return IndicatorList(indicators=[CatalogueIndicatorOut.model_validate(each) for each in found])


@router.post("/from-freqtrade")
async def strategy_from_freqtrade(
    body: FreqtradeIn, book: Book, caller: Caller, language: Language = Language.EN
) -> FreqtradeOut:
    """Reads a freqtrade strategy as text, without running it; nothing is stored. 400 names what cannot be read, each
    with its line."""
    imported = await asyncio.to_thread(read_freqtrade, body.text, body.ticker, body.share)
    book.validate(imported.document).require()
    return FreqtradeOut.of(imported, language)


@router.get("/{strategy_id}/export")
async def strategy_as_code(
    strategy_id: str,
    book: Book,
    caller: Caller,
    to: Target,
    cash: Annotated[Decimal, Query(gt=0, le=10**15)] = Decimal(100_000),
    commission: Annotated[float, Query(ge=0, lt=1, description="A fraction of each fill.")] = 0.001,
    slippage: Annotated[float, Query(ge=0, lt=1, description="A fraction of the price.")] = 0.0,
    language: Language = Language.EN,
    version: WhichVersion = None,
) -> ExportOut:
    """Code that another engine runs and that trades alike. 400 names each rule that cannot be carried, with its
    pointer."""
    revision = await book.revision(caller.id, strategy_id, version)
    terms = Terms(cash=cash, costs=Costs(commission_rate=commission, slippage=slippage))
    return ExportOut.of(export_strategy(revision.strategy, to, terms, language), language)


@router.get("/{strategy_id}/explain")
async def explain_strategy(
    strategy_id: str, book: Book, caller: Caller, language: Language = Language.ZH, version: WhichVersion = None
) -> ExplanationOut:
    revision = await book.revision(caller.id, strategy_id, version)
    sentences = SentenceOut.all_of(revision.strategy, book.catalogue, language)
    return ExplanationOut(version=revision.version, language=language, sentences=sentences)


@router.get("/{strategy_id}/tunables")
async def list_tunables(strategy_id: str, book: Book, caller: Caller, version: WhichVersion = None) -> TunableList:
    """Every number that could be another one, thresholds and exits included."""
    revision = await book.revision(caller.id, strategy_id, version)
    found = tunables_of(revision.strategy, book.catalogue)
    return TunableList(version=revision.version, tunables=[TunableOut.from_values(each) for each in found])


@router.get("/{strategy_id}/yaml", response_class=Response, responses={200: {"content": {"application/yaml": {}}}})
async def strategy_as_yaml(strategy_id: str, book: Book, caller: Caller, version: WhichVersion = None) -> Response:
    revision = await book.revision(caller.id, strategy_id, version)
    return Response(write_yaml(revision.document), media_type="application/yaml")
