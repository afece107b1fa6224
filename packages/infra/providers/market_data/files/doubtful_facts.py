"""What a file of statements says that is hardly meant: several currencies, or a line that leaps within a year."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from packages.core.messages import word
from packages.domain.market_data.rows import LARGEST_LEAP, FinancialFact
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.files.reading import FileReading

_WATCHED = ("revenue", "net_profit", "net_profit_parent", "total_assets")
_A_YEAR, _SLACK = timedelta(days=365), timedelta(days=8)


def doubt_facts(reading: FileReading, facts: Sequence[FinancialFact]) -> None:
    for symbol in dict.fromkeys(fact.symbol for fact in facts):
        own = [fact for fact in facts if fact.symbol == symbol]
        _currencies(reading, symbol, own)
        for item in _WATCHED:
            _leaps(reading, symbol, [fact for fact in own if fact.item == item])


def _currencies(reading: FileReading, symbol: Symbol, facts: Sequence[FinancialFact]) -> None:
    units = (fact.unit.partition("/")[0] for fact in facts)
    codes = sorted({unit for unit in units if len(unit) == 3 and unit.isupper()})
    if len(codes) > 1:
        reading.guess("mixed_currencies", symbol=symbol, currencies=", ".join(codes))


def _leaps(reading: FileReading, symbol: Symbol, facts: Sequence[FinancialFact]) -> None:
    """The first of a line is enough to look at it."""
    for now in facts:
        for then in facts:
            apart = abs(now.period_end - then.period_end - _A_YEAR)
            if apart <= _SLACK and now.unit == then.unit and _leapt(now.value, then.value):
                line = word("statement_line", now.item)
                reading.guess("leap", symbol=symbol, item=line, end=now.period_end, times=int(LARGEST_LEAP))
                return


def _leapt(now: Decimal, then: Decimal) -> bool:
    return then > 0 and abs(now) > LARGEST_LEAP * then
