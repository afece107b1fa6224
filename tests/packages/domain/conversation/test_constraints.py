"""What a person told binds what is proposed: with its clause, in words, and a stricter answer never allows more."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest

from packages.core.messages import Language, render
from packages.domain.accounts.profile import LAB_DEFAULT, Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.bounds import limits_at_orders
from packages.domain.conversation.constraints import (
    check_document,
    check_scope,
    check_strategy,
    checked_at_orders,
    constraint_sentences,
    constraints_of,
    problems_of,
)
from packages.domain.conversation.fields import OpportunityFrequency
from packages.domain.conversation.violations import ViolationCode
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.market_data.well_known import well_known
from packages.domain.strategy.build import build
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.problems import Code
from packages.domain.strategy.templates import LONG_ONLY, PACES, Family, HoldingPeriod, template
from packages.domain.strategy.trade import EquityFraction, RiskPerTrade, Sizing, TimeExit, VolatilityTarget
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.trading.risk.limits import LimitName, limits_of_person
from tests.folding import each

CAREFUL = Profile(RiskTolerance.CONSERVATIVE, ReturnExpectation.CAPITAL_PRESERVATION, TradingYears.YEARS_0_1)
BOLD = Profile(RiskTolerance.VERY_AGGRESSIVE, ReturnExpectation.HIGH_GROWTH, TradingYears.YEARS_5_PLUS)
PROFILES = [Profile(*answers) for answers in product(RiskTolerance, ReturnExpectation, TradingYears)]
TICKERS = {each.symbol.market: str(each.symbol) for each in well_known() if not each.symbol.is_index}
SCOPES = [
    {"target_market": market.value, "holding_period_bucket": holding.value, "opportunity_frequency_bucket": often.value}
    for market, holding, often in product(Market, HoldingPeriod, OpportunityFrequency)
]


def rules(
    market: Market = Market.US_STOCKS,
    holding: HoldingPeriod = HoldingPeriod.SWING_DAYS,
    sides: tuple[Direction, ...] = LONG_ONLY,
    family: Family = Family.TREND_CONTINUATION,
) -> Document:
    return template(family, holding, market, TICKERS[market], sides=sides)


def strategies() -> Iterator[Strategy]:
    """Wide in everything that is bound."""
    for market, holding in product(Market, HoldingPeriod):
        sides = tuple(Direction) if RULEBOOK[market].can_short else LONG_ONLY
        strategy = build(rules(market, holding, sides))
        yield strategy
        assert strategy.long is not None
        for sizing in (EquityFraction(2.5), VolatilityTarget(0.5, max_leverage=3), RiskPerTrade(0.04)):
            yield replace(strategy, short=None, long=replace(strategy.long, sizing=sizing))
        yield replace(strategy, short=None, long=replace(strategy.long, exits=(TimeExit(5),)))


STRATEGIES = list(strategies())


def stricter_pairs() -> Iterator[tuple[Profile, Profile]]:
    """Each profile beside one that differs in a single answer, by one step down in caution."""
    for profile in PROFILES:
        for risk, looser in pairwise(RiskTolerance):
            if profile.risk_tolerance is risk:
                yield profile, replace(profile, risk_tolerance=looser)
        for expected, more in pairwise(ReturnExpectation):
            if profile.return_expectation is expected:
                yield profile, replace(profile, return_expectation=more)
        for years, longer in pairwise(TradingYears):
            if profile.trading_years_bucket is years:
                yield profile, replace(profile, trading_years_bucket=longer)


def broken_by(profile: Profile) -> tuple[set[tuple[int, ViolationCode]], set[tuple[int, ViolationCode, str]]]:
    """What it breaks of all scopes and all strategies."""
    constraints = constraints_of(profile)
    scopes = {(n, each.code) for n, scope in enumerate(SCOPES) for each in check_scope(constraints, scope)}
    broken = {
        (n, each.code, each.place) for n, rule in enumerate(STRATEGIES) for each in check_strategy(constraints, rule)
    }
    return scopes, broken


@pytest.mark.slow
def test_a_stricter_answer_never_allows_more() -> None:
    broken = {profile: broken_by(profile) for profile in PROFILES}
    pairs = list(stricter_pairs())
    assert len(pairs) == 3 * 3 * 16
    for strict, loose in pairs:
        assert broken[loose][0] <= broken[strict][0]
        assert broken[loose][1] <= broken[strict][1]
    assert broken[BOLD][0] < broken[CAREFUL][0]
    assert broken[BOLD][1] < broken[CAREFUL][1]


@each("profile", [*PROFILES, Profile()])
def test_drawdown_and_leverage_are_those_of_the_lab_and_of_the_gate(profile: Profile) -> None:
    bound, lab = constraints_of(profile), limits_for(profile).drawdown
    gate = limits_of_person(lab.value, lab.source).bounds[LimitName.GROSS_EXPOSURE]
    assert (bound.drawdown.value, bound.drawdown.clause) == (abs(lab.value), lab.source)
    assert (bound.leverage.value, bound.leverage.clause) == (float(gate.most), gate.clause)


@pytest.fixture(scope="module")
def templates() -> list[tuple[Market, HoldingPeriod, Strategy]]:
    return [
        (market, holding, build(template(family, holding, market, TICKERS[market], timeframe=pace.timeframe)))
        for market, holding, family in product(Market, HoldingPeriod, Family)
        for pace in PACES[holding]
    ]


@pytest.mark.slow
def test_every_template_of_an_allowed_scope_keeps_the_limits(
    templates: list[tuple[Market, HoldingPeriod, Strategy]],
) -> None:
    for constraints in map(constraints_of, PROFILES):
        for market, holding, strategy in templates:
            scope = {"target_market": market.value, "holding_period_bucket": holding.value}
            assert check_scope(constraints, scope) or check_strategy(constraints, strategy) == ()


WILD, ON_MARGIN = {Market.CRYPTO, Market.FUTURES}, {Market.FOREX, Market.FUTURES}
DAYS, DAY, MINUTES = HoldingPeriod.SWING_DAYS, HoldingPeriod.INTRADAY, HoldingPeriod.INTRADAY_SCALP


@pytest.mark.parametrize(
    ("profile", "shorting", "refused", "holding", "risk"),
    [
        (Profile(RiskTolerance.CONSERVATIVE), False, WILD, DAYS, 0.01),
        (Profile(RiskTolerance.MODERATE), True, set(), DAY, 0.02),
        (Profile(RiskTolerance.AGGRESSIVE), True, set(), MINUTES, 0.03),
        (Profile(RiskTolerance.VERY_AGGRESSIVE), True, set(), MINUTES, 0.05),
        (Profile(None, ReturnExpectation.CAPITAL_PRESERVATION), False, WILD, DAYS, 0.02),
        (Profile(None, ReturnExpectation.BALANCED_GROWTH), True, set(), DAY, 0.02),
        (Profile(None, ReturnExpectation.HIGH_GROWTH), True, set(), MINUTES, 0.02),
        (Profile(None, None, TradingYears.YEARS_0_1), False, ON_MARGIN, DAY, 0.02),
        (Profile(None, None, TradingYears.YEARS_1_3), True, {Market.FUTURES}, DAY, 0.02),
        (Profile(None, None, TradingYears.YEARS_5_PLUS), True, set(), MINUTES, 0.02),
    ],
)
def test_an_answer_by_itself_allows_what_the_table_says(
    profile: Profile, shorting: bool, refused: set[Market], holding: HoldingPeriod, risk: float
) -> None:
    bound = constraints_of(profile)
    assert (bound.shorting.value, set(bound.refused_markets)) == (shorting, refused)
    assert (bound.shortest_holding.value, bound.risk_per_trade.value) == (holding, risk)


@pytest.mark.parametrize(
    ("scope", "code"),
    [
        ({"holding_period_bucket": "intraday"}, ViolationCode.HOLDING),
        ({"opportunity_frequency_bucket": "multiple_per_day"}, ViolationCode.FREQUENCY),
    ],
)
def test_who_is_careful_does_not_trade_within_the_day(scope: dict[str, str], code: ViolationCode) -> None:
    (broken,) = check_scope(constraints_of(CAREFUL), scope)
    assert (broken.code, broken.place, broken.clause) == (code, *scope, "kyc.risk_tolerance=conservative")
    assert check_scope(constraints_of(Profile(RiskTolerance.MODERATE)), scope) == ()


def test_each_violation_names_the_answer_that_it_follows_from() -> None:
    strategy = build(rules(Market.US_STOCKS, HoldingPeriod.INTRADAY_SCALP, tuple(Direction)))
    found = {each.code: each for each in check_strategy(constraints_of(CAREFUL), strategy)}
    assert set(found) == {ViolationCode.SHORTING, ViolationCode.TIMEFRAME}
    assert found[ViolationCode.SHORTING].clause == "kyc.risk_tolerance=conservative"
    assert found[ViolationCode.SHORTING].place == "/trade/short"
    newcomer = replace(BOLD, trading_years_bucket=TradingYears.YEARS_0_1)
    (short,) = check_strategy(constraints_of(newcomer), build(rules(sides=tuple(Direction))))
    assert short.clause == "kyc.trading_years_bucket=years_0_1"


def test_a_violation_is_told_in_both_languages_with_what_to_do() -> None:
    (broken,) = check_scope(constraints_of(CAREFUL), {"target_market": "crypto"})
    assert broken.sentence(Language.ZH) == ("你的风险偏好是“保守”：不交易加密货币。请换一个市场，或重做KYC。")
    assert broken.sentence(Language.EN) == (
        'Your risk tolerance is "Conservative": no trading of Crypto. Choose another market, or redo KYC.'
    )
    assert broken.as_json()["clause"] == "kyc.risk_tolerance=conservative"


@pytest.mark.parametrize(
    ("sizing", "code"),
    [
        (EquityFraction(1.5), ViolationCode.LEVERAGE),
        (VolatilityTarget(0.2, max_leverage=2), ViolationCode.LEVERAGE),
        (RiskPerTrade(0.02), ViolationCode.RISK),
    ],
)
def test_a_size_beyond_the_limit_is_told_by_the_place_where_it_stands(sizing: Sizing, code: ViolationCode) -> None:
    strategy = build(rules())
    assert strategy.long is not None
    changed = replace(strategy, long=replace(strategy.long, sizing=sizing))
    (broken,) = check_strategy(constraints_of(CAREFUL), changed)
    assert broken.code is code
    assert broken.place.startswith("/trade/long/position_sizing/")
    assert check_strategy(constraints_of(BOLD), changed) == ()


def test_nobody_trades_without_a_stop() -> None:
    strategy = build(rules())
    assert strategy.long is not None
    bare = replace(strategy, long=replace(strategy.long, exits=(TimeExit(5),)))
    assert {each.code for each in check_strategy(constraints_of(BOLD), bare)} == {ViolationCode.STOP}


def test_an_instrument_by_itself_belongs_to_its_market() -> None:
    (broken,) = check_scope(constraints_of(CAREFUL), {"target_instrument": "BTC-USD"})
    assert (broken.code, broken.place) == (ViolationCode.MARKET, "target_instrument")


def test_who_has_not_answered_is_held_to_the_default_and_told_so() -> None:
    constraints = constraints_of(None)
    assert constraints == constraints_of(Profile())
    assert constraints.drawdown.clause == LAB_DEFAULT
    assert constraints.fastest_timeframe.value is Timeframe.M5
    assert any("default" in sentence for sentence in constraint_sentences(constraints, Language.EN))


def test_what_binds_is_told_rule_by_rule() -> None:
    sentences = constraint_sentences(constraints_of(CAREFUL), Language.EN)
    for rule in (
        "drawdown of 15%",
        "leverage of 1",
        "losing 1%",
        "no trading of Crypto",
        "no short selling",
        "Several days",
    ):
        assert any(rule in sentence for sentence in sentences), rule
    assert not any("short" in sentence for sentence in constraint_sentences(constraints_of(BOLD), Language.EN))


def test_as_problems_of_a_validation_they_name_their_clause() -> None:
    (problem,) = problems_of(constraints_of(CAREFUL), build(rules(sides=tuple(Direction))))
    assert problem.code is Code.CONSTRAINT
    assert str(problem.suggestion).endswith('Your risk tolerance is "Conservative".')
    assert "kyc." not in str(problem.suggestion), "an answer is named in words"


@pytest.mark.parametrize("document", [None, [], {}, {"dsl_version": "1"}, "text"])
def test_what_is_no_strategy_breaks_nothing_here(document: object) -> None:
    assert check_document(constraints_of(CAREFUL), document) == ()


def test_the_gate_takes_the_loss_at_a_stop_from_an_answer_and_from_nothing_else() -> None:
    bound = limits_at_orders(CAREFUL).bounds[LimitName.TRADE_LOSS]
    assert (float(bound.most), bound.clause) == (0.01, "kyc.risk_tolerance=conservative")
    assert limits_at_orders(Profile()).bounds == limits_at_orders(None).bounds == {}


def test_a_stop_in_ranges_is_said_to_be_checked_at_each_order() -> None:
    said = checked_at_orders(constraints_of(CAREFUL), rules())
    assert said is not None
    assert "1%" in render(said, Language.EN)
    assert checked_at_orders(constraints_of(None), rules()) is None
    assert checked_at_orders(constraints_of(CAREFUL), rules(sides=tuple(Direction))) is None  # refused as it is
    assert checked_at_orders(constraints_of(CAREFUL), {"no": "strategy"}) is None
