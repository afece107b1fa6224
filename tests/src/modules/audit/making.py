"""Rows and answers for tests of audits."""

from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.rows import FinancialFact, Instrument, Statement
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.audit.domain.answers import ExpertAnswer, WorldAnswers, WorldVerdict

SYMBOL = parse_symbol("DEMO5")
KNOWN = datetime(2024, 4, 23, 20, tzinfo=UTC)


def instrument(
    symbol: Symbol = SYMBOL, name_en: str = "Oakgrove Software Inc.", name_zh: str = "橡林软件"
) -> Instrument:
    return Instrument(
        symbol=symbol,
        name_en=name_en,
        name_zh=name_zh,
        exchange="XNAS",
        currency="USD",
        industry="software",
        listed_on=date(2018, 1, 2),
        source="demo",
        known_at=KNOWN,
    )


def fact(item: str, value: str, statement: Statement = Statement.INCOME) -> FinancialFact:
    return FinancialFact(
        symbol=SYMBOL,
        statement=statement,
        item=item,
        period_end=date(2024, 3, 31),
        value=Decimal(value),
        unit="USD/quarter",
        source="demo",
        known_at=KNOWN,
    )


def bars(closes: list[float], symbol: Symbol = SYMBOL) -> BarSeries:
    times = np.datetime64("2024-01-02", "us") + np.arange(len(closes)) * np.timedelta64(1, "D")
    close = np.array(closes)
    columns = BarColumns(
        time=times,
        open=close * 0.99,
        high=close * 1.02,
        low=close * 0.98,
        close=close,
        volume=np.full(len(closes), 1000.0),
        known_at=bar_known_at(symbol.market, Timeframe.D1, times),
    )
    return BarSeries(symbol, Timeframe.D1, "demo", "raw", columns)


def answers(probability: float | None = 0.6, by: str = "rules", **leans: float) -> WorldAnswers:
    """Each expert by its name with its lean."""
    experts = {
        name: ExpertAnswer(signal=_signal(lean), confidence=abs(lean), lean=lean, engine=by)
        for name, lean in leans.items()
    }
    return WorldAnswers(experts=experts, verdict=WorldVerdict(action="HOLD", probability=probability))


def _signal(lean: float) -> str:
    return "BULLISH" if lean > 0 else "BEARISH" if lean < 0 else "NEUTRAL"
