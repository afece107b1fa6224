"""A portfolio over a whole market by rule: 5,000 A-shares, ten years, monthly, ranked by a two-factor score.

    python -m benchmarks.ranked_portfolio [SYMBOLS] [FOLDER]     5000 unless told; FOLDER keeps the store for a next run

The market is that of `cross_sections`: made up, every tenth symbol delisted halfway. Measured is one whole backtest
from bars by date that the system has in memory to the figures of the report: reading, membership, score, weights, the
panel of those that were chosen, the account with lots, T+1, limits, duties and commissions, and the analysis. Each
line is a process of its own, so that its memory is its own; rows of instruments come from memory. Scale: a fifth and
a twenty-fifth of the symbols, and a fifth of the days."""

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from benchmarks.cross_sections import DAYS, NOW, codes, weekdays, written
from packages.domain.backtest.analysis.analyse import analyse
from packages.domain.backtest.portfolio.ports import MarketRows
from packages.domain.backtest.portfolio.running import PortfolioRequest, hold_portfolio
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.cross_sections import BarField, MarketPanel
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.rows import CalendarEvent, FinancialFact, Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.infra.kernel.build import install_kernel
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.cross_sections.mapped_sections import MappedCrossSections

ROUNDS = 3
LONG_AGO = datetime(2010, 1, 1, tzinfo=UTC)
CLOSE: Document = {"ref": "close"}


def strategy() -> Strategy:
    """Momentum without the last month and low volatility, by percent ranks; the fifty best, equally weighted."""
    momentum: Document = {"return": {"of": {"lag": {"of": CLOSE, "bars": 21}}, "bars": 231}}
    calm: Document = {"std": {"of": {"return": {"of": CLOSE, "bars": 1}}, "bars": 60}}
    score: Document = {"subtract": [{"cross_rank": momentum}, {"multiply": [0.5, {"cross_rank": calm}]}]}
    document: Document = {
        "dsl_version": "2.0.0",
        "strategy": {"name": "Momentum and low volatility"},
        "universe": {
            "market": "cn_stocks",
            "rule": {"min_turnover": {"amount": 1_000_000}, "min_listed_days": 250, "exclude": ["special_treatment"]},
        },
        "timeframe": "1d",
        "factors": {},
        "portfolio": {
            "score": score,
            "long": {"count": 50},
            "weights": {"mode": "equal"},
            "rebalance": {"every": "month"},
        },
    }
    return Validator(CATALOGUE).document(document).require()


class BenchmarkMarket:
    """Bars from the store, instruments from memory."""

    def __init__(self, folder: Path, count: int) -> None:
        self._sections = MappedCrossSections(ParquetBars(folder))
        halfway = weekdays()[DAYS // 2].item()
        self._instruments = [
            Instrument(
                source="made",
                known_at=LONG_AGO,
                symbol=symbol,
                name_en=str(symbol),
                name_zh="",
                exchange="XSHG",
                currency="CNY",
                listed_on=LONG_AGO.date(),
                delisted_on=halfway if number % 10 == 9 else None,
            )
            for number, symbol in enumerate(codes(count))
        ]

    async def panel(
        self, fields: Sequence[BarField], first: date, last: date, as_of: datetime, symbols: Sequence[Symbol]
    ) -> MarketPanel:
        return self._sections.panel(fields, first, last, as_of, symbols)

    async def rows(self, as_of: datetime) -> MarketRows:
        return MarketRows(self._instruments, (), ())

    async def facts(self, items: Sequence[str], as_of: datetime) -> Sequence[FinancialFact]:
        return ()

    async def events(self, as_of: datetime) -> Sequence[CalendarEvent]:
        return ()


def one_run(market: BenchmarkMarket, days: int) -> tuple[int, int, float]:
    """Instruments that were held, trades, and the final equity."""
    view = MarketView(NOW, market, market)  # type: ignore[arg-type] # nothing is read of single instruments here
    start = weekdays()[0].item()
    end = weekdays()[days - 1].item() if days < DAYS else start + timedelta(days=40 * 365)
    terms = Terms(cash=Decimal(10_000_000), costs=usual_costs(Market.CN_STOCKS))
    request = PortfolioRequest(strategy=strategy(), terms=terms, start=start, end=end, warm_up=0)
    held = asyncio.run(hold_portfolio(request, view, market))
    report = analyse(held.outcome, held.loaded.panel, terms, first_bar=0, benchmark=held.benchmark)
    return len(held.loaded.panel.tickers), len(held.outcome.trades), report.figures.final_equity


def measured(folder: Path, count: int, days: int) -> None:
    """In a process of its own; the first run brings the files and the kernel into memory."""
    install_kernel()
    market = BenchmarkMarket(folder, count)
    held, trades, equity = one_run(market, days)
    clocks, processors = [], []
    for _ in range(ROUNDS):
        began = time.perf_counter(), time.process_time()
        assert one_run(market, days) == (held, trades, equity)
        clocks.append(time.perf_counter() - began[0])
        processors.append(time.process_time() - began[1])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count:6,} symbols {days:6,} days {min(clocks):8.2f} s by the clock {min(processors):8.2f} s of processors"
        f" {memory:8.0f} MB at most   {held:,} held, {trades:,} trades",
        flush=True,
    )


def main() -> None:
    if len(sys.argv) > 3:
        measured(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(temporary)
        if not (folder / "by_date").exists():
            print(f"written in {sum(written(folder, count)):.0f} s", flush=True)
        for symbols, days in ((count, DAYS), (count // 5, DAYS), (count // 25, DAYS), (count, DAYS // 5)):
            asked = [str(folder), str(symbols), str(days)]
            subprocess.run([sys.executable, "-m", "benchmarks.ranked_portfolio", *asked], check=True)


if __name__ == "__main__":
    main()
