"""The report of a backtest: every figure and table that a person, the page and the tools read.

Fractions are fractions (0.05 is 5 %), money is in the currency of the market, None means that there is nothing to
measure. Columns have one value a bar, from the first on which trading was allowed; bars are places in `Report.time`.
"""

from dataclasses import dataclass
from datetime import date

from packages.domain.backtest.panel import Counts
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe


@dataclass(frozen=True, slots=True)
class EstimateInterval:
    """An estimate with the range in which the truth lies with `level` confidence."""

    value: float
    low: float
    high: float
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class PerformanceFigures:
    """Of the whole account, after all costs."""

    initial_cash: float
    final_equity: float
    total_return: float
    cagr: float | None
    volatility: float  # of bar returns, a year
    sharpe: EstimateInterval | None  # None where nothing moved, and for fewer than three returns
    sortino: float | None
    calmar: float | None
    max_drawdown: float  # 0 or below
    longest_drawdown_bars: int  # from a peak until it was reached again, or until the end
    exposure: float  # the share of bars on whose close something was held
    turnover: float  # traded amount a year, as a multiple of the mean equity; 0 where no time passed
    costs: float  # commissions and duties of closed trades
    financing: float  # borrowing, interest and funding that was paid
    bars: int
    years: float


@dataclass(frozen=True, slots=True)
class TradeFigures:
    """Of a group of closed trades."""

    label: str
    trades: int
    win_rate: float | None
    profit: float
    mean_return: float | None  # of the entry amount
    median_return: float | None
    best_return: float | None
    worst_return: float | None
    profit_factor: float | None  # gains over losses; None without a loss
    expectancy: float | None  # money a trade
    mean_bars: float | None


@dataclass(frozen=True, slots=True)
class MonthlyRow:
    """The returns of one year by month, January first; None where the panel has no bar."""

    year: int
    months: tuple[float | None, ...]
    total: float


@dataclass(frozen=True, slots=True)
class DrawdownPeriod:
    """From the peak to the trough, and back to the peak if it came back."""

    peak_bar: int
    trough_bar: int
    recovered_bar: int | None
    depth: float


@dataclass(frozen=True, slots=True, eq=False)
class Rolling:
    """Over the last `window` bars; NaN before there are so many."""

    window: int
    total_return: Floats
    volatility: Floats
    sharpe: Floats


@dataclass(frozen=True, slots=True, eq=False)
class BenchmarkComparison:
    """Beside buying each instrument at its first close, in equal parts, without costs, and holding them all. What is
    listed later waits as cash until then."""

    label: str
    equity: Floats
    total_return: float
    cagr: float | None
    max_drawdown: float
    sharpe: float
    excess_return: float  # total return less the benchmark's
    beta: float | None
    alpha: float | None  # a year
    correlation: float | None
    information_ratio: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """Everything that is reported of one backtest. Groups without trades are left out."""

    time: Instants
    equity: Floats
    drawdown: Floats
    figures: PerformanceFigures
    all_trades: TradeFigures
    by_direction: tuple[TradeFigures, ...]
    by_exit: tuple[TradeFigures, ...]
    by_ticker: tuple[TradeFigures, ...]
    by_weekday: tuple[TradeFigures, ...]  # of the entry; labels mon … sun; none for weekly bars
    by_hour: tuple[TradeFigures, ...]  # of the entry, in the market's own time; labels 00 … 23; none for daily bars
    by_holding: tuple[TradeFigures, ...]  # bins of bars in the position
    monthly: tuple[MonthlyRow, ...]
    drawdowns: tuple[DrawdownPeriod, ...]  # the five deepest
    rolling: Rolling
    benchmark: BenchmarkComparison
    open_positions: int
    held: Counts  # how many instruments are held on each close
    warnings: tuple[str, ...]  # codes of `Caution`


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What was run, on which data, under which terms. `rules` and `summary` are sentences in the language in which the
    backtest is drawn. `trials` counts the runs of the strategy's whole lineage, this one included; None where nobody
    counted."""

    strategy: str
    tickers: tuple[str, ...]  # in the order of the panel: a trade names its place
    market: Market
    timeframe: Timeframe
    start: date
    end: date
    terms: Terms
    source: str
    content_hash: str
    is_demo: bool
    trials: int | None = None
    first_bar: int = 0  # where on the panel the report begins: trades count bars of the panel
    rules: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
