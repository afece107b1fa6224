"""Valuations worked out a second time, from nothing but what was known at the close of each day."""

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from packages.domain.market_data.rows import ActionKind, FinancialFact, Valuation
from packages.domain.market_data.sessions import session_close
from packages.infra.providers.market_data.demo.companies import COMPANIES, LOSS_MAKER, SHAKY
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.pack import DemoPack

Known = dict[tuple[str, date], Decimal]
companies = pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.symbol.text)


def rows_of(pack: DemoPack, company: DemoCompany) -> list[Valuation]:
    return [row for row in pack.valuations if row.symbol == company.symbol]


def known_at(facts: list[FinancialFact], at: datetime) -> Known:
    seen = sorted((fact for fact in facts if fact.known_at <= at), key=lambda fact: fact.version)
    return {(fact.item, fact.period_end): fact.value for fact in seen}


def trailing(company: DemoCompany, known: Known, item: str) -> Decimal | None:
    ends = sorted(end for name, end in known if name == item)
    if not company.is_chinese:
        return sum((known[item, end] for end in ends[-4:]), Decimal(0)) if len(ends) >= 4 else None
    newest = ends[-1]
    if newest.month == 12:
        return known[item, newest]
    needed = (item, date(newest.year - 1, 12, 31)), (item, newest.replace(year=newest.year - 1))
    if any(name not in known for name in needed):
        return None
    return known[item, newest] + known[needed[0]] - known[needed[1]]


@companies
def test_there_is_a_valuation_for_each_bar_known_at_its_close(pack: DemoPack, company: DemoCompany) -> None:
    rows = rows_of(pack, company)
    days = pack.series(company.symbol).columns.time.astype("datetime64[D]").tolist()
    assert [row.day for row in rows] == days
    assert all(row.known_at == session_close(company.market, row.day) for row in rows)


@companies
def test_a_valuation_uses_only_what_was_known(pack: DemoPack, company: DemoCompany) -> None:
    facts = [fact for fact in pack.facts if fact.symbol == company.symbol]
    closes = pack.series(company.symbol).columns.close.tolist()
    splits = [a for a in pack.actions if a.symbol == company.symbol and a.kind is ActionKind.SPLIT]
    for row, close in list(zip(rows_of(pack, company), closes, strict=True))[::53]:
        known = known_at(facts, row.known_at)
        newest = max(end for item, end in known if item == "shares_total")
        worth = Decimal(repr(close)) * known["shares_total", newest]
        for split in splits:
            worth *= split.value if newest < split.ex_date <= row.day else 1
        assert row.market_value == worth, row.day
        assert row.pb == (worth / known["equity_parent", newest]).quantize(Decimal("0.0001"))
        for told, item in ((row.pe_ttm, "net_profit_parent"), (row.ps_ttm, "revenue")):
            year = trailing(company, known, item)
            assert told == ((worth / year).quantize(Decimal("0.0001")) if year and year > 0 else None), row.day


def test_a_loss_has_no_price_earnings_ratio(pack: DemoPack) -> None:
    assert all(row.pe_ttm is None for row in rows_of(pack, LOSS_MAKER))
    shaky = {row.day: row for row in rows_of(pack, SHAKY)}
    assert shaky[date(2019, 9, 3)].pe_ttm is None
    assert shaky[date(2019, 4, 29)].pe_ttm is not None


@companies
def test_ratios_stay_where_a_market_could_put_them(pack: DemoPack, company: DemoCompany) -> None:
    for row in rows_of(pack, company):
        assert row.pb is not None
        assert Decimal("0.2") < row.pb < 30
        assert row.ps_ttm is None or Decimal("0.3") < row.ps_ttm < 30
        assert row.pe_ttm is None or Decimal(2) < row.pe_ttm < 250
        assert row.dividend_yield is not None
        assert 0 <= row.dividend_yield < Decimal("0.12")


def test_the_yield_counts_the_dividends_of_one_year(pack: DemoPack) -> None:
    row = next(row for row in pack.valuations if row.symbol.text == "DEMO6" and row.day == date(2023, 6, 30))
    close = row.market_value / 400_000_000 if row.market_value else Decimal(0)
    paid = sum(
        a.value
        for a in pack.actions
        if a.symbol.text == "DEMO6" and row.day - timedelta(days=365) < a.ex_date <= row.day
    )
    assert row.dividend_yield == (paid / close).quantize(Decimal("0.0001"))
