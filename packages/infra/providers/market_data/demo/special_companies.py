"""Demo companies of special kinds: a bank, an insurer, and one that was delisted."""

from datetime import date

from packages.domain.market_data.symbols import parse_symbol
from packages.infra.providers.market_data.demo.company import Business, DemoCompany, Lending, Manners, Underwriting

BANK = DemoCompany(
    symbol=parse_symbol("DEMO11.SH"),
    name_zh="演示磐石银行",
    name_en="Demo Bedrock Bank",
    industry="banks",
    board="main",
    exchange="XSHG",
    currency="CNY",
    listed_on=date(2007, 7, 19),
    shares=6_000_000_000,
    business=Lending(
        loans=320_000_000_000,
        growth=(0.11, 0.07),
        interest_margin=(0.024, 0.019),
        bad_loans=(0.0095, 0.0125),
        coverage=(2.6, 2.3),
        costs=0.29,
        equity=0.075,
        payout=0.30,
    ),
    manners=Manners(
        beta=0.7, volatility=0.009, earnings_multiple=7.0, sales_multiple=1.0, turnover=0.002, surprises=0.001
    ),
)

INSURER = DemoCompany(
    symbol=parse_symbol("DEMO12"),
    name_zh="演示港湾保险",
    name_en="Demo Harbor Insurance",
    industry="insurance",
    board="main",
    exchange="XNYS",
    currency="USD",
    listed_on=date(2003, 10, 2),
    shares=350_000_000,
    business=Underwriting(
        premiums=1_500_000_000,
        growth=(0.06, 0.05),
        claims=(0.66, 0.67),
        costs=0.28,
        later_claims=0.60,
    ),
    manners=Manners(
        beta=0.8, volatility=0.0105, earnings_multiple=12.0, sales_multiple=0.5, turnover=0.004, surprises=0.002
    ),
)

# Sold less every year on thinner margins, lost money for eight years, and was delisted.
DELISTED = DemoCompany(
    symbol=parse_symbol("DEMO13.SZ"),
    name_zh="演示旧梦纺织",
    name_en="Demo Fadeaway Textiles",
    industry="textiles",
    board="main",
    exchange="XSHG",
    currency="CNY",
    listed_on=date(2009, 8, 27),
    delisted_on=date(2022, 6, 30),
    shares=1_500_000_000,
    business=Business(
        revenue=420_000_000,
        growth=(-0.06, -0.14),
        gross_margin=(0.21, 0.13),
        overhead=0.11,
        research=(0.01, 0.01),
        capex=0.03,
        receivable_days=(80, 130),
        cyclicality=0.10,
        noise=0.05,
        inventory_days=120,
        fixed_assets=6.0,
        cash=3.0,
    ),
    manners=Manners(
        beta=1.0, volatility=0.019, earnings_multiple=15, sales_multiple=0.8, turnover=0.010, surprises=0.006
    ),
)
