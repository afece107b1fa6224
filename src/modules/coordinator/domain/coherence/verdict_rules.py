"""What a verdict may not say against itself, the debate, or the price."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from packages.core.messages import Message, word
from src.modules.coordinator.domain.coherence.finished_run import (
    Answer,
    Contradiction,
    FinishedRun,
    against,
    answers,
    day,
    instant,
    number,
    texts,
    viewed,
)

_SIDES = {"BUY": 1, "SELL": -1}
_ACTIONS = ("BUY", "SELL", "HOLD", "NO_CALL")
_SIGNS = {"BULLISH": 1, "BEARISH": -1}
_DATE = re.compile(r"\b(20\d\d-[01]\d-[0-3]\d)\b")
_HELD = (0.2, 0.8)
_NEAR = 0.005  # of the price


def action_against_probability(run: FinishedRun) -> Iterator[Contradiction]:
    verdict = run.verdict or {}
    share, side = number(verdict.get("probability")), _side(verdict)
    if share is None:
        return
    params = {"action": _acted(verdict), "probability": f"{share:.2f}"}
    if side and side * (share - 0.5) <= 0:
        yield against("action_against_probability", "verdict", **params)
    if verdict.get("action") == "HOLD" and not _HELD[0] <= share <= _HELD[1]:
        yield against("action_against_probability", "verdict", **params)


def action_against_debate(run: FinishedRun) -> Iterator[Contradiction]:
    verdict, direction = run.verdict or {}, str((run.debate or {}).get("direction"))
    if _side(verdict) * _SIGNS.get(direction, 0) < 0:
        yield against("action_against_debate", "verdict", action=_acted(verdict), direction=viewed(direction))


def action_against_scenarios(run: FinishedRun) -> Iterator[Contradiction]:
    """A purchase while every target lies below the price, or a sale while every one lies above it."""
    verdict, valuation = run.verdict or {}, run.expert("valuation_modeler")
    scenarios = answers(valuation.answer.get("scenarios")) if valuation else ()
    price, side = _value(verdict.get("base_price")), _side(verdict)
    targets = [target for one in scenarios if (target := number(one.get("target"))) is not None]
    if side and price is not None and targets and all(side * (target - price) <= 0 for target in targets):
        yield against("action_against_scenarios", "verdict", action=_acted(verdict), price=f"{price:g}")


def prices_against_action(run: FinishedRun) -> Iterator[Contradiction]:
    """A purchase has its stop below the price and its target above, a sale the other way round."""
    verdict = run.verdict or {}
    price, side = _value(verdict.get("base_price")), _side(verdict)
    if price is None or not side:
        return
    for name, way in (("stop_loss", -1), ("take_profit", 1)):
        level = _value(verdict.get(name))
        if level is not None and side * way * (level - price) <= 0:
            params = {"level": f"{level:g}", "price": f"{price:g}", "action": _acted(verdict)}
            yield against(f"{name}_against_price", "verdict", **params)


def position_against_action(run: FinishedRun) -> Iterator[Contradiction]:
    verdict = run.verdict or {}
    share = number(verdict.get("position_percent"))
    if not verdict or share is None:
        return
    if not _side(verdict) and share != 0:
        yield against("position_without_action", "verdict", action=_acted(verdict), share=f"{share:g}")
    if _side(verdict) and share == 0:
        yield against("action_without_position", "verdict", action=_acted(verdict))


def confidence_against_probability(run: FinishedRun) -> Iterator[Contradiction]:
    verdict = run.verdict or {}
    sure, share = number(verdict.get("confidence")), number(verdict.get("probability"))
    if sure is not None and share is not None and abs(2 * share - 1) > sure + 1e-3:
        params = {"confidence": f"{sure:.2f}", "probability": f"{share:.2f}"}
        yield against("confidence_against_probability", "verdict", **params)


def no_call_says_why(run: FinishedRun) -> Iterator[Contradiction]:
    verdict = run.verdict or {}
    if not verdict:
        return
    silent, why = verdict.get("action") == "NO_CALL", verdict.get("no_call_reason")
    if silent and (not why or verdict.get("probability") is not None):
        yield against("no_call_without_reason", "verdict")
    if not silent and why:
        yield against("call_with_no_call_reason", "verdict", action=_acted(verdict))


def price_is_the_experts_price(run: FinishedRun) -> Iterator[Contradiction]:
    price, chart = _value((run.verdict or {}).get("base_price")), run.expert("technical_analyst")
    close = chart.figure("close") if chart else None
    if price is not None and close is not None and abs(price - close) > _NEAR * close:
        yield against("two_prices", "verdict", price=f"{price:g}", close=f"{close:g}")


def dates_within_the_horizon(run: FinishedRun) -> Iterator[Contradiction]:
    """The price is of no later day than the run; what the verdict waits for lies within its horizon."""
    verdict = run.verdict or {}
    at, horizon = instant(verdict.get("as_of")), number(verdict.get("time_horizon"))
    if at is None:
        return
    base = verdict.get("base_price")
    priced = day(base.get("day")) if isinstance(base, dict) else None
    if priced is not None and priced > at.date() + timedelta(days=1):
        yield against("price_of_later", "verdict", day=str(priced), as_of=str(at.date()))
    ends = at.date() + timedelta(days=int(horizon)) if horizon is not None else None
    for trigger in texts(verdict.get("invalidation_triggers")):
        for late in [one for one in _dates(trigger) if ends is not None and one > ends]:
            yield against("date_beyond_horizon", "verdict", day=str(late), ends=str(ends))


def one_instrument(run: FinishedRun) -> Iterator[Contradiction]:
    symbols = [(one.name, str(one.report.get("symbol") or "")) for one in run.experts]
    symbols += [("debate", str((run.debate or {}).get("symbol") or ""))]
    symbols += [("verdict", str((run.verdict or {}).get("symbol") or ""))]
    for where, symbol in symbols:
        if symbol and symbol != run.symbol:
            yield against("another_instrument", where, symbol=symbol, asked=run.symbol)


def _side(verdict: Answer) -> int:
    return _SIDES.get(str(verdict.get("action")), 0)


def _acted(verdict: Answer) -> Message:
    name = str(verdict.get("action"))
    return word("action", name) if name in _ACTIONS else Message.verbatim(name[:20])


def _value(price: object) -> float | None:
    return number(price.get("value")) if isinstance(price, dict) else None


def _dates(text: str) -> list[date]:
    return [found for one in _DATE.findall(text) if (found := day(one)) is not None]


VERDICT_RULES = (
    action_against_probability,
    action_against_debate,
    action_against_scenarios,
    prices_against_action,
    position_against_action,
    confidence_against_probability,
    no_call_says_why,
    price_is_the_experts_price,
    dates_within_the_horizon,
    one_instrument,
)
