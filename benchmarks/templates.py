"""How the templates trade: every family and holding period on the bars that there are, beside buying and holding.

The demo companies over their founding years, and, where they lie beside the checkout, real bars in ten-year stretches.
A row is one template over all its instruments; a share is of the instruments on which it closed 30 trades in ten years,
shorter stretches counted in proportion. Nothing here chooses a parameter: they are the customary ones.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product

from packages.domain.backtest.analysis.benchmark import holding
from packages.domain.backtest.analysis.drawdowns import drawdown_of
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.market.instrument_bars import TickerBars
from packages.domain.backtest.market.panel_loading import BarStretch, panel_of
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.templates import PACES, Family, HoldingPeriod, template
from packages.domain.strategy.validate import Validator
from packages.infra.kernel.build import install_kernel
from packages.infra.providers.market_data.demo.index import INDICES
from packages.infra.providers.market_data.demo.pack import DemoPack, generate
from tests.packages.domain.backtest.real_data import FILES, HAS_REAL_DATA, real_panel

TRADES, YEARS = 30, 10.0
FOUNDING = datetime(2016, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)
_YEAR = 365.25 * 86_400


@dataclass(frozen=True, slots=True)
class TemplateRun:
    """One template on one instrument; fractions, not percent."""

    trades: int
    years: float
    in_market: float
    total_return: float
    max_drawdown: float
    held_return: float
    held_drawdown: float

    @property
    def trades_enough(self) -> bool:
        return self.trades >= TRADES * self.years / YEARS


def demo_panels(pack: DemoPack) -> Mapping[Timeframe, Sequence[Panel]]:
    """By timeframe, each company and coin by itself, adjusted as a backtest has it."""
    instruments = {each.symbol: each for each in pack.instruments}
    found: dict[Timeframe, list[Panel]] = {}
    indices = {each.symbol for each in INDICES}
    for series in pack.all_bars():
        if series.symbol in indices:
            continue
        actions = [each for each in pack.actions if each.symbol == series.symbol]
        statuses = [each for each in pack.statuses if each.symbol == series.symbol]
        told = TickerBars(series, instruments[series.symbol], actions, statuses)
        panel = panel_of([told], BarStretch(series.timeframe, *FOUNDING)).panel
        found.setdefault(series.timeframe, []).append(panel)
    return found


def run_template(panel: Panel, family: Family, period: HoldingPeriod) -> TemplateRun:
    ticker = "ES=F" if panel.market is Market.FUTURES else panel.tickers[0]
    document = template(family, period, panel.market, ticker, timeframe=Timeframe(panel.timeframe))
    strategy = Validator(CATALOGUE).document(document).require()
    terms = Terms(costs=usual_costs(panel.market))
    outcome = backtest(compile_strategy(strategy, CATALOGUE), panel, terms)
    held = holding(panel, float(terms.cash))
    return TemplateRun(
        trades=outcome.figures.trades,
        years=float((panel.time[-1] - panel.time[0]).astype("timedelta64[s]").astype(int)) / _YEAR,
        in_market=float((outcome.exposure > 0).mean()),
        total_return=outcome.figures.total_return,
        max_drawdown=outcome.figures.max_drawdown,
        held_return=float(held[-1] / held[0] - 1),
        held_drawdown=float(drawdown_of(held).min()),
    )


def main() -> None:
    install_kernel()
    _print("demo", demo_panels(generate()))
    if HAS_REAL_DATA:
        _print("real", _real_panels())


def _real_panels() -> Mapping[Timeframe, Sequence[Panel]]:
    found: dict[Timeframe, list[Panel]] = {}
    for name in FILES:
        panel = real_panel(name)
        found.setdefault(Timeframe(panel.timeframe), []).append(panel)
    return found


def _print(source: str, panels: Mapping[Timeframe, Sequence[Panel]]) -> None:
    print(f"\n{source}: medians over instruments; held is buy and hold of the same bars")
    print(
        "timeframe holding              family               n  trades   least  share  market  return    drawdown  held"
    )
    for timeframe, period, family in _offered(panels):
        runs = [run_template(panel, family, period) for panel in panels[timeframe]]
        share = sum(run.trades_enough for run in runs) / len(runs)
        total, deepest = _median(runs, "total_return"), _median(runs, "max_drawdown")
        held, sunk = _median(runs, "held_return"), _median(runs, "held_drawdown")
        print(
            f"{timeframe:<9} {period:<20} {family:<19} {len(runs):>2} {_median(runs, 'trades'):>6.0f} "
            f"{min(run.trades for run in runs):>6} {share:>7.0%} {_median(runs, 'in_market'):>7.0%} {total:>+8.1%} "
            f"{deepest:>9.1%}   {held:>+8.1%} {sunk:>7.1%}"
        )


def _offered(timeframes: Mapping[Timeframe, object]) -> Iterator[tuple[Timeframe, HoldingPeriod, Family]]:
    for period, family in product(HoldingPeriod, Family):
        for pace in PACES[period]:
            if pace.timeframe in timeframes:
                yield pace.timeframe, period, family


def _median(runs: Sequence[TemplateRun], name: str) -> float:
    return float(statistics.median(getattr(run, name) for run in runs))


if __name__ == "__main__":
    main()
