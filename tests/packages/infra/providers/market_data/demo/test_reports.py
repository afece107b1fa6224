"""Reports: books that balance to the last unit, told in time (but for one), corrected in the open (by one)."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from decimal import Decimal
from itertools import pairwise

import pytest

from packages.domain.market_data.rows import ActionKind, FinancialFact, Statement
from packages.domain.market_data.sessions import session_close, statutory_deadline, zone_of
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.demo.companies import COMPANIES, SHAKY
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.pack import DemoPack
from packages.infra.providers.market_data.demo.special_companies import BANK, DELISTED, INSURER

Report = dict[str, Decimal]
ITEMS = {
    Statement.INCOME: (
        "revenue operating_cost operating_profit total_profit net_profit net_profit_parent rd_expense eps_basic"
    ),
    Statement.BALANCE: (
        "total_assets total_liabilities equity_parent current_assets current_liabilities cash receivables inventory "
        "goodwill short_debt long_debt shares_total"
    ),
    Statement.CASH_FLOW: "operating_cash_flow investing_cash_flow financing_cash_flow capex",
    Statement.INDICATOR: "roe gross_margin net_margin debt_to_assets current_ratio",
}
FINANCIAL = {
    Statement.INCOME: "revenue operating_profit total_profit net_profit net_profit_parent eps_basic sga_expense",
    Statement.BALANCE: "total_assets total_liabilities equity_parent cash long_debt shares_total",
    Statement.CASH_FLOW: ITEMS[Statement.CASH_FLOW],
    Statement.INDICATOR: "roe net_margin debt_to_assets",
}
OWN = {
    BANK.symbol: {
        Statement.INCOME: "net_interest_income fee_income provision_for_losses",
        Statement.BALANCE: "loans deposits",
        Statement.INDICATOR: "net_interest_margin npl_ratio provision_coverage core_tier1_ratio capital_adequacy",
    },
    INSURER.symbol: {
        Statement.INCOME: "premiums claims investment_income",
        Statement.BALANCE: "insurance_reserves",
        Statement.INDICATOR: "solvency_ratio embedded_value_per_share",
    },
}
companies = pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.symbol.text)
ordinary = pytest.mark.parametrize(
    "company", [one for one in COMPANIES if not one.is_financial], ids=lambda company: company.symbol.text
)


def facts_of(pack: DemoPack, symbol: Symbol) -> list[FinancialFact]:
    return [fact for fact in pack.facts if fact.symbol == symbol]


def reports(facts: Iterable[FinancialFact], versions: int) -> dict[date, Report]:
    """By period, the newest figures among the first `versions` versions."""
    told: dict[date, Report] = {}
    for fact in sorted(facts, key=lambda fact: (fact.period_end, fact.version)):
        if fact.version <= versions:
            told.setdefault(fact.period_end, {})[fact.item] = fact.value
    return told


def single_quarters(company: DemoCompany, told: dict[date, Report], item: str) -> dict[date, Decimal]:
    flows = {end: report[item] for end, report in told.items()}
    if not company.is_chinese:
        return flows
    ends = list(flows)
    return {
        end: flows[end] - (flows[before] if before and before.year == end.year else 0)
        for before, end in zip([None, *ends[:-1]], ends, strict=True)
    }


@ordinary
def test_a_company_tells_every_figure_of_every_quarter(pack: DemoPack, company: DemoCompany) -> None:
    facts = facts_of(pack, company.symbol)
    told = reports(facts, 1)
    last = date(2022, 3, 31) if company == DELISTED else date(2025, 12, 31)
    assert len(told) == 4 * (last.year - 2014) + last.month // 3
    assert (min(told), max(told)) == (date(2014, 3, 31), last)
    for statement, items in ITEMS.items():
        assert {fact.item for fact in facts if fact.statement is statement} == set(items.split())
    assert all(len(report) == 29 for report in told.values())


@pytest.mark.parametrize("symbol", OWN, ids=str)
def test_a_bank_and_an_insurer_tell_the_lines_of_their_trade(pack: DemoPack, symbol: Symbol) -> None:
    facts = facts_of(pack, symbol)
    assert len(reports(facts, 1)) == 48
    for statement, items in FINANCIAL.items():
        own = OWN[symbol].get(statement, "")
        assert {fact.item for fact in facts if fact.statement is statement} == {*items.split(), *own.split()}
    for end, report in reports(facts, 1).items():
        assert report["total_assets"] == report["total_liabilities"] + report["equity_parent"], end
        assert min(report["cash"], report["equity_parent"], report["long_debt"], report["net_profit"]) > 0, end


def test_a_bank_lends_what_it_is_brought_and_an_insurer_pays_less_than_it_takes(pack: DemoPack) -> None:
    for end, report in reports(facts_of(pack, BANK.symbol), 1).items():
        assert report["loans"] < report["deposits"] < report["total_assets"], end
        assert Decimal("0.08") < report["core_tier1_ratio"] < report["capital_adequacy"] < Decimal("0.2"), end
        parts = report["net_interest_income"] + report["fee_income"]
        assert report["revenue"] == parts, end
        assert report["operating_profit"] == parts - report["sga_expense"] - report["provision_for_losses"], end
    for end, report in reports(facts_of(pack, INSURER.symbol), 1).items():
        spent = report["claims"] + report["sga_expense"]
        assert Decimal("0.9") < spent / report["premiums"] < 1, end
        assert report["revenue"] == report["premiums"] + report["investment_income"], end
        assert report["solvency_ratio"] > 2, end


def test_who_is_delisted_reports_and_trades_no_more(pack: DemoPack) -> None:
    last = DELISTED.delisted_on
    assert last is not None
    instrument = next(row for row in pack.instruments if row.symbol == DELISTED.symbol)
    assert instrument.delisted_on == last
    assert str(pack.series(DELISTED.symbol).columns.time[-1])[:10] == str(last)
    told = [row for row in pack.rows() if getattr(row, "symbol", None) == DELISTED.symbol]
    assert max(row.known_at for row in told).date() <= last
    assert [item for item in pack.news if item.key == f"delisted-{DELISTED.symbol}-en"]


@ordinary
@pytest.mark.parametrize("versions", [1, 2])
def test_the_books_balance_exactly_in_every_version(pack: DemoPack, company: DemoCompany, versions: int) -> None:
    for end, report in reports(facts_of(pack, company.symbol), versions).items():
        assert report["total_assets"] == report["total_liabilities"] + report["equity_parent"], end
        parts = report["cash"] + report["receivables"] + report["inventory"]
        assert report["current_assets"] == parts <= report["total_assets"]
        assert report["total_liabilities"] == report["current_liabilities"] + report["long_debt"]
        assert report["investing_cash_flow"] == -report["capex"]
        eps = report["net_profit_parent"] / report["shares_total"]
        assert report["eps_basic"] == eps.quantize(Decimal("0.0001"))
        assert min(report["cash"], report["equity_parent"], report["receivables"]) > 0


@companies
def test_cash_flows_tie_to_cash(pack: DemoPack, company: DemoCompany) -> None:
    told = reports(facts_of(pack, company.symbol), 2)
    flows = [single_quarters(company, told, f"{kind}_cash_flow") for kind in ("operating", "investing", "financing")]
    for before, end in pairwise(told):
        assert told[end]["cash"] - told[before]["cash"] == sum(flow[end] for flow in flows), end


@companies
@pytest.mark.parametrize("versions", [1, 2])
def test_profit_less_dividends_and_new_shares_make_the_equity(
    pack: DemoPack, company: DemoCompany, versions: int
) -> None:
    told = reports(facts_of(pack, company.symbol), versions)
    profit = single_quarters(company, told, "net_profit_parent")
    dividends = [a for a in pack.actions if a.symbol == company.symbol and a.kind is ActionKind.DIVIDEND]
    for before, end in pairwise(told):
        if versions == 1 and company == SHAKY and end == date(2018, 12, 31):
            continue  # the late report stands on corrected books, those before it do not
        paid = sum(a.value * company.shares_on(a.ex_date) for a in dividends if before < a.ex_date <= end)
        raised = sum(issue.shares * issue.price for issue in company.issues if before < issue.day <= end)
        change = told[end]["equity_parent"] - told[before]["equity_parent"]
        assert change == profit[end] - paid + raised, end


@companies
def test_reports_are_told_after_the_close_and_after_the_period(pack: DemoPack, company: DemoCompany) -> None:
    for fact in facts_of(pack, company.symbol):
        told = fact.known_at.astimezone(zone_of(company.market))
        assert told.date() > fact.period_end
        assert fact.known_at > session_close(company.market, told.date())


def test_a_share_reports_keep_the_deadline_but_for_one_late_filer(pack: DemoPack) -> None:
    late = {
        (fact.symbol.text, fact.period_end)
        for fact in pack.facts
        if fact.symbol.market is Market.CN_STOCKS
        and fact.version == 1
        and fact.known_at.astimezone(zone_of(Market.CN_STOCKS)).date() > statutory_deadline(fact.period_end)
    }
    assert late == {("DEMO4.SH", date(2018, 12, 31)), ("DEMO4.SH", date(2019, 3, 31))}


def test_a_restatement_keeps_both_versions_and_the_second_is_known_later(pack: DemoPack) -> None:
    second = [fact for fact in pack.facts if fact.version == 2]
    first = {(f.symbol, f.item, f.period_end): f for f in pack.facts if f.version == 1}
    assert {fact.symbol.text for fact in second} == {"DEMO4.SH"}
    assert {fact.period_end for fact in second} == set(SHAKY.inflated)
    for fact in second:
        before = first[fact.symbol, fact.item, fact.period_end]
        assert fact.known_at > before.known_at
        assert fact.value != before.value
    profits = [fact for fact in second if fact.item == "net_profit_parent"]
    assert all(fact.value < first[fact.symbol, fact.item, fact.period_end].value for fact in profits)


def test_before_the_correction_only_the_first_version_is_known(pack: DemoPack) -> None:
    evening = datetime.combine(date(2019, 8, 28), time(15, 0), zone_of(Market.CN_STOCKS)).astimezone(UTC)
    known = [f for f in facts_of(pack, SHAKY.symbol) if f.known_at <= evening]
    assert {fact.version for fact in known} == {1}
    assert max(fact.period_end for fact in known) == date(2018, 9, 30)


def test_units_tell_the_year_so_far_from_the_quarter_alone(pack: DemoPack) -> None:
    units = {(f.symbol.text, f.item): f.unit for f in pack.facts}
    assert units["DEMO1.SZ", "revenue"] == "CNY"
    assert units["DEMO5", "revenue"] == "USD/quarter"
    assert units["DEMO5", "total_assets"] == "USD"
    assert (units["DEMO1.SZ", "eps_basic"], units["DEMO5", "eps_basic"]) == ("CNY/share", "USD/share/quarter")


def test_the_characters_differ(pack: DemoPack) -> None:
    told = {company.symbol.text: reports(facts_of(pack, company.symbol), 2) for company in COMPANIES}
    year = date(2024, 12, 31)
    assert all(report["eps_basic"] < 0 for report in told["DEMO7"].values())
    assert told["DEMO2.SH"][year]["net_margin"] > Decimal("0.2")
    assert told["DEMO3.SZ"][year]["revenue"] > 6 * told["DEMO3.SZ"][date(2014, 12, 31)]["revenue"]
    cyclical = [told["DEMO1.SZ"][date(y, 12, 31)]["revenue"] for y in range(2014, 2026)]
    assert any(after < before for before, after in pairwise(cyclical))
    shaky = told["DEMO4.SH"]
    assert _days_of_sales(shaky[year]) > 2 * _days_of_sales(shaky[date(2014, 12, 31)])
    for text, weak in (("DEMO4.SH", True), ("DEMO2.SH", False)):
        years = [report for end, report in told[text].items() if end.month == 12 and end.year >= 2019]
        flow, profit = (sum(report[name] for report in years) for name in ("operating_cash_flow", "net_profit"))
        assert (flow < profit * Decimal("0.8")) is weak


def _days_of_sales(report: Report) -> Decimal:
    return report["receivables"] / report["revenue"] * 365


def test_no_two_companies_tell_the_same_report(pack: DemoPack) -> None:
    told = [reports(facts_of(pack, company.symbol), 1)[date(2021, 12, 31)] for company in COMPANIES]
    for item in ("revenue", "net_profit", "total_assets", "operating_cash_flow", "gross_margin"):
        of = [report[item] for report in told if item in report]
        assert len(set(of)) == len(of) >= len(COMPANIES) - len(OWN)
