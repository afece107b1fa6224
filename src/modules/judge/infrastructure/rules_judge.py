"""The judge by rules: the written formula for the probability, levels from rows, and a stake within limits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal

from packages.core.messages import Language, word
from packages.domain.evidence.experts import EXPERTS
from packages.domain.evidence.units import price_text, written
from src.modules.judge.domain.case import Case, ExpertFinding
from src.modules.judge.domain.ports import IJudgeAgentPort, Judgement
from src.modules.judge.domain.prices import price_rows
from src.modules.judge.domain.probability import ruled_probability, stages, stake_percent, trust, with_scenarios
from src.modules.judge.domain.reading import excerpt
from src.modules.judge.domain.reward import LEAST_REWARD, pays_for_its_risk, reward_to_risk
from src.modules.judge.domain.scenarios import leaves_open
from src.modules.judge.domain.verdict import BoundPrice, JudgeOpinion, PriceClaim, VerdictAction, say
from src.modules.judge.infrastructure.price_levels import above, below, cited, stops_below, tagged

_BUY_FROM, _SELL_FROM = 0.55, 0.45
_MOST_RISKS = 5


@dataclass(frozen=True, slots=True)
class _Plan:
    """What to do, at which prices, and, where nothing is done, why not. `reward`: over the risk, where it is low."""

    action: VerdictAction
    position: float = 0.0
    stop: tuple[PriceClaim, BoundPrice] | None = None
    target: tuple[PriceClaim, BoundPrice] | None = None
    why_not: str = ""
    reward: Decimal | None = None


class RulesJudge(IJudgeAgentPort):
    """The same case always gets the same verdict; the order of the experts does not matter."""

    async def judge(self, case: Case, complaints: Sequence[str] = ()) -> Judgement:
        return Judgement(ruled(case), "rules")


def ruled(case: Case) -> JudgeOpinion:
    probability = round(ruled_probability(case), 4)
    confidence = round(min(1.0, max(abs(2 * probability - 1), _sureness(case))), 4)
    plan = _plan(case, probability, confidence)
    return JudgeOpinion(
        action=plan.action,
        position_percent=plan.position,
        confidence=confidence,
        probability=probability,
        entry_strategy=_entry(case, plan),
        stop_loss=plan.stop[0] if plan.stop else None,
        take_profit=plan.target[0] if plan.target else None,
        invalidation_triggers=tuple(_triggers(case, plan)),
        risk_warnings=tuple(_warnings(case)),
        reasoning="\n".join(_reasons(case, plan, probability)),
    )


def _entry(case: Case, plan: _Plan) -> str:
    """The price leads to the row of an expert with the same close, where there is one."""
    price = case.market.base
    if price is None:
        return say(plan.action.value.lower(), case.language, price="", cited="")
    closes = [
        f" [{name}:{row.tag}]" for name, row in price_rows(case) if row.metric == "close" and row.value == price.value
    ]
    return say(plan.action.value.lower(), case.language, price=price.value, cited="".join(closes[:1]))


def _sureness(case: Case) -> float:
    return case.debate.confidence * trust(case) if case.debate else 0.0


def _plan(case: Case, probability: float, confidence: float) -> _Plan:
    lean = case.debate.direction.sign if case.debate else 0
    if case.leans_nowhere:
        return _Plan(VerdictAction.HOLD, why_not="no_lean" if case.debate is not None else "no_expert_leans")
    if _SELL_FROM < probability < _BUY_FROM:
        return _Plan(VerdictAction.HOLD, why_not="middle")
    if lean * (probability - 0.5) < 0:
        return _Plan(VerdictAction.HOLD, why_not="against")
    side = 1 if probability >= _BUY_FROM else -1
    if not leaves_open(case.scenarios, side):
        return _Plan(VerdictAction.HOLD, why_not="no_target_above" if side > 0 else "no_target_below")
    if probability >= _BUY_FROM:
        return _purchase(case, probability, confidence)
    share = float(int(100 * confidence))
    return (
        _Plan(VerdictAction.SELL, share, above(case), below(case))
        if share
        else _Plan(VerdictAction.HOLD, why_not="middle")
    )


def _purchase(case: Case, probability: float, confidence: float) -> _Plan:
    stops, target, price = stops_below(case), above(case), case.market.base
    if not stops or price is None:
        return _Plan(VerdictAction.HOLD, why_not="no_stop")
    goal = target[1].value if target else None
    stop = next((one for one in stops if pays_for_its_risk(price.value, one[1].value, goal)), None)
    if stop is None:
        best = max(reward_to_risk(price.value, one[1].value, goal) for one in stops)
        return _Plan(VerdictAction.HOLD, why_not="low_reward", reward=best)
    stake = stake_percent(probability, price.value, stop[1].value, goal, confidence)
    return _Plan(VerdictAction.BUY, stake, stop, target) if stake > 0 else _Plan(VerdictAction.HOLD, why_not="no_odds")


def _reasons(case: Case, plan: _Plan, probability: float) -> Iterator[str]:
    debate, past, path = case.debate, case.market.past, stages(case, probability)
    leans = [one.lean for one in case.experts]
    up, down = sum(lean > 0 for lean in leans), sum(lean < 0 for lean in leans)
    if debate is not None:
        yield say("head", case.language, symbol=case.symbol, for_=up, against=down, all=len(leans),
            direction=word("signal", debate.direction), confidence=debate.confidence,
        )  # fmt: skip
    else:
        yield say("head_without_debate", case.language, symbol=case.symbol, for_=up, against=down, all=len(leans))
    params = {"days": case.horizon_days, "outcome": _outcome(case)}
    yield say("base", case.language, paid=past.paid, windows=past.windows, rate=past.rate, **params)
    yield say("said" if debate is not None else "said_without_debate", case.language,
        probability=probability, before=path.before_debate or 0.0, after=path.after_resolution or 0.0,
        weighed=with_scenarios(case) or 0.0, trust=trust(case), **params,
    )  # fmt: skip
    yield from _targets(case)
    for one in _strongest(case, plan):
        reasoning = tagged(one.name, excerpt(one.reasoning))
        who, signal = word("expert_name", one.name), word("signal", one.signal.upper())
        yield say("expert", case.language, who=who, signal=signal, confidence=one.confidence, reasoning=reasoning)
    if plan.why_not:
        params = {} if plan.reward is None else {"reward": _cut(plan.reward), "least": float(LEAST_REWARD)}
        yield say(plan.why_not, case.language, **params)


def _cut(reward: Decimal) -> str:
    """To the hundredth, cut and not rounded up: it never shows the floor that it did not reach."""
    return f"{max(reward, Decimal(0)).quantize(Decimal('0.01'), ROUND_FLOOR):f}"


def _outcome(case: Case) -> str:
    """What the probability is of."""
    benchmark = case.market.benchmark
    return say("beating", case.language, benchmark=benchmark.symbol) if benchmark else say("gain", case.language)


def _targets(case: Case) -> Iterator[str]:
    """What the valuation's scenarios come to, by the row that holds it."""
    valuation = case.expert("valuation_modeler")
    rows = valuation.rows.values() if valuation and case.scenarios else ()
    for row in [row for row in rows if row.metric == "target_upside" and row.value is not None][:1]:
        move = written(row.value or Decimal(0), row.unit, case.language.value)
        yield say("scenarios", case.language, move=move, cited=f"[valuation_modeler:{row.tag}]")


def _strongest(case: Case, plan: _Plan) -> list[ExpertFinding]:
    """The two whose word weighs most, and the one who weighs most on the other side."""
    ranked = _ranked(case)
    side = -1 if plan.action is VerdictAction.SELL else 1
    against = [one for one in ranked if one.lean * side < 0]
    names = {one.name for one in (*ranked[:2], *against[:1])}
    return [one for one in ranked if one.name in names]


def _ranked(case: Case) -> list[ExpertFinding]:
    return sorted(case.experts, key=lambda one: (-abs(one.lean * one.confidence * one.quality), one.name))


def _triggers(case: Case, plan: _Plan) -> Iterator[str]:
    if plan.stop is not None:
        stop, beyond = plan.stop[1], "above" if plan.action is VerdictAction.SELL else "below"
        params = {"price": price_text(stop.value), "cited": cited(stop), "figure": _figure_name(case, stop)}
        yield say(f"closes_{beyond}" if params["figure"] else f"closes_{beyond}_price", case.language, **params)
    side = {VerdictAction.BUY: 1, VerdictAction.SELL: -1}.get(plan.action, 0)
    for one in [one for one in _ranked(case) if one.lean * side > 0][:2]:
        yield say("turned", case.language, who=word("expert", one.name))
    if side and case.debate is not None:
        yield say("debate_turned", case.language)


def _figure_name(case: Case, price: BoundPrice) -> str:
    """What the one row of a price is called; empty where it follows from several."""
    expert = case.expert(price.expert)
    row = expert.rows.get(price.rows[0].tag) if expert and len(price.rows) == 1 else None
    names = case.book.book.labels.get(row.metric, ()) if row and case.book else ()
    fitting = (name for name in names if name.isascii() == (case.language is Language.EN))
    return next(fitting, "")


def _warnings(case: Case) -> Iterator[str]:
    if len(case.experts) < len(EXPERTS):
        yield say("thin", case.language, count=len(case.experts))
    if case.market.benchmark is None:
        yield case.market.benchmark_note
    risks = case.debate.risks if case.debate else ()
    warnings = [risk for risk in risks if risk] or [tagged(one.name, one.risk_warning) for one in case.experts]
    yield from (excerpt(risk) for risk in warnings[:_MOST_RISKS] if risk)
