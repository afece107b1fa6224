"""The technical analyst: what a year of daily bars says."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from packages.core.messages import Language, Message, message, render
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries, empty_columns
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData, UnknownSymbol
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol, load_command, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.research.application.briefing import brief_of, company_of, holes_in, instant_of
from src.modules.research.application.grounding import grounded_draft
from src.modules.research.application.peers import alike
from src.modules.research.application.results import indicators, level, opinion_fields, provenance
from src.modules.research.application.running import Result
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.errors import NothingKnown
from src.modules.research.domain.figures import Finding, Findings
from src.modules.research.domain.macro.economies import economy_of
from src.modules.research.domain.opinions import TechnicalOpinion
from src.modules.research.domain.ports import Analyst, MarketData
from src.modules.research.domain.rulebook import rule_rows
from src.modules.research.domain.technical.bars_in_use import FEWEST_BARS, TooFewDailyBars
from src.modules.research.domain.technical.benchmark import return_of
from src.modules.research.domain.technical.collect import TechnicalFigures, technical_figures
from src.modules.research.domain.technical.levels import risk_figures
from src.modules.research.domain.technical.rules import RULES
from src.modules.research.domain.technical.timeframes import industry_figures, relative_figures
from src.modules.research.domain.valuation.assumptions import FEWEST_PEERS

# A year of bars, and a margin so that the first window is whole.
_LOOK_BACK = timedelta(days=400)
# Sixty sessions, and the longest holidays.
_QUARTER = timedelta(days=120)
_ONLY_ADJUSTED = "market_data.only_adjusted"
_DRAWN = (
    *(("support", f"support_{place}") for place in (1, 2, 3)),
    *(("resistance", f"resistance_{place}") for place in (1, 2, 3)),
    *(("moving_average", f"ma{days}") for days in (20, 60, 120, 200)),
    ("moving_average", "week_ma30"),
    ("extreme", "high_52w"),
    ("extreme", "low_52w"),
)


@dataclass(frozen=True, slots=True)
class TechnicalAnalystService:
    """`strict`: a number that its evidence does not bear out ends the expert."""

    market: MarketData
    analyst: Analyst[TechnicalOpinion]
    strict: bool = False

    async def run(self, ticker: str, analysis_date: date | None = None, *, language: Language = Language.ZH) -> Result:
        """Raises `TooFewBars` (400) below 30 bars; `analysis_date` None means today where the share trades."""
        brief = await self.brief(ticker, analysis_date, language)
        draft, grounding = await grounded_draft(self.analyst, brief, strict=self.strict)
        opinion = draft.opinion
        return {
            **opinion_fields(opinion, "support", "resistance"),
            "key_technical_levels": {
                "support": _levels(brief, opinion.support),
                "resistance": _levels(brief, opinion.resistance),
            },
            "chart_levels": _chart_levels(brief),
            "technical_indicators": indicators(brief),
            "input": draft.asked,
            "output": draft.answered,
            **provenance(brief, draft, grounding),
        }

    async def brief(self, ticker: str, analysis_date: date | None, language: Language) -> Brief:
        symbol = parse_symbol(ticker)
        as_of = instant_of(self.market, symbol, analysis_date)
        company = await company_of(self.market, symbol, as_of)
        series = await self._bars(symbol, as_of)
        found = technical_figures(series, as_of, await holes_in(self.market, series, as_of))
        shown = _shown(found)
        return await brief_of(
            Expert.TECHNICAL_ANALYST,
            self.market,
            company,
            as_of,
            language,
            {**shown, **await self._relative(symbol, shown, as_of), **await self._among_its_own(symbol, shown, as_of)},
            rules=rule_rows(RULES),
            degraded=_missing(found, language),
        )

    async def _relative(self, symbol: Symbol, shown: Findings, as_of: datetime) -> Findings:
        """Against the index of its market, where that is stored."""
        economy = economy_of(symbol)
        index: BarSeries | None = None
        if economy is not None:
            with suppress(NoData, UnknownSymbol):
                view, benchmark = self.market.view(as_of), parse_symbol(economy.benchmark)
                index = await view.bars(benchmark, start=as_of - _LOOK_BACK, raw_only=True)
        return relative_figures(shown, index, as_of, await holes_in(self.market, index, as_of))

    async def _among_its_own(self, symbol: Symbol, shown: Findings, as_of: datetime) -> Findings:
        """Against the stored companies of its industry."""
        view, returns = self.market.view(as_of), []
        for peer in await alike(self.market, symbol, as_of):
            with suppress(NoData, UnknownSymbol):
                series = await view.bars(peer.symbol, start=as_of - _QUARTER, raw_only=True)
                returns.append(return_of(series, as_of, 60, await holes_in(self.market, series, as_of)))
        return industry_figures(shown, returns, FEWEST_PEERS)

    async def _bars(self, symbol: Symbol, as_of: datetime) -> BarSeries:
        """No bars at all count as too few of them; adjusted ones alone are told apart, because there is something."""
        view = self.market.view(as_of)
        try:
            found = await view.bars(symbol, start=as_of - _LOOK_BACK, raw_only=True)
        except NoData as missing:
            if missing.said.code == _ONLY_ADJUSTED:
                source = missing.said.params.get("source")
                raise NothingKnown(
                    "research.only_adjusted",
                    symbol=symbol,
                    source=source,
                    command=load_command(symbol),
                    details={"symbol": str(symbol), "source": str(source)},
                ) from missing
            return await _older(view, symbol)
        return found if len(found.columns) >= FEWEST_BARS else await _older(view, symbol)


async def _older(view: MarketView, symbol: Symbol) -> BarSeries:
    """What is stored of the years before, which says since when bars are missing; empty where there is nothing."""
    try:
        return await view.bars(symbol, raw_only=True)
    except NoData as missing:
        stored = missing.said.params.get("stored")
        if isinstance(stored, Message) and stored.code != "words.nothing":
            raise TooFewDailyBars(
                "research.bars_not_known_yet",
                symbol=symbol,
                until=local_day(symbol.market, view.as_of),
                fewest=FEWEST_BARS,
                stored=stored,
                details={"found": 0, "needed": FEWEST_BARS, "symbol": str(symbol)},
            ) from missing
        return BarSeries(symbol, Timeframe.D1, "", Adjustment.SPLITS, empty_columns())


def _missing(found: TechnicalFigures, language: Language) -> list[str]:
    if found.hole is None:
        return []
    return [render(message("research.hole", sessions=found.hole.sessions, hole=found.hole), language)]


def _shown(found: TechnicalFigures) -> dict[str, Finding]:
    """All figures and what follows from them for risk; a gap that was filled says nothing any more."""
    filled = {gap.figure.key for gap in found.gaps if gap.filled}
    shown = {key: finding for key, finding in found.figures.items() if key not in filled}
    return shown | risk_figures(shown)


def _chart_levels(brief: Brief) -> list[Result]:
    """What a chart can draw: supports, resistances, averages, and the ends of the year's range."""
    return [
        {"kind": kind, "name": name, "price": float(brief.figures[name].value), "tag": brief.tags[name]}
        for kind, name in _DRAWN
        if name in brief.figures
    ]


def _levels(brief: Brief, tags: list[str]) -> list[float]:
    """The prices behind tags; a tag that names no row in the unit of the close is no level."""
    unit = brief.figures["close"].unit
    rows = {tag: brief.book.rows.get(tag.strip("[]")) for tag in tags}
    priced = [tag for tag, row in rows.items() if row is not None and row.unit == unit]
    return [price for tag in priced if (price := level(brief, tag)) is not None]
