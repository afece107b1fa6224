"""A scripted model that takes a side: it says which figures of the chart stand above which, and buys or sells by them.

It reads everything in its prompts: the chart's rows as the technical analyst is handed them, the price rows and the
valuation's scenarios as the judge is. Nothing that it says has another source, so the gate can bear it all out.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from src.modules.llm_platform.domain.requests import ModelRequest
from tests.fakes.audited_models import AuditedModel, Lean, Mind, PromptRow, Reader, rows_of

CHART = "technical_analyst"
_PAIRS = (
    ("close", "ma20"), ("close", "ma60"), ("close", "ma120"), ("close", "vwap20"), ("macd_line", "macd_signal"),
    ("plus_di14", "minus_di14"), ("kdj_k", "kdj_d"), ("rsi14", "rule.rsi_middle"), ("close", "week_ma30"),
)  # fmt: skip
_PRICE_ROW = re.compile(r"^(technical_analyst|valuation_modeler) (E\d+): (\w+) = (\S+) \S+ \|", re.MULTILINE)
_PRICE = re.compile(r"^Price: ([\d.]+)\[market:E1\]", re.MULTILINE)
_CHANGE = re.compile(r"^(?:bear|base|bull): target .*?, ([+-][\d.]+)% from the price", re.MULTILINE)
_RESOLVED = re.compile(r"^Direction (\w+) at ", re.MULTILINE)
_AUDITED = re.compile(r"<reasoning>([^<>\n]{1,80}?\[financial_auditor:E\d+\])")
_STOPS = re.compile(r"support_\d|resistance_\d|ma60|ma120|bollinger_(?:lower|upper)|(?:high|low)_52w")
_TARGETS = re.compile(r"support_\d|resistance_\d|(?:high|low)_52w|value_(?:lower|middle|upper)|dcf_base")
_AVERAGES = ("ma20", "ma60", "ma120", "week_ma30")
_FARTHEST = 0.2  # of the price, from it to a stop
_CHANCE = {"BUY": 0.58, "SELL": 0.41, "HOLD": 0.5}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two figures of the chart, as they stand to each other."""

    left: PromptRow
    right: PromptRow

    @property
    def side(self) -> int:
        return 1 if self.left.number > self.right.number else -1

    def said(self, expert: str, *, zh: bool) -> str:
        first, second = _figure(self.left, expert), _figure(self.right, expert)
        if zh:
            return f"{first}{'高于' if self.side > 0 else '低于'}{second}。"
        return f"{first} is {'above' if self.side > 0 else 'below'} {second}."


@dataclass(frozen=True, slots=True)
class Level:
    """A price row that a stop or a target may name."""

    expert: str
    tag: str
    metric: str
    value: float

    def claim(self, rule: str = "row") -> dict[str, str]:
        return {"expert": self.expert, "row": self.tag, "rule": rule}


class DecisiveModel(AuditedModel):
    """One run's model: what it was handed about the chart it remembers for the debate and the verdict."""

    def __init__(self, mind: Mind | None = None) -> None:
        super().__init__(mind or Reader())
        self._chart: Mapping[str, PromptRow] = {}
        self._zh = False

    def _answer(self, request: ModelRequest) -> dict[str, Any]:
        answer, system = super()._answer(request), request.system_message or ""
        if "support" in answer:
            self._chart = {row.metric: row for row in reversed(rows_of(request.prompt))}
            self._zh = "close" in self._chart and not self._chart["close"].label.isascii()
            return self._technical(answer)
        if "action" in answer:
            return self._verdict(request.prompt, answer)
        if "conflict_resolution" in answer:
            return {**answer, **self._resolved()}
        for stance, side in (("bull", 1), ("bear", -1)):
            if f"the {stance} of an investment desk" in system:
                return {**answer, **self._argued(side, request.prompt)}
        return answer

    @property
    def _comparisons(self) -> list[Comparison]:
        chart = self._chart
        pairs = [(chart[one], chart[other]) for one, other in _PAIRS if one in chart and other in chart]
        return [Comparison(one, other) for one, other in pairs if one.number != other.number]

    @property
    def _lean(self) -> Lean:
        found = self._comparisons
        return sum(one.side for one in found) / len(found) if found else 0.0

    def _said(self, side: int, expert: str = "") -> list[str]:
        """The comparisons of a side, each tag with its expert's name where others speak."""
        return [one.said(expert, zh=self._zh) for one in self._comparisons if one.side == side]

    def _technical(self, answer: dict[str, Any]) -> dict[str, Any]:
        told = " ".join([*self._said(1), *self._said(-1)]) or answer["summary_reasoning"]
        signal = "BULLISH" if self._lean > 0 else "BEARISH" if self._lean < 0 else "NEUTRAL"
        sure = {"signal": signal, "confidence": round(0.4 + abs(self._lean) / 2, 3)}
        return {**answer, **sure, **dict.fromkeys(("summary_reasoning", "risk_warning", "narrative_report"), told)}

    def _argued(self, side: int, prompt: str) -> dict[str, Any]:
        told = self._said(side, CHART)
        if not told:
            return {}
        arguments = [_argument(one, CHART) for one in told]
        arguments += [_argument(f"{one}.", "financial_auditor") for one in _AUDITED.findall(prompt)[:1]]
        sure = round(0.5 + side * self._lean / 2, 3)
        return {"core_thesis": told[0], "supporting_arguments": arguments, "confidence": sure}

    def _resolved(self) -> dict[str, Any]:
        told = {side: " ".join(self._said(side, CHART)[:2]) for side in (1, -1)}
        some = told[1] or told[-1]
        direction = "BULLISH" if self._lean > 0 else "BEARISH" if self._lean < 0 else "NEUTRAL"
        return {
            "direction": direction, "confidence": round(0.4 + abs(self._lean) / 2, 3),
            "bull_case_summary": told[1] or some, "bear_case_summary": told[-1] or some,
            "conflict_resolution": told[-1 if self._lean < 0 else 1] or some,
        } if some else {}  # fmt: skip

    def _verdict(self, prompt: str, answer: dict[str, Any]) -> dict[str, Any]:
        """A purchase or a sale where the debate was settled that way, the valuation leaves it open, and there are
        prices to act at; else it sits still."""
        resolved, price = _RESOLVED.search(prompt), _PRICE.search(prompt)
        side = {"BULLISH": 1, "BEARISH": -1}.get(resolved[1] if resolved else "", 0)
        changes = [float(one) for one in _CHANGE.findall(prompt)]
        plan = _plan(prompt, float(price[1]), side) if price and side else None
        if plan is None or (changes and not any(one * side > 0 for one in changes)):
            return {**answer, "action": "HOLD", "position_percent": 0.0, "stop_loss": None, "take_profit": None}
        stop, target = plan
        action = "BUY" if side > 0 else "SELL"
        reasons = [*self._said(side, CHART)[:4], *self._said(-side, CHART)[:1]]
        return {
            "action": action, "position_percent": 12.0 if side > 0 else 30.0, "confidence": 0.5,
            "probability": _CHANCE[action], "entry_strategy": " ".join(reasons[:1]), "stop_loss": stop,
            "take_profit": target, "invalidation_triggers": list(self._triggers(side, stop)),
            "risk_warnings": self._said(-side, CHART)[:2], "reasoning": " ".join(reasons),
        }  # fmt: skip

    def _triggers(self, side: int, stop: Mapping[str, str]) -> Iterator[str]:
        """A close beyond the stop, a close beyond an average, and what no close can show."""
        close, rows = self._chart["close"], {row.tag: row for row in self._chart.values()}
        yield self._beyond(side, rows[stop["row"]], close if stop["rule"] != "row" else None)
        for row in [self._chart[name] for name in _AVERAGES if name in self._chart]:
            if (close.number - row.number) * side > 0:
                yield self._beyond(side, row)
        yield "估值结论反转。" if self._zh else "The view on the valuation turns."

    def _beyond(self, side: int, row: PromptRow, start: PromptRow | None = None) -> str:
        """`start`: where the row is a distance from."""
        told, beside = (_figure(one, CHART) if one else "" for one in (row, start))
        if self._zh:
            way = "跌破" if side > 0 else "升破"
            return f"若收盘{way} {f'{beside} 相距数倍的 ' if start else ''}{told}，则判断有误。"
        way = "below" if side > 0 else "above"
        return f"A close {way} {f'{beside} by a multiple of ' if start else ''}{told} would prove this wrong."


def _plan(prompt: str, price: float, side: int) -> tuple[dict[str, str], dict[str, str]] | None:
    """Stop and target: rows of the chart and of the valuation with room to breathe, else multiples of the ATR."""
    levels = [Level(one, tag, metric, float(value)) for one, tag, metric, value in _PRICE_ROW.findall(prompt)]
    atr = next((one for one in levels if one.metric == "atr14"), None)
    if atr is None or 3 * atr.value >= price:
        return None
    by_gap = sorted(levels, key=lambda one: abs(one.value - price))
    room = [one for one in by_gap if abs(one.value - price) >= atr.value]
    behind = [one for one in room if (price - one.value) * side > 0 and one.expert == CHART]
    stop = next((one for one in behind if _STOPS.fullmatch(one.metric)), None)
    risk = abs(stop.value - price) if stop else 2 * atr.value
    if stop is None or risk > _FARTHEST * price:
        stop, risk = None, 2 * atr.value
    ahead = [one for one in room if (one.value - price) * side > risk and _TARGETS.fullmatch(one.metric)]
    target = next((one for one in ahead if abs(one.value - price) < price / 2), None)
    signs = ("-", "+") if side > 0 else ("+", "-")
    if target is None:
        return atr.claim(f"close{signs[0]}2*atr"), atr.claim(f"close{signs[1]}3*atr")
    return stop.claim() if stop else atr.claim(f"close{signs[0]}2*atr"), target.claim()


def _figure(row: PromptRow, expert: str = "") -> str:
    return f"{row.label} {row.written}[{f'{expert}:' if expert else ''}{row.tag}]"


def _argument(said: str, expert: str) -> dict[str, str]:
    tags = " ".join(re.findall(r"\[\w+:E\d+\]", said))
    return {"dimension": expert, "argument": said, "evidence": tags, "strength": "MEDIUM"}
