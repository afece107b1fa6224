"""Three companies in the style of US stocks: a software platform, a utility and a maker of losses."""

from datetime import date
from decimal import Decimal

from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.demo.company import Business, Company, Manners, ShareIssue, Split

PLATFORM = Company(
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
    splits=(Split(date(2020, 8, 31), Decimal(4)),),
)

UTILITY = Company(
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

LOSS_MAKER = Company(
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
