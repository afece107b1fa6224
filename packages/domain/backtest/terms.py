"""The terms of a backtest: how much money there is, and what trading, borrowing and leverage cost."""

from dataclasses import dataclass, field
from decimal import Decimal

from packages.core.errors import Invalid
from packages.domain.market_data.symbols import Market


class BadTerms(Invalid):
    """Money or costs that no account has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Fractions of the traded amount unless they say otherwise; duties of the market are not among them."""

    commission_rate: float = 0.0
    commission_per_share: float = 0.0
    commission_minimum: float = 0.0  # money for each fill
    slippage: float = 0.0
    spread: float = 0.0  # the whole of it: a fill pays half
    impact: float = 0.0  # times volatility times the square root of the share of the mean volume

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if not 0 <= value < (1 if name not in ("commission_minimum", "commission_per_share", "impact") else 1e9):
                raise BadTerms("backtest.bad_cost", name=name, value=value)

    def times(self, factor: float) -> "Costs":
        """What trading costs when everything is so many times dearer."""
        return Costs(**{name: getattr(self, name) * factor for name in self.__slots__})


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """`leverage` 1 is an account without margin. Rates are yearly. Below `maintenance` of the gross exposure the equity
    calls for everything to be closed."""

    cash: Decimal = Decimal(100_000)
    costs: Costs = field(default_factory=Costs)
    leverage: float = 1.0
    maintenance: float = 0.25
    borrow_rate: float = 0.0
    interest_rate: float = 0.0
    funding_rate: float = 0.0  # of perpetual contracts: on shorts, and on cash below zero

    def __post_init__(self) -> None:
        if not 0 < self.cash <= Decimal(10) ** 15:
            raise BadTerms("backtest.no_cash", cash=self.cash)
        if not 0 < self.leverage <= 20:
            raise BadTerms("backtest.bad_leverage", leverage=self.leverage)
        for name in ("maintenance", "borrow_rate", "interest_rate", "funding_rate"):
            if not 0 <= getattr(self, name) < 1:
                raise BadTerms("backtest.bad_fraction", name=name, value=getattr(self, name))

    @property
    def short_rate(self) -> float:
        """What a short pays on its value."""
        return self.borrow_rate + self.funding_rate

    @property
    def debt_rate(self) -> float:
        """What cash below zero pays."""
        return self.interest_rate + self.funding_rate


_USUAL: dict[Market, Costs] = {
    Market.CN_STOCKS: Costs(commission_rate=0.00025, commission_minimum=5.0, slippage=0.0005),
    Market.US_STOCKS: Costs(commission_per_share=0.005, commission_minimum=1.0, slippage=0.0005),
    Market.CRYPTO: Costs(commission_rate=0.001, slippage=0.0005),
    Market.FOREX: Costs(spread=0.0001),
    Market.FUTURES: Costs(commission_per_share=2.5, slippage=0.0002),
    # Minimums are in the money that prices are in: dollars, yen, pence, rupees.
    Market.HK_STOCKS: Costs(commission_rate=0.0008, commission_minimum=18.0, slippage=0.0005),
    Market.JP_STOCKS: Costs(commission_rate=0.0008, commission_minimum=80.0, slippage=0.0005),
    Market.UK_STOCKS: Costs(commission_rate=0.0005, commission_minimum=300.0, slippage=0.0005),
    Market.IN_STOCKS: Costs(commission_rate=0.0003, commission_minimum=20.0, slippage=0.0005),
}
_IN_EUROPE = Costs(commission_rate=0.0005, commission_minimum=3.0, slippage=0.0005)


def usual_costs(market: Market) -> Costs:
    """What a private account is commonly charged; an assumption to be stated, not a quote of any broker."""
    return _USUAL.get(market, _IN_EUROPE)
