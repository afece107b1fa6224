"""A portfolio from its rules to its outcome: over listed tickers, or over everything that a market has."""

import asyncio
import math
from dataclasses import dataclass, replace
from datetime import date, timedelta

import numpy as np

from packages.core.errors import Unavailable
from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.analysis.benchmark import equal_parts
from packages.domain.backtest.market.company_loading import company_notes, refuse_nothing_known
from packages.domain.backtest.market.instrument_bars import InstrumentBars, instrument_bars
from packages.domain.backtest.market.needs import CompanyNeeds, needs_of, refuse_more_work
from packages.domain.backtest.market.panel_building import build_panel, refuse_more_cells, split_factors
from packages.domain.backtest.market.panel_loading import BarStretch, LoadedPanel, load_alongside, load_panel
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Counts
from packages.domain.backtest.portfolio.compiled import CompiledPortfolio
from packages.domain.backtest.portfolio.engine import hold
from packages.domain.backtest.portfolio.market_bars import ALL_FIELDS, QUICK_FIELDS, MarketBars, known_instruments
from packages.domain.backtest.portfolio.ports import WholeMarket
from packages.domain.backtest.portfolio.targets import TargetWeights, target_weights
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.cross_sections import BarField
from packages.domain.market_data.door import MarketView, refuse_later
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.conditions import Flag
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import FactorOutput, Price, PriceField
from packages.domain.strategy.walk import every_condition, every_operand

_FIRST_DAY = date(1990, 1, 1)


class NoWholeMarket(Unavailable):
    """A universe by rule, and nothing to read the whole market from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PortfolioRequest:
    """Days are the market's own, both included; None leaves that end open. `warm_up` bars before come on top."""

    strategy: Strategy
    terms: Terms
    start: date | None
    end: date | None
    warm_up: int


@dataclass(frozen=True, slots=True, eq=False)
class HeldPortfolio:
    """What was traded and what came of it. `benchmark` is the equity of the whole universe held in equal parts, None
    where that is the panel."""

    loaded: LoadedPanel
    outcome: Outcome
    benchmark: Floats | None = None


async def hold_portfolio(request: PortfolioRequest, view: MarketView, market: WholeMarket | None) -> HeldPortfolio:
    """Raises what loading a panel raises, and `NoData` where nobody ever met the rules."""
    if not request.strategy.universe.is_market:
        return await _hold_listed(request, view)
    if market is None:
        raise NoWholeMarket("backtest.no_whole_market")
    return await _hold_market(request, view, market)


async def _hold_listed(request: PortfolioRequest, view: MarketView) -> HeldPortfolio:
    strategy = request.strategy
    symbols = [parse_symbol(ticker) for ticker in strategy.universe.tickers]
    days = {"start": request.start, "end": request.end}
    loaded = await load_panel(view, symbols, Timeframe.D1, **days, warm_up=request.warm_up, needs=needs_of(strategy))
    compiled = CompiledPortfolio(strategy, CATALOGUE)
    outcome = await asyncio.to_thread(compiled.held, loaded.panel, request.terms, loaded.first_bar)
    return HeldPortfolio(loaded, outcome)


async def _hold_market(request: PortfolioRequest, view: MarketView, market: WholeMarket) -> HeldPortfolio:
    """In two reads: closes and volumes of everything to choose from, then all columns of what was chosen. Each is let
    go of as soon as it has been worked out, since a whole market takes much memory."""
    strategy, place = request.strategy, request.strategy.universe.market
    known = known_instruments(await market.rows(view.as_of), place)
    window = _window(request, local_day(place, view.as_of))
    if not known.instruments:
        raise NoData("backtest.empty_market", market=place.value)
    read = await market.panel(fields_of(strategy), *window, view.as_of, tuple(known.instruments))
    needs = needs_of(strategy)
    refuse_more_cells(read.present.size)
    refuse_more_work(needs, read.present.size)
    if not len(read.days):
        raise NoData("backtest.empty_market", market=place.value)
    stretch = BarStretch.of_days(place, Timeframe.D1, request.start, request.end, request.warm_up)
    beside = await load_alongside(view, needs, place, stretch, read.days)
    bars = MarketBars(read, known, place)
    beside = await _with_records(beside, needs.company, bars, market, view)
    del read
    chosen = await asyncio.to_thread(_choose, request, bars, beside)
    del bars
    picked = await market.panel(ALL_FIELDS, *window, view.as_of, chosen.symbols)
    instruments = await asyncio.to_thread(_instruments, MarketBars(picked, known, place))
    del picked
    return await asyncio.to_thread(_trade, request, chosen, instruments, beside)


async def _with_records(
    beside: Alongside | None, needs: CompanyNeeds, bars: MarketBars, market: WholeMarket, view: MarketView
) -> Alongside | None:
    """With what was known of all companies, where rules read it."""
    if not needs.anything:
        return beside
    facts = await market.facts(needs.items, view.as_of) if needs.reports else ()
    events = await market.events(view.as_of) if needs.report_days else ()
    refuse_later((*facts, *events), view.as_of)
    records = await asyncio.to_thread(bars.records, needs, facts, events)
    refuse_nothing_known(needs, records)
    return replace(beside or Alongside(), records=records)


@dataclass(frozen=True, slots=True, eq=False)
class _Chosen:
    """Whoever is held on any day, in the order of the rows of the targets, and the axis of the whole market."""

    symbols: tuple[Symbol, ...]
    time: Instants
    first_bar: int
    targets: TargetWeights
    settled: Counts
    benchmark: Floats


def _choose(request: PortfolioRequest, bars: MarketBars, beside: Alongside | None) -> _Chosen:
    first_bar = 0 if request.start is None else int(np.searchsorted(bars.days, np.datetime64(request.start)))
    universe = bars.universe(beside)
    targets = target_weights(request.strategy, universe, CATALOGUE, first_bar)
    chosen = np.unique(targets.picks)
    if not len(chosen):
        raise NoData("backtest.no_members")
    return _Chosen(
        symbols=tuple(bars.symbols[at] for at in chosen.tolist()),
        time=bars.time,
        first_bar=first_bar,
        targets=replace(targets, picks=np.searchsorted(chosen, targets.picks).astype(np.int64)),
        settled=universe.settled()[chosen],
        benchmark=equal_parts(universe.close, None, float(request.terms.cash), first_bar),
    )


def _instruments(picked: MarketBars) -> list[InstrumentBars]:
    return [instrument_bars(picked.ticker_bars(at)) for at in range(len(picked.symbols))]


def _trade(
    request: PortfolioRequest, chosen: _Chosen, instruments: list[InstrumentBars], beside: Alongside | None
) -> HeldPortfolio:
    panel = build_panel(request.strategy.universe.market, Timeframe.D1, instruments, chosen.time)
    split = split_factors(instruments, chosen.time)
    instruments.clear()
    sources = {symbol.text: "demo" if symbol.is_demo else "stored" for symbol in chosen.symbols}
    if beside is not None and beside.records:
        beside = replace(beside, records=tuple(each for each in beside.records if each.symbol in sources))
    panel = replace(panel, alongside=beside)
    notes = company_notes(
        needs_of(request.strategy).company, () if beside is None else beside.records, panel, chosen.first_bar
    )
    loaded = LoadedPanel(panel, sources, chosen.first_bar, notes, split)
    return HeldPortfolio(loaded, _held(request, chosen.targets, chosen.settled, loaded), chosen.benchmark)


def _held(request: PortfolioRequest, targets: TargetWeights, settled: Counts, loaded: LoadedPanel) -> Outcome:
    tolerance = float(request.strategy.as_portfolio.rebalance.tolerance)
    return hold(targets, loaded.panel, request.terms, settled=settled, tolerance=tolerance, trade_from=loaded.first_bar)


def _window(request: PortfolioRequest, today: date) -> tuple[date, date]:
    """Daily bars of a market that rests have seven days for five bars, and some holidays."""
    last = today if request.end is None else min(request.end, today)
    if request.start is None:
        return _FIRST_DAY, last
    return request.start - timedelta(days=60 + math.ceil(1.6 * request.warm_up)), last


def fields_of(strategy: Strategy) -> tuple[BarField, ...]:
    """What has to be read of every instrument: closes and volumes, or everything where rules read more."""
    operands = [operand for _, operand in every_operand(strategy)]
    flags = any(isinstance(condition, Flag) for _, condition in every_condition(strategy))
    plain = (PriceField.CLOSE, PriceField.VOLUME)
    more = any(isinstance(each, Price) and each.field not in plain for each in operands)
    factors = any(isinstance(each, FactorOutput) for each in operands)
    return ALL_FIELDS if flags or more or factors else QUICK_FIELDS
