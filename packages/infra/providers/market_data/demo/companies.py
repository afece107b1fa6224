"""The demo companies, in the style of A-shares and of US stocks. All names and codes are invented and say so."""

from datetime import date
from decimal import Decimal

from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.demo.company import Business, Course, DemoCompany, Manners, ShareIssue, Split
from packages.infra.providers.market_data.demo.special_companies import BANK, DELISTED, INSURER

CYCLICAL = DemoCompany(
    symbol=parse_symbol("DEMO1.SZ"),
    name_zh="演示星河制造",
    name_en="Demo Galaxy Works",
    industry="machinery",
    board="main",
    exchange="XSHG",
    currency="CNY",
    listed_on=date(2008, 5, 20),
    shares=1_200_000_000,
    business=Business(
        revenue=2_000_000_000,
        growth=(0.05, 0.04),
        gross_margin=(0.27, 0.26),
        overhead=0.10,
        research=(0.03, 0.03),
        capex=0.05,
        receivable_days=(70, 75),
        cyclicality=0.22,
        long_debt=0.8,
        payout=0.30,
    ),
    manners=Manners(
        beta=1.15, volatility=0.0145, earnings_multiple=17, sales_multiple=0.7, turnover=0.008, surprises=0.008
    ),
)

CASH_COW = DemoCompany(
    symbol=parse_symbol("DEMO2.SH"),
    name_zh="演示云杉消费",
    name_en="Demo Spruce Consumer",
    industry="consumer",
    board="main",
    exchange="XSHG",
    currency="CNY",
    listed_on=date(2004, 9, 8),
    shares=1_000_000_000,
    business=Business(
        revenue=2_400_000_000,
        growth=(0.11, 0.05),
        gross_margin=(0.60, 0.63),
        overhead=0.22,
        research=(0.01, 0.01),
        capex=0.03,
        receivable_days=(12, 10),
        cyclicality=0.03,
        noise=0.015,
        seasons=(1.15, 0.85, 0.92, 1.08),
        fixed_assets=2.5,
        cash=2.5,
        short_debt=0.0,
        payout=0.55,
    ),
    manners=Manners(
        beta=0.75, volatility=0.0105, earnings_multiple=23, sales_multiple=2.0, turnover=0.004, surprises=0.002
    ),
)

GROWER = DemoCompany(
    symbol=parse_symbol("DEMO3.SZ"),
    name_zh="演示启明芯片",
    name_en="Demo Lumen Chips",
    industry="semiconductors",
    board="chinext",
    exchange="XSHG",
    currency="CNY",
    listed_on=date(2011, 6, 16),
    shares=320_000_000,
    business=Business(
        revenue=380_000_000,
        growth=(0.30, 0.12),
        gross_margin=(0.44, 0.47),
        overhead=0.12,
        research=(0.14, 0.14),
        capex=0.11,
        receivable_days=(75, 85),
        cyclicality=0.10,
        noise=0.05,
        inventory_days=95,
        cash=2.0,
        tax=0.15,
        payout=0.15,
    ),
    manners=Manners(
        beta=1.35, volatility=0.019, earnings_multiple=42, sales_multiple=3.0, turnover=0.018, surprises=0.010
    ),
    splits=(
        Split(date(2016, 6, 17), Decimal(2)),
        Split(date(2021, 6, 10), Decimal("1.8")),
        Split(date(2026, 6, 12), Decimal("1.5")),
        Split(date(2031, 6, 12), Decimal("1.5")),
    ),
)

_SHAKY_QUARTERS = (date(2017, 12, 31), date(2018, 3, 31), date(2018, 6, 30), date(2018, 9, 30))

SHAKY = DemoCompany(
    symbol=parse_symbol("DEMO4.SH"),
    name_zh="演示浮舟文旅",
    name_en="Demo Driftboat Leisure",
    industry="leisure",
    board="main",
    exchange="XSHG",
    currency="CNY",
    listed_on=date(2010, 11, 2),
    shares=900_000_000,
    business=Business(
        revenue=700_000_000,
        growth=(0.10, 0.02),
        gross_margin=(0.39, 0.30),
        overhead=0.17,
        research=(0.01, 0.01),
        capex=0.09,
        receivable_days=(90, 360),
        cyclicality=0.15,
        noise=0.06,
        seasons=(0.85, 1.05, 1.15, 0.95),
        inventory_days=30,
        fixed_assets=5.0,
        goodwill=2.2,
        long_debt=0.8,
        payout=0.10,
        # Sales are bought with discounts and credit: the chart follows the sales, the books show what they cost.
        later=Course(growth=0.08, gross_margin=0.21, receivable_days=10),
    ),
    manners=Manners(
        beta=1.1, volatility=0.0175, earnings_multiple=20, sales_multiple=1.1, turnover=0.014, surprises=0.009
    ),
    impairments={date(2018, 12, 31): 0.60, date(2019, 12, 31): 0.50},
    inflated=dict.fromkeys(_SHAKY_QUARTERS, 0.16),
)


PLATFORM = DemoCompany(
    symbol=parse_symbol("DEMO5"),
    name_zh="演示橡林软件",
    name_en="Demo Oakgrove Software",
    industry="software",
    board="main",
    exchange="XNYS",
    currency="USD",
    listed_on=date(2009, 3, 12),
    shares=300_000_000,
    business=Business(
        revenue=480_000_000,
        growth=(0.22, 0.10),
        gross_margin=(0.72, 0.76),
        overhead=0.27,
        research=(0.20, 0.20),
        capex=0.04,
        receivable_days=(55, 58),
        cyclicality=0.05,
        inventory_days=0,
        payable_days=40,
        fixed_assets=1.2,
        cash=4.0,
        goodwill=1.0,
        short_debt=0.0,
        long_debt=1.0,
        tax=0.19,
    ),
    manners=Manners(
        beta=1.15, volatility=0.013, earnings_multiple=31, sales_multiple=4.0, turnover=0.007, surprises=0.003
    ),
    splits=(Split(date(2020, 8, 31), Decimal(4)), Split(date(2028, 8, 28), Decimal(2))),
)

UTILITY = DemoCompany(
    symbol=parse_symbol("DEMO6"),
    name_zh="演示长滩公用",
    name_en="Demo Longbeach Utilities",
    industry="utilities",
    board="main",
    exchange="XNYS",
    currency="USD",
    listed_on=date(1998, 7, 22),
    shares=400_000_000,
    business=Business(
        revenue=1_300_000_000,
        growth=(0.03, 0.03),
        gross_margin=(0.42, 0.43),
        overhead=0.04,
        research=(0.0, 0.0),
        capex=0.17,
        receivable_days=(38, 38),
        noise=0.015,
        seasons=(1.08, 0.92, 1.07, 0.93),
        inventory_days=25,
        fixed_assets=7.0,
        cash=0.5,
        short_debt=0.3,
        long_debt=4.5,
        tax=0.21,
        payout=0.72,
    ),
    manners=Manners(
        beta=0.55, volatility=0.008, earnings_multiple=18, sales_multiple=1.0, turnover=0.004, surprises=0.0005
    ),
)

LOSS_MAKER = DemoCompany(
    symbol=parse_symbol("DEMO7"),
    name_zh="演示晨曦生物",
    name_en="Demo Daybreak Bio",
    industry="biotech",
    board="main",
    exchange="XNYS",
    currency="USD",
    listed_on=date(2018, 5, 10),
    shares=90_000_000,
    business=Business(
        revenue=16_000_000,
        growth=(0.30, 0.16),
        gross_margin=(0.58, 0.66),
        overhead=0.42,
        research=(0.75, 0.42),
        capex=0.06,
        receivable_days=(60, 65),
        noise=0.09,
        inventory_days=80,
        fixed_assets=2.0,
        cash=30.0,
        short_debt=0.0,
        tax=0.21,
    ),
    manners=Manners(
        beta=1.2, volatility=0.023, earnings_multiple=30, sales_multiple=9.0, turnover=0.010, surprises=0.006
    ),
    issues=(
        ShareIssue(date(2017, 11, 15), 30_000_000, 9),
        ShareIssue(date(2021, 2, 24), 30_000_000, 16),
        ShareIssue(date(2023, 8, 16), 30_000_000, 20),
    ),
)


COMPANIES = (CYCLICAL, CASH_COW, GROWER, SHAKY, PLATFORM, UTILITY, LOSS_MAKER, BANK, INSURER, DELISTED)
