"""The rules of each market as data with the days from which they held; those outside China, the US, crypto, currencies
and futures are in `world_rules`."""

from datetime import date
from decimal import Decimal

from packages.domain.market_data.symbols import Market
from packages.domain.market_data.trading_rules import ANY_BOARD, Duty, Lot, MarketRules, PriceLimit
from packages.domain.market_data.world_rules import WORLD

_CENT = Decimal("0.01")
_ONE = Decimal(1)
_TEN, _TWENTY, _THIRTY, _FIVE = Decimal("0.10"), Decimal("0.20"), Decimal("0.30"), Decimal("0.05")
_REGISTRATION = date(2023, 4, 10)

_CN_STOCKS = MarketRules(
    market=Market.CN_STOCKS,
    currency="CNY",
    tick=_CENT,
    lots=(
        Lot("star", Decimal(200), _ONE),
        Lot("bse", Decimal(100), _ONE),
        Lot(ANY_BOARD, Decimal(100), Decimal(100)),
    ),
    sell_after_sessions=1,
    can_short=False,
    limits=(
        PriceLimit("main", st=False, since=date(1996, 12, 16), fraction=_TEN),
        PriceLimit("main", st=False, since=_REGISTRATION, fraction=_TEN, free_sessions=5),
        PriceLimit("main", st=True, since=date(1998, 4, 22), fraction=_FIVE),
        PriceLimit("chinext", st=False, since=date(2009, 10, 30), fraction=_TEN),
        PriceLimit("chinext", st=False, since=date(2020, 8, 24), fraction=_TWENTY, free_sessions=5),
        PriceLimit("chinext", st=True, since=date(2020, 8, 24), fraction=_TWENTY),
        PriceLimit("star", st=False, since=date(2019, 7, 22), fraction=_TWENTY, free_sessions=5),
        PriceLimit("star", st=True, since=date(2019, 7, 22), fraction=_TWENTY),
        PriceLimit("bse", st=False, since=date(2021, 11, 15), fraction=_THIRTY, free_sessions=1),
        PriceLimit("bse", st=True, since=date(2021, 11, 15), fraction=_THIRTY),
    ),
    duties=(
        Duty("stamp", "buy", date(2005, 1, 24), Decimal("0.001")),
        Duty("stamp", "sell", date(2005, 1, 24), Decimal("0.001")),
        Duty("stamp", "buy", date(2007, 5, 30), Decimal("0.003")),
        Duty("stamp", "sell", date(2007, 5, 30), Decimal("0.003")),
        Duty("stamp", "buy", date(2008, 4, 24), Decimal("0.001")),
        Duty("stamp", "sell", date(2008, 4, 24), Decimal("0.001")),
        Duty("stamp", "buy", date(2008, 9, 19), Decimal(0)),
        Duty("stamp", "sell", date(2023, 8, 28), Decimal("0.0005")),
    ),
)

_US_STOCKS = MarketRules(
    market=Market.US_STOCKS,
    currency="USD",
    tick=_CENT,
    lots=(Lot(ANY_BOARD, _ONE, _ONE),),
    sell_after_sessions=0,
    can_short=True,
)

_CRYPTO = MarketRules(
    market=Market.CRYPTO,
    currency="USD",
    tick=_CENT,
    lots=(Lot(ANY_BOARD, Decimal("0.00000001"), Decimal("0.00000001")),),
    sell_after_sessions=0,
    can_short=False,
)

_FOREX = MarketRules(
    market=Market.FOREX,
    currency="USD",
    tick=Decimal("0.00001"),
    lots=(Lot(ANY_BOARD, Decimal(1000), Decimal(1000)),),
    sell_after_sessions=0,
    can_short=True,
)

_FUTURES = MarketRules(
    market=Market.FUTURES,
    currency="USD",
    tick=_CENT,
    lots=(Lot(ANY_BOARD, _ONE, _ONE),),
    sell_after_sessions=0,
    can_short=True,
)

RULEBOOK: dict[Market, MarketRules] = {
    rules.market: rules for rules in (_CN_STOCKS, _US_STOCKS, _CRYPTO, _FOREX, _FUTURES, *WORLD)
}
