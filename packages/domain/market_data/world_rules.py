"""The rules of stock markets outside China and the US; `notes` say which rules of a market are not modelled.

Duties are those of an ordinary purchase or sale of shares. Where a tax depends on the company (France, Spain and Italy
tax purchases of large ones), every purchase is charged: a backtest may look worse for it, never better.
"""

from datetime import date
from decimal import Decimal

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.trading_rules import ANY_BOARD, Duty, Lot, MarketRules, PriceBand, PriceBands, Side

_ONE = Decimal(1)
_SINGLE = (Lot(ANY_BOARD, _ONE, _ONE),)
_BOTH: tuple[Side, Side] = ("buy", "sell")


def _duty(name: str, sides: tuple[Side, ...], *rates: tuple[date, str]) -> tuple[Duty, ...]:
    return tuple(Duty(name, side, since, Decimal(rate)) for since, rate in rates for side in sides)


def _european(market: Market, *notes: str, currency: str = "EUR", duties: tuple[Duty, ...] = ()) -> MarketRules:
    return MarketRules(
        market=market,
        currency=currency,
        tick=Decimal("0.0001"),
        lots=_SINGLE,
        sell_after_sessions=0,
        can_short=True,
        duties=duties,
        notes=("tick_by_price", "volatility_interruptions", *notes),
    )


_HK_STOCKS = MarketRules(
    market=Market.HK_STOCKS,
    currency="HKD",
    tick=Decimal("0.001"),
    lots=_SINGLE,
    sell_after_sessions=0,
    can_short=True,
    duties=_duty(
        "stamp", _BOTH, (date(2001, 9, 1), "0.001"), (date(2021, 8, 1), "0.0013"), (date(2023, 11, 17), "0.001")
    ),
    notes=("hk_board_lots", "tick_by_price", "hk_short_list", "hk_fees"),
)

# Yen from the reference price, as the exchange publishes them.
_TOKYO_BANDS = PriceBands(
    date(2010, 1, 4),
    tuple(
        PriceBand(None if below is None else Decimal(below), Decimal(amount))
        for below, amount in (
            (100, 30), (200, 50), (500, 80), (700, 100), (1_000, 150), (1_500, 300), (2_000, 400), (3_000, 500),
            (5_000, 700), (7_000, 1_000), (10_000, 1_500), (15_000, 3_000), (20_000, 4_000), (30_000, 5_000),
            (50_000, 7_000), (70_000, 10_000), (100_000, 15_000), (150_000, 30_000), (200_000, 40_000),
            (300_000, 50_000), (500_000, 70_000), (700_000, 100_000), (1_000_000, 150_000), (1_500_000, 300_000),
            (2_000_000, 400_000), (3_000_000, 500_000), (5_000_000, 700_000), (7_000_000, 1_000_000),
            (10_000_000, 1_500_000), (15_000_000, 3_000_000), (20_000_000, 4_000_000), (30_000_000, 5_000_000),
            (50_000_000, 7_000_000), (None, 10_000_000),
        )
    ),
)  # fmt: skip

_JP_STOCKS = MarketRules(
    market=Market.JP_STOCKS,
    currency="JPY",
    tick=Decimal("0.1"),
    lots=(Lot(ANY_BOARD, Decimal(100), Decimal(100)),),
    sell_after_sessions=0,
    can_short=True,
    bands=_TOKYO_BANDS,
    notes=("jp_limits", "jp_lots", "tick_by_price"),
)

_UK_STOCKS = MarketRules(
    market=Market.UK_STOCKS,
    currency="GBX",
    tick=Decimal("0.0001"),
    lots=_SINGLE,
    sell_after_sessions=0,
    can_short=True,
    duties=_duty("stamp", ("buy",), (date(1986, 10, 27), "0.005")),
    notes=("uk_pence", "uk_stamp", "tick_by_price", "volatility_interruptions"),
)

_IN_STOCKS = MarketRules(
    market=Market.IN_STOCKS,
    currency="INR",
    tick=Decimal("0.01"),
    lots=_SINGLE,
    sell_after_sessions=0,
    can_short=False,
    duties=(
        *_duty("securities transaction tax", _BOTH, (date(2012, 7, 1), "0.001")),
        *_duty("stamp", ("buy",), (date(2020, 7, 1), "0.00015")),
    ),
    notes=("in_circuit_bands", "in_no_short", "in_fees", "in_calendar"),
)

WORLD: tuple[MarketRules, ...] = (
    _HK_STOCKS,
    _JP_STOCKS,
    _UK_STOCKS,
    _european(Market.DE_STOCKS),
    _european(
        Market.FR_STOCKS,
        "large_companies_taxed",
        duties=_duty(
            "transaction tax",
            ("buy",),
            (date(2012, 8, 1), "0.002"),
            (date(2017, 1, 1), "0.003"),
            (date(2025, 4, 1), "0.004"),
        ),
    ),
    _european(Market.NL_STOCKS),
    _european(
        Market.IT_STOCKS,
        "large_companies_taxed",
        duties=_duty(
            "transaction tax",
            ("buy",),
            (date(2013, 3, 1), "0.0012"),
            (date(2014, 1, 1), "0.001"),
            (date(2026, 1, 1), "0.002"),
        ),
    ),
    _european(
        Market.ES_STOCKS,
        "large_companies_taxed",
        duties=_duty("transaction tax", ("buy",), (date(2021, 1, 16), "0.002")),
    ),
    _european(Market.CH_STOCKS, "ch_stamp", currency="CHF"),
    _IN_STOCKS,
)
