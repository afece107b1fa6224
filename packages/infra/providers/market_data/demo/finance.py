"""The books of a bank and of an insurer, quarter by quarter: what they lend, hold and owe is their trade."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from packages.infra.providers.market_data.demo.books import (
    FOUNDING,
    OPENING,
    FinancialLines,
    Quarter,
    along,
    dividends_paid,
    keep_books,
    part_of_the_founding,
    quarter_noise,
    rounded,
)
from packages.infra.providers.market_data.demo.company import Business, DemoCompany, Lending, Underwriting
from packages.infra.providers.market_data.demo.regimes import MarketWeather
from packages.infra.providers.market_data.demo.sessions import quarter_ends

_FINE = Decimal("0.000001")
_CASH = 0.12  # of all assets
_LENT = 0.58
_DEPOSITS = 0.72
_RISKY = 0.66  # what assets weigh before the regulator
_SUPPLEMENT = Decimal("0.025")  # capital of lower tiers
_FEES = 0.22  # of net interest income
_LOSSES = 0.009  # of all loans, a year
_SOLVENCY = 1.8  # quarters of premiums that the regulator wants as capital
_IN_FORCE = Decimal("1.2")  # what contracts in force are worth, with the equity, over the equity


@dataclass(frozen=True, slots=True)
class _Flows:
    """A quarter's income, before it is put into the books."""

    revenue: int
    costs: int
    losses: int
    own: Mapping[str, int]

    @property
    def profit(self) -> int:
        return self.revenue - self.costs - self.losses


def books_of(seed: int, company: DemoCompany, weather: MarketWeather) -> tuple[Quarter, ...]:
    """Of any kind of company."""
    business = company.business
    if isinstance(business, Business):
        return keep_books(seed, company, business, weather)
    return _keep(seed, company, business, weather)


def _keep(
    seed: int, company: DemoCompany, business: Lending | Underwriting, weather: MarketWeather
) -> tuple[Quarter, ...]:
    """From the first quarter of 2014 on, as far as the weather is known."""
    before, books = _opening(company, business), list[Quarter]()
    ends = quarter_ends(2014, weather.days[-1].year)
    scale = float(business.loans if isinstance(business, Lending) else business.premiums)
    for place, (end, luck) in enumerate(zip(ends, quarter_noise(seed, company, ends[-1].year), strict=True)):
        part = part_of_the_founding(place)
        scale *= 1 + along(business.growth, part) / 4
        if isinstance(business, Lending):
            flows = _lend(business, before, part, scale, weather.warmth_of_quarter(end))
        else:
            flows = _insure(business, before, _claims(business, place), scale * (1 + business.noise * luck))
        before = _next(company, books, before, flows, scale, part, end)
        books.append(before)
    return tuple(books)


def _opening(company: DemoCompany, business: Lending | Underwriting) -> Quarter:
    if isinstance(business, Lending):
        equity = rounded(business.loans / _LENT * business.equity)
        return _balance(company, OPENING, float(business.loans), equity, None)
    return _balance(company, OPENING, float(business.premiums), rounded(business.premiums * business.equity), None)


def _lend(business: Lending, before: Quarter, part: float, loans: float, warmth: float) -> _Flows:
    interest = rounded(before.total_assets * along(business.interest_margin, part) / 4)
    fees = rounded(interest * _FEES)
    losses = rounded(loans * _LOSSES * (1 - business.cyclicality * warmth) / 4)
    revenue = interest + fees
    own = {"net_interest_income": interest, "fee_income": fees, "provision_for_losses": losses}
    return _Flows(revenue, rounded(revenue * business.costs), losses, own)


def _claims(business: Underwriting, place: int) -> float:
    """Of premiums, in a quarter."""
    if place >= len(FOUNDING) and business.later_claims is not None:
        return business.later_claims
    return along(business.claims, part_of_the_founding(place))


def _insure(business: Underwriting, before: Quarter, claimed: float, premiums: float) -> _Flows:
    written = rounded(premiums)
    claims = rounded(premiums * claimed)
    earned = rounded((before.total_assets - before.cash) * business.interest / 4)
    own = {"premiums": written, "claims": claims, "investment_income": earned}
    return _Flows(written + earned, rounded(premiums * business.costs), claims, own)


def _next(
    company: DemoCompany, books: Sequence[Quarter], before: Quarter, flows: _Flows, scale: float, part: float, end: date
) -> Quarter:
    taxed = flows.profit - max(0, rounded(flows.profit * company.business.tax))
    dividends = dividends_paid(company, books, end)
    return _balance(
        company, end, scale, before.equity + taxed - dividends, _Passed(before, flows, taxed, dividends, part)
    )


@dataclass(frozen=True, slots=True)
class _Passed:
    """What a quarter adds to the one before."""

    before: Quarter
    flows: _Flows
    net_profit: int
    dividends: int
    part: float


def _balance(company: DemoCompany, end: date, scale: float, equity: int, passed: _Passed | None) -> Quarter:
    """Assets as the business needs them; what neither depositors, policies nor owners bring is borrowed."""
    business = company.business
    if isinstance(business, Underwriting):
        owed, debt = rounded(scale * business.reserves), rounded(scale)
        assets, own = owed + debt + equity, {"insurance_reserves": owed}
    else:
        assets = rounded(scale / _LENT)
        owed = rounded(assets * _DEPOSITS)
        debt, own = assets - owed - equity, {"loans": rounded(scale), "deposits": owed}
    cash = rounded(assets * _CASH)
    base = Quarter(
        end=end, shares=company.shares_on(end), cash=cash, receivables=0, inventory=0, goodwill=0,
        fixed_assets=assets - cash, payables=owed, short_debt=0, long_debt=debt, equity=equity,
        financial=FinancialLines({}, own, {}),
    )  # fmt: skip
    return base if passed is None else _with_flows(company, base, passed, scale)


def _with_flows(company: DemoCompany, end: Quarter, passed: _Passed, scale: float) -> Quarter:
    before, flows = passed.before, passed.flows
    financing = (end.long_debt - before.long_debt) - passed.dividends
    held = (end.fixed_assets - before.fixed_assets) // 4  # what is bought to be held; the rest is the daily trade
    lines = FinancialLines(
        {**flows.own, "sga_expense": flows.costs},
        end.financial.balances if end.financial else {},
        _ratios(company, end, passed, scale),
    )
    return replace(
        end,
        revenue=flows.revenue,
        operating_cost=flows.costs + flows.losses,
        operating_profit=flows.profit,
        net_profit=passed.net_profit,
        operating_cash=end.cash - before.cash - financing + held,
        capex=held,
        financing_cash=financing,
        financial=lines,
    )


def _ratios(company: DemoCompany, end: Quarter, passed: _Passed, scale: float) -> dict[str, Decimal]:
    business, equity = company.business, Decimal(end.equity)
    if isinstance(business, Lending):
        core = equity / Decimal(rounded(end.total_assets * _RISKY))
        return {
            "net_interest_margin": _rounded_ratio(along(business.interest_margin, passed.part)),
            "npl_ratio": _rounded_ratio(along(business.bad_loans, passed.part)),
            "provision_coverage": _rounded_ratio(along(business.coverage, passed.part)),
            "core_tier1_ratio": core.quantize(_FINE),
            "capital_adequacy": (core + _SUPPLEMENT).quantize(_FINE),
        }
    return {
        "solvency_ratio": (equity / Decimal(rounded(scale * _SOLVENCY))).quantize(_FINE),
        "embedded_value_per_share": (equity * _IN_FORCE / end.shares).quantize(_FINE),
    }


def _rounded_ratio(ratio: float) -> Decimal:
    return Decimal(int(ratio * 1_000_000 + 0.5)) * _FINE
