"""What an expert's report may not say against itself."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import pairwise

from packages.core.messages import message
from src.modules.coordinator.domain.coherence.finished_run import (
    CheckedExpert,
    Contradiction,
    FinishedRun,
    against,
    answers,
    instant,
    number,
    texts,
    viewed,
)
from src.modules.coordinator.domain.coherence.words import equal_comparisons, topic_leans

# From the score down: who scores at least so much has this signal.
_SIGNALS = ((90, "STRONG_BULLISH"), (75, "BULLISH"), (50, "NEUTRAL"), (30, "BEARISH"), (0, "STRONG_BEARISH"))
_ROUNDING = 1e-9
_A_DAY = timedelta(hours=36)
_WHOLE = 0.011  # three probabilities, rounded to the hundredth


def signal_against_score(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        score = number(one.answer.get("financial_score"))
        if score is None:
            continue
        meant = next((name for least, name in _SIGNALS if score >= least), "STRONG_BEARISH")
        if one.view.upper() != meant:
            yield against(
                "signal_against_score", one.name, signal=viewed(one.view), score=f"{score:g}", meant=viewed(meant)
            )


def summary_against_body(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        body = topic_leans(one.body.replace(one.summary, ""))
        for topic, leans in topic_leans(one.summary).items():
            body_leans = body.get(topic, leans)
            if len(leans) == 1 and not leans & body_leans:
                yield against("summary_against_body", one.name, topic=message(f"coordinator.coherence.topic.{topic}"))


def numbers_round_to_equality(run: FinishedRun) -> Iterator[Contradiction]:
    for where, text in run.texts():
        for figure, quote in equal_comparisons(text):
            yield against("numbers_round_to_equality", where, figure=figure, quote=quote)


def valuation_against_range(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        low, high = _range(one)
        if low is None or high is None:
            continue
        if low > high:
            yield against("range_upside_down", one.name, low=f"{low:g}", high=f"{high:g}")
        price = one.figure("close", "price")
        if price is None:
            continue
        wrong = {1: price > high, -1: price < low}.get(one.lean, False)
        if wrong:
            shown = {"price": f"{price:g}", "low": f"{low:g}", "high": f"{high:g}"}
            yield against("valuation_against_range", one.name, verdict=viewed(one.view), **shown)


def levels_against_price(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        levels, price = one.answer.get("key_technical_levels"), one.figure("close", "price")
        if not isinstance(levels, Mapping) or price is None:
            continue
        for side, wrong in (("support", 1), ("resistance", -1)):
            for level in _numbers(levels.get(side)):
                if (level - price) * wrong > price * _ROUNDING:
                    params = {"level": f"{level:g}", "price": f"{price:g}"}
                    yield against(f"{side}_against_price", one.name, **params)


def confidence_in_range(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        value = one.answer.get("confidence", one.answer.get("confidence_score"))
        sure = number(value)
        if value is not None and (sure is None or not 0 <= sure <= 1):
            yield against("confidence_out_of_range", one.name, confidence=str(value)[:20])


def nothing_is_known_later(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        at = one.as_of
        if at is None:
            continue
        for row in answers(one.report.get("evidence")):
            known = instant(row.get("known_at"))
            if known is not None and known > at:
                yield against(
                    "known_later", one.name, row=str(row.get("tag")), known=str(known.date()), day=str(at.date())
                )


def experts_look_from_one_day(run: FinishedRun) -> Iterator[Contradiction]:
    instants = [(at, one.name) for one in run.experts if (at := one.as_of) is not None]
    for (first, _), (later, name) in pairwise(sorted(instants)):
        if later - first > _A_DAY:
            yield against("days_apart", name, first=str(first.date()), later=str(later.date()))


def scenarios_add_up(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        scenarios = answers(one.answer.get("scenarios"))
        shares = [share for each in scenarios if (share := number(each.get("probability"))) is not None]
        if shares and abs(sum(shares) - 1) > _WHOLE:
            yield against("scenarios_do_not_add_up", one.name, total=f"{sum(shares):.2f}")
        targets = {str(each.get("case")): number(each.get("target")) for each in scenarios}
        ordered = [target for name in ("bear", "base", "bull") if (target := targets.get(name)) is not None]
        if ordered != sorted(ordered):
            yield against("scenarios_out_of_order", one.name, targets=", ".join(f"{one:g}" for one in ordered))


def view_against_dimensions(run: FinishedRun) -> Iterator[Contradiction]:
    """An expert whose every dimension points one way does not come out the other way."""
    for one in run.experts:
        stances = [str(each.get("stance") or "") for each in answers(one.answer.get("dimension_analyses"))]
        leans = {CheckedExpert("", {"signal": stance}).lean for stance in stances if stance}
        if len(leans) == 1 and one.lean * next(iter(leans)) < 0:
            yield against("view_against_dimensions", one.name, view=viewed(one.view))


def view_against_catalysts(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        if not one.answer.get("catalyst_assessment"):
            continue
        good, bad = (answers(one.answer.get(f"{side}_catalysts")) for side in ("positive", "negative"))
        if (one.lean > 0 and bad and not good) or (one.lean < 0 and good and not bad):
            yield against("view_against_catalysts", one.name, view=viewed(one.view))


def risks_are_named_once(run: FinishedRun) -> Iterator[Contradiction]:
    for one in run.experts:
        for field in ("key_risks", "risk_factors"):
            risks = texts(one.answer.get(field))
            if len(set(risks)) < len(risks):
                yield against("said_twice", one.name, what=next(each for each in risks if risks.count(each) > 1)[:80])


def _range(one: CheckedExpert) -> tuple[float | None, float | None]:
    bounds = one.answer.get("estimated_intrinsic_value_range")
    if not isinstance(bounds, Mapping):
        return None, None
    return number(bounds.get("lower_bound")), number(bounds.get("upper_bound"))


def _numbers(value: object) -> list[float]:
    listed = value if isinstance(value, list | tuple) else [value]
    return [level for each in listed if (level := number(each)) is not None]


EXPERT_RULES = (
    signal_against_score,
    summary_against_body,
    numbers_round_to_equality,
    valuation_against_range,
    levels_against_price,
    confidence_in_range,
    nothing_is_known_later,
    experts_look_from_one_day,
    scenarios_add_up,
    view_against_dimensions,
    view_against_catalysts,
    risks_are_named_once,
)
