"""What shorts and leverage cost a year: house rates per market, and what a person sets instead.

House assumptions, not quotes of any broker and not measured; each is what a private account is commonly asked for.

| market    | borrowing a short | interest on leverage | funding of perpetuals | reading                              |
|-----------|-------------------|----------------------|-----------------------|--------------------------------------|
| cn_stocks | 10 %              | 7 %                  | –                     | securities lending is scarce         |
| us_stocks | 3 %               | 7 %                  | –                     | easy to borrow; hard ones cost more  |
| crypto    | –                 | –                    | 10.95 %               | 0.01 % every eight hours             |
| forex     | 3 %               | 3 %                  | –                     | the swap, whichever way it is held   |
| futures   | –                 | –                    | –                     | financing is in the price            |
| elsewhere | 3 %               | 7 %                  | –                     | as in the US                         |

A short pays borrowing and funding on its value; cash below zero pays interest and funding.
"""

from dataclasses import asdict, dataclass

from packages.domain.market_data.symbols import Market


@dataclass(frozen=True, slots=True, kw_only=True)
class Financing:
    """Yearly rates as fractions; None takes the house rate."""

    borrow_rate: float | None = None
    interest_rate: float | None = None
    funding_rate: float | None = None


HOUSE_RATES = Financing()
_HOUSE: dict[Market, Financing] = {
    Market.CN_STOCKS: Financing(borrow_rate=0.10, interest_rate=0.07, funding_rate=0.0),
    Market.US_STOCKS: Financing(borrow_rate=0.03, interest_rate=0.07, funding_rate=0.0),
    Market.CRYPTO: Financing(borrow_rate=0.0, interest_rate=0.0, funding_rate=0.1095),
    Market.FOREX: Financing(borrow_rate=0.03, interest_rate=0.03, funding_rate=0.0),
    Market.FUTURES: Financing(borrow_rate=0.0, interest_rate=0.0, funding_rate=0.0),
}
_ELSEWHERE = Financing(borrow_rate=0.03, interest_rate=0.07, funding_rate=0.0)


def house_financing(market: Market) -> Financing:
    return _HOUSE.get(market, _ELSEWHERE)


def rates_of(
    given: Financing, market: Market, *, shorts: bool, leverage: float, perpetuals: bool = False
) -> dict[str, float]:
    """The rates of `Terms`. House rates are charged where the rules sell short or leverage is above 1, so that whoever
    does neither trades as without them; what a person set is always charged. Perpetuals have funding of their own."""
    house = Financing(borrow_rate=0.0, interest_rate=0.0) if perpetuals else house_financing(market)
    needed = {"borrow_rate": shorts, "interest_rate": leverage > 1, "funding_rate": shorts or leverage > 1}
    usual = {name: getattr(house, name) or 0.0 if is_needed else 0.0 for name, is_needed in needed.items()}
    return {**usual, **{name: rate for name, rate in asdict(given).items() if rate is not None}}
