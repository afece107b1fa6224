"""Holds a scope or a strategy against what binds a person, and says what it breaks."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias, assert_never

from packages.core import messages
from packages.core.messages import render
from packages.domain.conversation.bounds import SLOWER, Bound, Constraints, constraints_of
from packages.domain.conversation.fields import OpportunityFrequency
from packages.domain.conversation.labels import Words, label_of
from packages.domain.conversation.model import Language
from packages.domain.conversation.violations import Violation, ViolationCode, clause_words
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.strategy import constraints as rules
from packages.domain.strategy.build import build
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Problem, phrase
from packages.domain.strategy.reading import read_value
from packages.domain.strategy.template_paces import HoldingPeriod
from packages.domain.strategy.validate import structure_faults

__all__ = [
    "Constraints",
    "Violation",
    "check_document",
    "check_scope",
    "check_strategy",
    "constraints_of",
    "problems_of",
    "told",
]

StrategyRule: TypeAlias = Literal[
    ViolationCode.MARKET,
    ViolationCode.SHORTING,
    ViolationCode.TIMEFRAME,
    ViolationCode.LEVERAGE,
    ViolationCode.STOP,
    ViolationCode.RISK,
]
Broken: TypeAlias = tuple[StrategyRule, Bound[object], Problem]


def check_scope(constraints: Constraints, scope: Mapping[str, object]) -> tuple[Violation, ...]:
    """`scope` has the fields of pre_strategy, as many as are known."""
    return (*_market(constraints, scope), *_pace(constraints, scope))


def check_strategy(constraints: Constraints, strategy: Strategy) -> tuple[Violation, ...]:
    return tuple(_violation(code, bound, problem) for code, bound, problem in _broken(constraints, strategy))


def check_document(constraints: Constraints, document: object) -> tuple[Violation, ...]:
    """Of a strategy as JSON; one that is none breaks nothing here, validation tells what is wrong with it."""
    read = read_value(document).document
    if not isinstance(read, dict) or structure_faults(read):
        return ()
    return check_strategy(constraints, build(read))


def problems_of(constraints: Constraints, strategy: Strategy) -> tuple[Problem, ...]:
    """The same as problems of a validation, each with its clause: a `Validator` takes it as one of its constraints."""
    return tuple(
        Problem(
            problem.stage,
            problem.code,
            problem.pointer,
            problem.expected,
            problem.found,
            phrase("follows_from", suggestion=problem.suggestion, clause=bound.clause),
        )
        for _, bound, problem in _broken(constraints, strategy)
    )


def told(constraints: Constraints, language: Language) -> tuple[str, ...]:
    """What binds the person, a sentence for each rule with the clause it comes from."""
    shortest, leverage = constraints.shortest_holding, constraints.leverage
    sentences: list[tuple[str, Words]] = [
        (constraints.drawdown.clause, _percent("回撤不超过{}", "a drawdown of {} at most", constraints.drawdown.value)),
        (leverage.clause, Words(f"杠杆不超过{leverage.value:g}倍", f"leverage of {leverage.value:g} at most")),
        (constraints.risk_per_trade.clause, _risk_rule(constraints.risk_per_trade)),
        *((clause, _market_rule(market)) for market, clause in constraints.refused_markets.items()),
    ]
    if not constraints.shorting.value:
        sentences.append((constraints.shorting.clause, Words("不做空", "no short selling")))
    if shortest.value is not SLOWER[0]:
        sentences.append((shortest.clause, _holding_rule(shortest.value)))
    mark = "：" if language == "zh" else ": "
    return tuple(f"{clause_words(clause, language)}{mark}{rule.in_(language)}" for clause, rule in sentences)


def _market(constraints: Constraints, scope: Mapping[str, object]) -> Iterator[Violation]:
    for field, market in (("target_market", scope.get("target_market")), ("target_instrument", _market_of(scope))):
        if market in constraints.refused_markets:
            refused = Market(str(market))
            remedy = Words("请换一个市场，或重做KYC", "Choose another market, or answer KYC anew")
            clause = constraints.refused_markets[refused]
            yield Violation(ViolationCode.MARKET, clause, field, _market_rule(refused), remedy)
            return


def _market_of(scope: Mapping[str, object]) -> str | None:
    try:
        return parse_symbol(str(scope.get("target_instrument") or "")).market.value
    except BadSymbol:
        return None


def _pace(constraints: Constraints, scope: Mapping[str, object]) -> Iterator[Violation]:
    shortest, holding = constraints.shortest_holding, scope.get("holding_period_bucket")
    if holding in SLOWER and SLOWER.index(HoldingPeriod(str(holding))) < SLOWER.index(shortest.value):
        remedy = Words("请选更长的持有时间，或重做KYC", "Choose a longer holding period, or answer KYC anew")
        place = "holding_period_bucket"
        yield Violation(ViolationCode.HOLDING, shortest.clause, place, _holding_rule(shortest.value), remedy)
    often = scope.get("opportunity_frequency_bucket") == OpportunityFrequency.MULTIPLE_PER_DAY
    if often and SLOWER.index(shortest.value) > SLOWER.index(HoldingPeriod.INTRADAY):
        rule = Words("一天之内不多次交易", "no trading several times a day")
        remedy = Words("请选更低的频率，或重做KYC", "Choose a lower frequency, or answer KYC anew")
        yield Violation(ViolationCode.FREQUENCY, shortest.clause, "opportunity_frequency_bucket", rule, remedy)


def _broken(constraints: Constraints, strategy: Strategy) -> Iterator[Broken]:
    market, refused = strategy.universe.market, constraints.refused_markets
    fastest, leverage, risk = constraints.fastest_timeframe, constraints.leverage, constraints.risk_per_trade
    if market in refused:
        for problem in rules.only_markets(set(Market) - set(refused))(strategy):
            yield ViolationCode.MARKET, Bound(market, refused[market]), problem
    if not constraints.shorting.value:
        for problem in rules.long_only(strategy):
            yield ViolationCode.SHORTING, Bound(False, constraints.shorting.clause), problem
    for problem in rules.not_faster_than(fastest.value)(strategy):
        yield ViolationCode.TIMEFRAME, Bound(fastest.value, fastest.clause), problem
    for problem in rules.largest_leverage(leverage.value)(strategy):
        yield ViolationCode.LEVERAGE, Bound(leverage.value, leverage.clause), problem
    for problem in rules.largest_loss_per_trade(risk.value)(strategy):
        code: StrategyRule = ViolationCode.STOP if problem.pointer.endswith("/exits") else ViolationCode.RISK
        yield code, Bound(risk.value, risk.clause), problem


def _violation(code: StrategyRule, bound: Bound[object], problem: Problem) -> Violation:
    rule, remedy = _words_of(code, bound.value)
    in_chinese, in_english = (render(problem.found, each) for each in (messages.Language.ZH, messages.Language.EN))
    found = Words(f"{rule.zh}（{problem.pointer}：{in_chinese}）", f"{rule.en} ({problem.pointer} is {in_english})")
    return Violation(code, bound.clause, problem.pointer, found, remedy)


def _words_of(code: StrategyRule, value: object) -> tuple[Words, Words]:
    match code:
        case ViolationCode.MARKET:
            return _market_rule(Market(str(value))), Words("请换一个市场的标的", "Choose instruments of another market")
        case ViolationCode.SHORTING:
            return Words("不做空", "no short selling"), Words("请去掉做空的规则", "Remove the short side")
        case ViolationCode.TIMEFRAME:
            rule = Words(f"周期不快于{value}", f"no timeframe faster than {value}")
            return rule, Words(f"请把周期改为{value}或更慢", f"Set the timeframe to {value} or a slower one")
        case ViolationCode.LEVERAGE:
            rule = Words(f"仓位不超过权益的{value:g}倍", f"no position above {value:g} times the equity")
            return rule, Words("请减小仓位", "Make the position smaller")
        case ViolationCode.STOP:
            return Words("每个方向都要有止损", "every side needs a stop"), Words("请加上止损", "Add a stop_loss")
        case ViolationCode.RISK:
            rule = _percent("止损时最多亏权益的{}", "a stop loses {} of the equity at most", float(str(value)))
            return rule, Words("请减小仓位或收紧止损", "Make the position smaller or the stop nearer")
        case _:
            assert_never(code)


def _market_rule(market: Market) -> Words:
    labels = {language: label_of("target_market", market.value, language) for language in ("zh", "en")}
    return Words(f"不交易{labels['zh']}", f"no trading of {labels['en']}")


def _holding_rule(shortest: HoldingPeriod) -> Words:
    zh, en = (label_of("holding_period_bucket", shortest.value, language) for language in ("zh", "en"))
    return Words(f"持有时间不短于“{zh}”", f'no holding period shorter than "{en}"')


def _risk_rule(risk: Bound[float]) -> Words:
    return _percent(
        "每个方向都有止损，止损时最多亏权益的{}", "a stop on every side, losing {} of the equity at most", risk.value
    )


def _percent(zh: str, en: str, value: float) -> Words:
    return Words(zh.format(f"{value:.0%}"), en.format(f"{value:.0%}"))
