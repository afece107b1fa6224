"""Verdicts made by hand and by chance, and newer research in which one claim of a draft is falsified."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

from hypothesis import strategies as st

from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.bounds import constraints_of
from packages.domain.conversation.draft_limits import draft_limits
from packages.domain.strategy.from_research.drafted import ClaimKind, DraftedStrategy, ResearchClaim
from packages.domain.strategy.from_research.facts import (
    CallAction,
    ResearchFacts,
    ResearchRow,
    StatedPoint,
    VerdictLevel,
)
from packages.domain.strategy.from_research.sizing import DraftLimits

AS_OF = datetime(2026, 3, 2, 21, tzinfo=UTC)
PROFILES = tuple(Profile(*answers) for answers in product(RiskTolerance, ReturnExpectation, TradingYears))
MODERATE = Profile(RiskTolerance.MODERATE, ReturnExpectation.GROWTH, TradingYears.YEARS_5_PLUS)
_CHART_VALUES = {
    "close": 100.0, "ma20": 96.0, "ma60": 92.0, "ma200": 104.0, "week_ma30": 90.0, "month_ma10": 88.0, "rsi14": 61.0,
    "macd_line": 1.2, "macd_signal": 0.8, "kdj_k": 70.0, "kdj_d": 64.0, "kdj_j": 82.0, "adx14": 31.0,
    "plus_di14": 27.0, "minus_di14": 16.0, "atr14": 2.5, "bollinger_upper": 106.0, "bollinger_middle": 96.5,
    "bollinger_lower": 87.0, "vwap20": 97.0, "volume_ratio": 1.6, "high_52w": 118.0, "low_52w": 71.0,
    "support_1": 95.0, "support_2": 91.0, "resistance_1": 112.0, "resistance_2": 115.0,
    "rule.rsi_overbought": 70.0, "rule.rsi_middle": 50.0, "rule.adx_trending": 25.0, "rule.kdj_overbought": 100.0,
}  # fmt: skip


def limits_of(profile: Profile = MODERATE) -> DraftLimits:
    return draft_limits(constraints_of(profile))


def rows_of(expert: str, values: dict[str, float]) -> dict[str, ResearchRow]:
    """By `expert:tag`, numbered in their order."""
    found = [
        ResearchRow(expert, f"E{number}", f"calc:{metric}", metric, value)
        for number, (metric, value) in enumerate(values.items(), start=1)
    ]
    return {f"{expert}:{row.tag}": row for row in found}


ROWS = rows_of("technical_analyst", _CHART_VALUES) | rows_of("financial_auditor", {"roe": 0.21, "rule.roe_good": 0.15})


def row(metric: str) -> ResearchRow:
    return next(one for one in ROWS.values() if one.metric == metric)


def argument(side: str, number: int, *metrics: str) -> StatedPoint:
    return StatedPoint(f"debate:{side}:{number}", f"{side} {number}", tuple(map(row, metrics)), bool(metrics))


def level(metric: str) -> VerdictLevel:
    return VerdictLevel(row(metric).value, (row(metric),))


def a_purchase() -> ResearchFacts:
    stop = level("support_1")
    return ResearchFacts(
        session_id="019b7e94-3200-7240-be16-58929a637c25",
        symbol="DEMO5",
        as_of=AS_OF,
        language=Language.EN,
        action=CallAction.BUY,
        probability=0.62,
        stake=0.24,
        price=100.0,
        stop=stop,
        target=level("resistance_1"),
        horizon_days=60,
        triggers=(
            StatedPoint("verdict:trigger:1", "A close below support 1 at 95.00 proves it wrong.", stop.rows, True),
            StatedPoint("verdict:trigger:2", "A close below MA60 ends the trend.", (row("ma60"),), True),
            StatedPoint("verdict:trigger:3", "The valuation modeler turns bearish."),
        ),
        bull=(
            argument("bull", 1, "close", "ma20", "ma60"),
            argument("bull", 2, "plus_di14", "minus_di14"),
            argument("bull", 3, "rsi14", "rule.rsi_middle"),
            argument("bull", 4, "roe", "rule.roe_good"),
            argument("bull", 5, "volume_ratio"),
        ),
        bear=(argument("bear", 1, "close", "ma200"),),
        rows=ROWS,
    )


def a_sale() -> ResearchFacts:
    stop = level("resistance_1")
    return replace(
        a_purchase(),
        action=CallAction.SELL,
        probability=0.36,
        stop=stop,
        target=level("support_2"),
        triggers=(StatedPoint("verdict:trigger:1", "收盘价升破第一阻力位 112.00，即证明判断错误。", stop.rows, True),),
    )


_POINTS = st.lists(st.sampled_from(list(ROWS.values())), min_size=0, max_size=5, unique=True).map(tuple)
_TRIGGERS = st.tuples(
    st.sampled_from(["A close below {}.", "A close above {}.", "收盘跌破 {}。", "收盘升破 {}。", "The debate turns."]),
    _POINTS,
)


@st.composite
def verdicts(draw: st.DrawFn) -> ResearchFacts:
    """Purchases and sales with stops and targets of rows or of multiples of the ATR, and arguments over any rows."""
    buys = draw(st.booleans())
    side = 1 if buys else -1
    stops, targets = ["support_1", "support_2", "low_52w"], ["resistance_1", "resistance_2", "high_52w"]
    stop = draw(st.sampled_from(stops if buys else targets).map(level) | st.just(_by_atr(-2 * side)))
    target = draw(st.sampled_from(targets if buys else stops).map(level) | st.just(_by_atr(3 * side)) | st.none())
    chance = draw(st.floats(0.501, 0.99))
    triggers = draw(st.lists(_TRIGGERS, max_size=4))
    return replace(
        a_purchase(),
        action=CallAction.BUY if buys else CallAction.SELL,
        symbol=draw(st.sampled_from(["DEMO5", "DEMO1.SZ", "AAPL", "BTC-USD"])),
        probability=chance if buys else 1 - chance,
        stake=draw(st.floats(0.01, 1.0)),
        stop=stop,
        target=target,
        horizon_days=draw(st.integers(1, 730)),
        bull=_points("debate:bull", draw(st.lists(_POINTS, max_size=6))),
        bear=_points("debate:bear", draw(st.lists(_POINTS, max_size=6))),
        triggers=tuple(
            StatedPoint(f"verdict:trigger:{number}", text.format(number), cited, bool(cited))
            for number, (text, cited) in enumerate(triggers, start=1)
        ),
    )


def _by_atr(multiple: int) -> VerdictLevel:
    return VerdictLevel(100.0 + multiple * 2.5, (row("close"), row("atr14")), abs(multiple))


def _points(name: str, cited: list[tuple[ResearchRow, ...]]) -> tuple[StatedPoint, ...]:
    return tuple(StatedPoint(f"{name}:{n}", f"{name} {n}", rows, bool(rows)) for n, rows in enumerate(cited, start=1))


def run_again(facts: ResearchFacts) -> ResearchFacts:
    """The same research an hour later."""
    return replace(facts, session_id="newer", as_of=facts.as_of + timedelta(hours=1))


def falsified(drafted: DraftedStrategy, facts: ResearchFacts, claim: ResearchClaim) -> ResearchFacts | None:
    """Newer research in which the claim does not hold; None for a limit, which research cannot falsify, and for what
    stands in no rule."""
    newer, side = run_again(facts), drafted.side
    match claim.kind:
        case ClaimKind.ACTION:
            return replace(newer, action=CallAction.HOLD)
        case ClaimKind.PROBABILITY:
            return replace(newer, probability=1 - (facts.probability or 0.0))
        case ClaimKind.STAKE:
            return replace(newer, stake=0.0)
        case ClaimKind.HORIZON:
            return replace(newer, as_of=facts.as_of + timedelta(days=facts.horizon_days))
        case ClaimKind.LEVEL:
            return _moved_to(newer, (claim.value or 0.0) - side * _past(claim, drafted))
        case ClaimKind.ARGUMENT:
            kept = {"bull": newer.bull, "bear": newer.bear}["bull" if side > 0 else "bear"]
            left = tuple(point for point in kept if not _figures(claim).intersection(r.metric for r in point.rows))
            return replace(newer, bull=left) if side > 0 else replace(newer, bear=left)
        case ClaimKind.RELATION | ClaimKind.TRIGGER if claim.relation is not None:
            return _turned(newer, claim)
        case _:
            return None


def _past(claim: ResearchClaim, drafted: DraftedStrategy) -> float:
    """A hair beyond the level, on the other side than the price was."""
    beyond = 1e-3 * (claim.value or 0.0)
    return beyond if (drafted.price - (claim.value or 0.0)) * drafted.side > 0 else -beyond


def _figures(claim: ResearchClaim) -> set[str]:
    return set(claim.metrics) - {"close"} or set(claim.metrics)


def _moved_to(newer: ResearchFacts, price: float) -> ResearchFacts:
    """The chart as a whole moves with the price, so that no average is crossed with it."""
    moved = price - (newer.price or 0.0)
    moves = {"close", "ma", "week_ma", "bollinger_", "vwap"}
    rows = {
        name: replace(one, value=one.value + moved)
        if one.metric.rstrip("0123456789") in moves or "bollinger_" in one.metric
        else one
        for name, one in newer.rows.items()
    }
    return replace(newer, price=price, rows=rows)


def _turned(newer: ResearchFacts, claim: ResearchClaim) -> ResearchFacts | None:
    """The two figures change places, or the one that is held to a number goes to its other side."""
    relation = claim.relation
    if relation is None:
        return None
    if relation.left == "close" and relation.value is not None:
        return _moved_to(newer, relation.value * (0.999 if _is_above(newer, claim) else 1.001))
    beyond = newer.value_of(relation.expert, relation.left) if relation.value is None else relation.value
    metric = relation.right if relation.value is None else relation.left
    sign = 1 if (relation.value is None) == _is_above(newer, claim) else -1
    rows = {
        name: replace(one, value=(beyond or 0.0) + sign * (abs(beyond or 0.0) * 1e-3 + 1e-6))
        if (one.expert, one.metric) == (relation.expert, metric)
        else one
        for name, one in newer.rows.items()
    }
    return replace(newer, rows=rows)


def _is_above(newer: ResearchFacts, claim: ResearchClaim) -> bool:
    relation = claim.relation
    assert relation is not None
    left = newer.value_of(relation.expert, relation.left) or 0.0
    right = newer.value_of(relation.expert, relation.right) if relation.value is None else relation.value
    return left > (right or 0.0)


def claims_hit(drafted: DraftedStrategy, before: ResearchFacts, newer: ResearchFacts) -> set[str]:
    """What the newer research falsifies, looked at from the facts that changed, not by the rules under test."""
    hit = set[str]()
    side_points = newer.bull if drafted.side > 0 else newer.bear
    argued = {one.metric for point in side_points for one in point.rows}
    for claim in drafted.claims:
        relation = claim.relation
        if claim.kind is ClaimKind.ACTION and newer.action is not before.action:
            hit.add(claim.id)
        if claim.kind is ClaimKind.PROBABILITY and newer.probability != before.probability:
            hit.add(claim.id)
        if claim.kind is ClaimKind.STAKE and newer.stake != before.stake:
            hit.add(claim.id)
        if claim.kind is ClaimKind.HORIZON and newer.as_of - before.as_of >= timedelta(days=before.horizon_days):
            hit.add(claim.id)
        low, high = sorted((before.price or 0.0, newer.price or 0.0))
        if claim.kind is ClaimKind.LEVEL and claim.value is not None and low < claim.value < high:
            hit.add(claim.id)
        if relation is not None and _is_above(before, claim) is not _is_above(newer, claim):
            hit.add(claim.id)
        if claim.kind is ClaimKind.ARGUMENT and not _figures(claim) & argued:
            hit.add(claim.id)
    return hit
