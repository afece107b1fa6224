"""Random companies: what they reported, when it became known, what was restated, how shares were split, and what they
paid and announced. Reports come late, or after the close, or not at all."""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from random import Random

from packages.domain.backtest.fundamentals.figures import READ
from packages.domain.backtest.fundamentals.record import CompanyRecord, CompanyRows, company_record
from packages.domain.backtest.market.needs import CompanyNeeds
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    EventKind,
    FinancialFact,
    Statement,
)
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from tests.reference.companies import ToldRecord

FLOWS = (
    *("revenue", "operating_cost", "operating_profit", "net_profit", "net_profit_parent"),
    *("operating_cash_flow", "eps_basic"),
)
BALANCES = ("total_assets", "total_liabilities", "equity_parent", "shares_total", "shares_basic_average")
_ENDS = ((3, 31), (6, 30), (9, 30), (12, 31))


def told_record(rows: CompanyRows, needs: CompanyNeeds) -> ToldRecord:
    """The engine's record, which the reference does not look at, with the rows."""
    made = company_record(rows, needs.figures)
    return ToldRecord(**{each.name: getattr(made, each.name) for each in fields(CompanyRecord)}, rows=rows)


def random_company(rng: Random, ticker: str, needs: CompanyNeeds, first: date, last: date, close: float) -> CompanyRows:
    """With three years of reports before the first day."""
    symbol = parse_symbol(ticker)
    draw = _Company(rng, symbol, first, last, close)
    facts = sorted(draw.facts(), key=lambda fact: (fact.known_at, fact.version))
    items = {item for figure in needs.figures for item in READ[figure]} or {"revenue"}
    return CompanyRows(
        symbol=ticker,
        currency=rng.choice([draw.currency, draw.currency, draw.currency, "", "EUR"]),
        facts=[fact for fact in facts if fact.item in items],
        actions=draw.actions(),
        events=draw.events(),
        last=last,
        raw_prices=rng.random() < 0.95,
    )


class _Company:
    def __init__(self, rng: Random, symbol: Symbol, first: date, last: date, close: float) -> None:
        self._rng, self._symbol, self._first, self._last, self._close = rng, symbol, first, last, close
        self._is_chinese = symbol.market is Market.CN_STOCKS
        self.currency = "CNY" if self._is_chinese else "USD"
        self._has_years = not self._is_chinese and rng.random() < 0.4
        self._shares = rng.choice([1_000_000, 30_000_000])
        left_out = rng.choice([(), (), ("shares_total",), ("net_profit_parent",), ("shares_total", "eps_basic")])
        self._items = [item for item in (*FLOWS, *BALANCES) if item not in left_out]

    def facts(self) -> Iterator[FinancialFact]:
        sources = ["test"] if self._rng.random() < 0.8 else ["test", "other"]
        for year in range(self._first.year - 3, self._last.year + 1):
            for quarter, end in enumerate(_ENDS):
                day = date(year, *end)
                if self._rng.random() < 0.95 and day < self._last:
                    for source in sources:
                        yield from self._report(day, quarter, source)

    def _report(self, end: date, quarter: int, source: str) -> Iterator[FinancialFact]:
        rng = self._rng
        known_at = self._known(end + timedelta(days=rng.randint(5, 110)))
        for item in self._items:
            if rng.random() < (0.03 if source == "test" else 0.5):
                continue
            value = self._amount(item, quarter)
            yield self._fact(item, end, value, known_at, 1, source, quarter)
            if rng.random() < 0.15:
                again = known_at + timedelta(days=rng.randint(1, 90))
                version = rng.choice([1, 2])
                yield self._fact(item, end, value * Decimal("1.1"), again, version, source, quarter)

    def _amount(self, item: str, quarter: int) -> Decimal:
        rng = self._rng
        earned = self._close / rng.uniform(8, 40) / 4
        quarters = quarter + 1 if self._is_chinese else 4 if self._has_years and quarter == 3 else 1
        if item == "eps_basic":
            return Decimal(f"{earned * quarters * rng.choice([1, 1, 1, -0.5]):.3f}")
        if item in ("shares_total", "shares_basic_average"):
            return Decimal(self._shares)
        sizes = {
            **{"revenue": 10.0, "operating_cost": 6.0, "operating_profit": 2.0, "operating_cash_flow": 1.5},
            **{"total_assets": 200.0, "total_liabilities": 90.0, "equity_parent": 80.0},
        }
        size = earned * self._shares * sizes.get(item, 1.0) * rng.uniform(0.8, 1.2)
        loss = item.startswith("net_profit") and rng.random() < 0.1
        return Decimal(round(size * (quarters if item in FLOWS else 1))) * (-1 if loss else 1)

    def _fact(
        self, item: str, end: date, value: Decimal, known_at: datetime, version: int, source: str, quarter: int
    ) -> FinancialFact:
        unit = "shares" if item.startswith("shares") else self.currency
        alone = not self._is_chinese and not (self._has_years and quarter == 3)
        unit = f"{unit}/share" if item == "eps_basic" else unit
        return FinancialFact(
            source=source,
            known_at=known_at,
            symbol=self._symbol,
            statement=Statement.BALANCE if item in BALANCES else Statement.INCOME,
            item=item,
            period_end=end,
            value=value,
            unit=f"{unit}/quarter" if alone and item in FLOWS else unit,
            version=version,
        )

    def _known(self, day: date) -> datetime:
        """Before the open, at the close to the second, or after it."""
        close = time(15) if self._is_chinese else time(16)
        at = self._rng.choice([time(8), close, time(18, 30)])
        return datetime.combine(day, at, zone_of(self._symbol.market)).astimezone(UTC)

    def actions(self) -> Sequence[CorporateAction]:
        rng, days = self._rng, (self._last - self._first).days
        found = []
        for kind, most, values in ((ActionKind.DIVIDEND, 4, ["0.25", "1.1"]), (ActionKind.SPLIT, 1, ["2", "1.8"])):
            for _ in range(rng.randint(0, most)):
                day = self._first + timedelta(days=rng.randint(-400, days))
                known_at = self._known(day - timedelta(days=rng.choice([-3, 1, 10, 30])))
                found.append(self._action(day, kind, Decimal(rng.choice(values)), known_at))
        return sorted({(each.ex_date, each.kind): each for each in found}.values(), key=lambda each: each.ex_date)

    def _action(self, day: date, kind: ActionKind, value: Decimal, known_at: datetime) -> CorporateAction:
        return CorporateAction(
            source="test", known_at=known_at, symbol=self._symbol, ex_date=day, kind=kind, value=value
        )

    def events(self) -> Sequence[CalendarEvent]:
        rng, days = self._rng, (self._last - self._first).days
        found = []
        for number in range(rng.randint(0, 8)):
            day = self._first + timedelta(days=rng.randint(0, days + 20))
            known_at = self._known(day - timedelta(days=rng.randint(-1, 40)))
            kind = rng.choice([EventKind.EARNINGS, EventKind.EARNINGS, EventKind.MEETING])
            title = f"event {number}"
            found.append(
                CalendarEvent(source="test", known_at=known_at, symbol=self._symbol, day=day, kind=kind, title=title)
            )
        return found
