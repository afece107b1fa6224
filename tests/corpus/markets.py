"""Random markets to backtest in: walks with gaps, calm and wild stretches, days locked at their limit, bars that are
missing, dividends, and prices on ticks so coarse that levels are touched exactly.

Everything is drawn from the generator that is given, so a seed is a market.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from random import Random

import numpy as np

from packages.domain.backtest.panel import PRICES, Lots, Panel
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from tests.corpus.price_limits import limit_prices

FIRST_PRICES = {
    Market.US_STOCKS: (10.0, 300.0),
    Market.CN_STOCKS: (4.0, 60.0),
    Market.CRYPTO: (1.0, 2000.0),
    Market.FOREX: (0.7, 1.6),
    Market.FUTURES: (40.0, 400.0),
}
_HOURS = {  # the part of the day that intraday bars are drawn for, in the market's own time
    Market.US_STOCKS: (time(9, 30), 6.5),
    Market.CN_STOCKS: (time(9, 30), 5.5),
    Market.CRYPTO: (time(0, 0), 24.0),
    Market.FOREX: (time(8, 0), 9.0),
    Market.FUTURES: (time(9, 30), 7.5),
}
_DAYS_A_YEAR = {Market.CRYPTO: 365.0, Market.FOREX: 260.0}
_MOST_BARS_A_SESSION = 9
_VOLUME = 50_000.0
NO_LIMITS = (0.0, math.inf)


def random_panel(rng: Random, market: Market, timeframe: Timeframe, tickers: Sequence[str], bars: int) -> Panel:
    """A panel with all the rules of the market in force."""
    times, days = _axis(rng, market, timeframe, bars)
    session = np.cumsum([0, *(int(days[at] != days[at - 1]) for at in range(1, bars))]).astype(np.int64)
    drawn = [_Instrument(rng, market, ticker, days, session.tolist()).drawn() for ticker in tickers]
    rules, lots = RULEBOOK[market], [RULEBOOK[market].lot(board_of(ticker)) for ticker in tickers]
    stocks = market in (Market.US_STOCKS, Market.CN_STOCKS)
    return Panel(
        market=market,
        timeframe=timeframe,
        tickers=tuple(tickers),
        time=np.array(times, dtype="datetime64[us]"),
        session=session,
        elapsed_days=np.array([0.0, *((times[at] - times[at - 1]) / _DAY for at in range(1, bars))]),
        **{name: _matrix(drawn, name) for name in PRICES},
        lots=Lots(minimum=_floats([lot.minimum for lot in lots]), step=_floats([lot.step for lot in lots])),
        bars_per_year=_DAYS_A_YEAR.get(market, 252.0) * bars / (int(session[-1]) + 1),
        sell_after_sessions=rules.sell_after_sessions,
        lower_limit=_matrix(drawn, "lower") if rules.limits else None,
        upper_limit=_matrix(drawn, "upper") if rules.limits else None,
        dividend=_matrix(drawn, "dividend") if stocks else None,
        buy_duty=_floats([rules.duty("buy", day) for day in days]) if rules.duties else None,
        sell_duty=_floats([rules.duty("sell", day) for day in days]) if rules.duties else None,
        alongside=None,
        listings=None,
    )


def random_terms(rng: Random) -> Terms:
    """From an account without any costs to one with all of them, from poor to rich, from cash to high leverage."""
    costs = Costs(
        commission_rate=rng.choice([0.0, 0.00025, 0.001]),
        commission_per_share=rng.choice([0.0, 0.0, 0.005]),
        commission_minimum=rng.choice([0.0, 0.0, 1.0, 5.0]),
        slippage=rng.choice([0.0, 0.0005, 0.003]),
        spread=rng.choice([0.0, 0.0, 0.0002, 0.002]),
        impact=rng.choice([0.0, 0.0, 0.1, 1.0]),
    )
    return Terms(
        cash=Decimal(rng.choice([10_000, 100_000, 100_000, 5_000_000])),
        costs=costs if rng.random() < 0.8 else Costs(),
        leverage=rng.choice([0.5, 1.0, 1.0, 1.0, 2.0, 5.0]),
        maintenance=rng.choice([0.0, 0.25, 0.25, 0.4]),
        borrow_rate=rng.choice([0.0, 0.03, 0.3]),
        interest_rate=rng.choice([0.0, 0.06]),
    )


def board_of(ticker: str) -> str:
    """The board of an A-share by its code; any other ticker is on the only one there is."""
    if ticker.endswith(".BJ"):
        return "bse"
    return {"688": "star", "300": "chinext"}.get(ticker[:3], "main")


_DAY = timedelta(days=1)


def _axis(rng: Random, market: Market, timeframe: Timeframe, bars: int) -> tuple[list[datetime], list[date]]:
    """The times in UTC and the local day of each; some days are holidays."""
    day = date(rng.randint(2021, 2024), rng.randint(1, 12), rng.randint(1, 28))
    times: list[datetime] = []
    days: list[date] = []
    while len(times) < bars:
        rests = market is not Market.CRYPTO and (day.isoweekday() > 5 or rng.random() < 0.02)
        begins = [] if rests else _begins(market, timeframe, day)
        times += [begin.astimezone(UTC).replace(tzinfo=None) for begin in begins]
        days += [day] * len(begins)
        day += _DAY
    return times[:bars], days[:bars]


def _begins(market: Market, timeframe: Timeframe, day: date) -> list[datetime]:
    if not timeframe.is_intraday:
        return [datetime.combine(day, time(), UTC)]
    opens, hours = _HOURS[market]
    count = min(_MOST_BARS_A_SESSION, math.ceil(hours * 3600 / timeframe.seconds))
    first = datetime.combine(day, opens, zone_of(market)).astimezone(UTC)
    return [first + timedelta(seconds=timeframe.seconds) * at for at in range(count)]


def _floats(values: Sequence[Decimal | float]) -> Floats:
    return np.array([float(value) for value in values], dtype=np.float64)


def _matrix(drawn: Sequence["_Instrument"], name: str) -> Floats:
    return np.array([getattr(each, name) for each in drawn], dtype=np.float64)


@dataclass
class _Instrument:
    """Draws one instrument bar by bar."""

    rng: Random
    market: Market
    ticker: str
    days: list[date]
    sessions: list[int]
    open: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    close: list[float] = field(default_factory=list)
    volume: list[float] = field(default_factory=list)
    lower: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    dividend: list[float] = field(default_factory=list)
    tick: float = 0.01
    sessions_listed: int | None = None  # None for one that was there long before
    volatility: float = 0.02
    drift: float = 0.0
    missing: int = 0  # bars that the present suspension still lasts

    def drawn(self) -> "_Instrument":
        last, limits = self._begin(), NO_LIMITS
        for bar, session in enumerate(self.sessions):
            new_session = bar == 0 or session != self.sessions[bar - 1]
            if new_session:
                limits = self._limits(last, self.days[bar])
            self._change_regime()
            last = self._bar(last, limits, new_session)
        return self

    def _begin(self) -> float:
        """Sets the ticks and the listing, and gives the price before the first bar."""
        rng = self.rng
        first = math.exp(rng.uniform(*(math.log(price) for price in FIRST_PRICES[self.market])))
        coarse = 10.0 ** math.floor(math.log10(first)) / 200
        self.tick = coarse if rng.random() < 0.4 else float(RULEBOOK[self.market].tick)
        if rng.random() < 0.15:
            self.missing, self.sessions_listed = rng.randint(1, len(self.days) // 2), 0
        return self._rounded(first)

    def _rounded(self, price: float) -> float:
        return round(max(round(price / self.tick), 1) * self.tick, 8)

    def _limits(self, close: float, day: date) -> tuple[float, float]:
        rules = RULEBOOK[self.market]
        fraction = rules.limit(board_of(self.ticker), day, st=False, sessions_listed=self.sessions_listed)
        if fraction is None:
            return NO_LIMITS
        lower, upper = limit_prices(rules, Decimal(repr(round(close, 8))), fraction)
        return float(lower), float(upper)

    def _change_regime(self) -> None:
        if self.rng.random() < 0.03:
            self.volatility = self.rng.choice([0.002, 0.01, 0.02, 0.05])
            self.drift = self.rng.choice([-0.3, 0.0, 0.0, 0.3]) * self.volatility
        if self.missing == 0 and self.rng.random() < 0.01:
            self.missing = self.rng.choice([1, 1, 2, 9])

    def _bar(self, last: float, limits: tuple[float, float], new_session: bool) -> float:
        """Adds a bar, or a gap, and gives the last close."""
        if self.missing > 0:
            self.missing -= 1
            self._add([math.nan] * 4, math.nan, NO_LIMITS, 0.0)
            return last
        if self.sessions_listed is not None:
            self.sessions_listed += new_session
        paid = round(last * 0.02, 2) if new_session and self.rng.random() < 0.02 else 0.0
        prices = self._prices(max(last - paid, last / 2), limits)
        volume = 0.0 if self.market is Market.FOREX else float(round(_VOLUME * self.rng.lognormvariate(0, 0.8)))
        self._add(prices, volume, limits, paid)
        return prices[3]

    def _prices(self, last: float, limits: tuple[float, float]) -> list[float]:
        rng, lower, upper = self.rng, *limits
        if limits != NO_LIMITS and rng.random() < 0.03:
            locked = rng.choice(limits)
            return [locked] * 4
        gap = self.volatility * rng.choice([0.0, 0.3, 0.3, 0.5, 3.0])
        jump = rng.choice([0.6, 0.75, 1.4, 1.8]) if rng.random() < 0.004 else 1.0
        open_ = last * jump * math.exp(rng.gauss(0, gap))
        close = open_ * math.exp(self.drift + rng.gauss(0, self.volatility))
        high = max(open_, close) * math.exp(abs(rng.gauss(0, self.volatility / 2)))
        low = min(open_, close) * math.exp(-abs(rng.gauss(0, self.volatility / 2)))
        drawn = [self._rounded(price) for price in (open_, high, low, close)]
        return [min(max(price, lower), upper) for price in drawn]

    def _add(self, prices: list[float], volume: float, limits: tuple[float, float], dividend: float) -> None:
        for column, price in zip((self.open, self.high, self.low, self.close), prices, strict=True):
            column.append(price)
        self.volume.append(volume)
        self.lower.append(limits[0])
        self.upper.append(limits[1])
        self.dividend.append(dividend)
