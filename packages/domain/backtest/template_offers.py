"""Which templates the stored bars of an instrument can run, why not the others, and how often each trades on them.

Only trades are counted here. Returns of a dozen templates side by side would be trials that nobody counts: whoever
takes the best of them has searched, so returns are for a backtest, which is a counted trial.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby

from packages.core.errors import ParleyError
from packages.core.messages import Message, joined, message, word
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.market.axis import local_days
from packages.domain.backtest.market.panel_loading import LoadedPanel, load_panel
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.coverage import Stored
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.regime.model import Family
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.templates import PACES, HoldingPeriod, TemplatePace, holding_label, template_name

_WARM_UPS = 2  # as many bars to trade on as go by before the first trade
_DAILY_SPAN, _INTRADAY_SPAN = timedelta(days=3653), timedelta(days=366)

Fit = Callable[[Family, HoldingPeriod, Timeframe], Strategy]


@dataclass(frozen=True, slots=True)
class TradedSpan:
    """How many trades were closed from the first day to the last."""

    symbol: Symbol
    timeframe: Timeframe
    trades: int
    first: date
    last: date

    @property
    def sentence(self) -> Message:
        code = "strategy.template.traded" if self.trades else "strategy.template.traded_never"
        facts = {"symbol": self.symbol, "timeframe": _label(self.timeframe), "first": self.first, "last": self.last}
        return message(code, **facts, **({"trades": self.trades} if self.trades else {}))

    @property
    def with_caveat(self) -> Message:
        """For whoever is told of one template, and reads no other sentence on what a count is worth."""
        return joined([self.sentence, message("strategy.template.traded_caveat")])


@dataclass(frozen=True, slots=True)
class TemplateOffer:
    """A template that the stored bars can run; `traded` is None where the bars cannot be traded on after all."""

    family: Family
    holding: HoldingPeriod
    strategy: Strategy
    traded: TradedSpan | None = None


@dataclass(frozen=True, slots=True)
class WithheldTemplate:
    """A template that the stored bars cannot run, and why."""

    family: Family
    holding: HoldingPeriod
    reason: Message


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """What is stored of one instrument: bars by timeframe, and the day of the last."""

    symbol: Symbol
    bars: Mapping[Timeframe, int]
    last: Mapping[Timeframe, date]

    @classmethod
    def of(cls, symbol: Symbol, stored: Iterable[Stored]) -> "StoredHistory":
        """Of several sources, the one that has most."""
        longest = {each.timeframe: each for each in sorted(stored, key=lambda each: each.rows)}
        bars = {timeframe: each.rows for timeframe, each in longest.items()}
        return cls(symbol, bars, {timeframe: each.last.date() for timeframe, each in longest.items()})

    def choose(self, family: Family, holding: HoldingPeriod, fit: Fit) -> TemplateOffer | WithheldTemplate:
        """On the first timeframe of the holding period that has bars enough."""
        paces = [pace for pace in PACES[holding] if pace.timeframe in self.bars]
        for pace in paces:
            strategy = fit(family, holding, pace.timeframe)
            if self.bars[pace.timeframe] >= _needed(strategy):
                return TemplateOffer(family, holding, strategy)
        if paces:
            return WithheldTemplate(family, holding, self._thin(family, holding, paces[0], fit))
        return WithheldTemplate(family, holding, self._no_bars(holding))

    def sorted_out(
        self, wanted: Iterable[tuple[Family, HoldingPeriod]], fit: Fit
    ) -> tuple[list[TemplateOffer], list[WithheldTemplate]]:
        """What can be run, on the slowest bars first since they reach back furthest, and what cannot."""
        found = [self.choose(family, holding, fit) for family, holding in wanted]
        offers = [each for each in found if isinstance(each, TemplateOffer)]
        withheld = [each for each in found if isinstance(each, WithheldTemplate)]
        return sorted(offers, key=lambda each: -each.strategy.timeframe.seconds), withheld

    def why_not(self, family: Family, holding: HoldingPeriod, strategy: Strategy) -> Message | None:
        """Of a template on a timeframe that was asked for by name."""
        rows, needed = self.bars.get(strategy.timeframe, 0), _needed(strategy)
        if rows >= needed:
            return None
        return self._thin_history(family, holding, strategy.timeframe, needed) if self.bars else self._no_bars(holding)

    def _no_bars(self, holding: HoldingPeriod) -> Message:
        if not self.bars:
            return message("strategy.template.no_bars", symbol=self.symbol)
        needed = [_label(pace.timeframe) for pace in PACES[holding]]
        stored = [_label(each) for each in sorted(self.bars, key=lambda each: each.seconds)]
        return message(
            "strategy.template.no_pace",
            symbol=self.symbol,
            holding=holding_label(holding),
            needed=needed,
            stored=stored,
        )

    def _thin(self, family: Family, holding: HoldingPeriod, pace: TemplatePace, fit: Fit) -> Message:
        return self._thin_history(family, holding, pace.timeframe, _needed(fit(family, holding, pace.timeframe)))

    def _thin_history(self, family: Family, holding: HoldingPeriod, timeframe: Timeframe, needed: int) -> Message:
        return message(
            "strategy.template.thin",
            symbol=self.symbol,
            name=template_name(family, holding),
            timeframe=_label(timeframe),
            needed=needed,
            rows=self.bars.get(timeframe, 0),
        )

    async def counted(self, view: MarketView, offers: Sequence[TemplateOffer]) -> list[TemplateOffer]:
        """The same offers in the same order, each with its trades over the last ten years, or the last year of bars
        within the day."""
        found: list[TemplateOffer] = []
        for timeframe, group in groupby(offers, key=lambda offer: offer.strategy.timeframe):
            found += await self._counted_on(view, timeframe, list(group))
        return found

    async def _counted_on(
        self, view: MarketView, timeframe: Timeframe, offers: Sequence[TemplateOffer]
    ) -> Sequence[TemplateOffer]:
        start = self.last[timeframe] - (_INTRADAY_SPAN if timeframe.is_intraday else _DAILY_SPAN)
        warm_up = max(warm_up_bars(offer.strategy, CATALOGUE) for offer in offers)
        try:
            loaded = await load_panel(view, [self.symbol], timeframe, start=start, end=None, warm_up=warm_up)
            return await asyncio.to_thread(_with_trades, self.symbol, loaded, offers)
        except ParleyError:
            return offers  # the backtest itself will say what is wrong with the bars


def _with_trades(symbol: Symbol, loaded: LoadedPanel, offers: Sequence[TemplateOffer]) -> list[TemplateOffer]:
    from packages.domain.backtest.engine import backtest, compile_strategy  # a server starts without them

    panel = loaded.panel
    days = local_days(panel.market, panel.timeframe, panel.time[[loaded.first_bar, -1]]).tolist()
    terms = Terms(costs=usual_costs(panel.market))
    found = []
    for offer in offers:
        outcome = backtest(compile_strategy(offer.strategy, CATALOGUE), panel, terms, trade_from=loaded.first_bar)
        span = TradedSpan(symbol, panel.timeframe, outcome.figures.trades, *days)
        found.append(replace(offer, traded=span))
    return found


def _needed(strategy: Strategy) -> int:
    return _WARM_UPS * warm_up_bars(strategy, CATALOGUE)


def _label(timeframe: Timeframe) -> Message:
    return word("timeframe", timeframe.value)
