"""What was measured of a strategy, by result: from its backtest and from what tools answered."""

import re
from collections.abc import Collection, Mapping
from decimal import Decimal

from packages.core.messages import Language
from packages.domain.conversation.claims.answer_sources import figures_in, json_in
from packages.domain.conversation.claims.clauses import sentences
from packages.domain.conversation.claims.results import ClaimedResult, claimed_results, named_figures
from packages.domain.conversation.claims.spelled import in_digits
from packages.domain.conversation.wording import say
from packages.domain.evidence.numbers import same_amount
from packages.domain.evidence.passages import folded
from packages.domain.evidence.patterns import lazy_pattern

# By the names of the fields that a figure stands in.
_NAMES: Mapping[str, re.Pattern[str]] = {
    "sharpe": lazy_pattern(r"sharpe"),
    "drawdown": lazy_pattern(r"drawdown|underwater"),
    "win_rate": lazy_pattern(r"win|won|hit"),
    "trades": lazy_pattern(r"trade|fill|count|closed|number"),
    "return": lazy_pattern(r"return|cagr|gain|profit|pnl|growth|excess|annual|reali[sz]ed"),
}
_PLAIN = lazy_pattern(r"-?\d{1,20}(?:\.\d{1,20})?")
_SHOWN = ("total_return", "sharpe", "max_drawdown", "trades", "win_rate")


class MeasuredResults:
    """`figures` are plain, by result: 60% is 0.6."""

    def __init__(self) -> None:
        self.figures: dict[str, set[Decimal]] = {}

    def know(self, value: object, names: str = "", *, reads_prose: bool = True) -> None:
        """Everything in a value, by the names that lead to it; prose names its figures itself."""
        match value:
            case Mapping():
                self._add(_gained(value), ("return",))
                for name, inner in value.items():
                    self.know(inner, f"{names} {name}".lower(), reads_prose=reads_prose)
            case list() | tuple():
                for inner in value:
                    self.know(inner, names, reads_prose=reads_prose)
            case bool() | None:
                return
            case int() | float() | Decimal():
                self._add(Decimal(str(value)), [name for name, known in _NAMES.items() if known.search(names)])
            case str() if _PLAIN.fullmatch(value):
                self.know(Decimal(value), names)
            case str() if reads_prose:
                self._read(value, names)
            case _:
                return

    def _read(self, text: str, names: str) -> None:
        held = json_in(text)
        if held is not None:
            self.know(held, names)
            return
        for sentence in sentences(text):
            for number, metric in named_figures(sentence, 0, len(sentence)):
                self._add(number.value * number.unit.scale, (metric,))

    def _add(self, value: Decimal | None, metrics: Collection[str]) -> None:
        if value is not None and value.is_finite():
            for metric in metrics:
                self.figures.setdefault(metric, set()).add(value)

    def bears_out(self, claimed: ClaimedResult) -> bool:
        if claimed.is_most:
            most = abs(claimed.number.value) * claimed.number.unit.scale
            known = self.figures.get(claimed.metric, set())
            return bool(known) and all(abs(value) <= most for value in known)
        return any(same_amount(claimed.number, value) for value in self.figures.get(claimed.metric, ()))


def _gained(money: Mapping[object, object]) -> Decimal | None:
    """The profit of a deployment as a share of what was paid in, where a tool returned both."""
    paid, now = money.get("start_cash"), money.get("now")
    profit = now.get("profit") if isinstance(now, Mapping) else None
    if not all(_PLAIN.fullmatch(str(each)) for each in (paid, profit)) or not Decimal(str(paid)):
        return None
    return Decimal(str(profit)) / Decimal(str(paid))


def unmeasured(text: str, measured: MeasuredResults, said: Collection[str]) -> tuple[str, ...]:
    """The results of an answer that were not measured, in digits. `said`: the person's messages,
    whose figures may be repeated as theirs."""
    theirs = [number.value * number.unit.scale for words in said for number in figures_in(in_digits(folded(words)))]
    found = [
        each.number.text.strip()
        for each in claimed_results(text)
        if not measured.bears_out(each)
        and not (each.is_plain and any(same_amount(each.number, value) for value in theirs))
    ]
    return tuple(dict.fromkeys(found))


def shown_results(figures: Mapping[str, object], language: Language) -> str:
    """The measured ones in a line, as far as there are any."""
    parts = []
    for name in _SHOWN:
        value = figures.get(name)
        value = value.get("value") if isinstance(value, Mapping) else value
        if isinstance(value, int | float):
            text = f"{value:.2f}" if name == "sharpe" else f"{value:d}" if isinstance(value, int) else f"{value:.1%}"
            parts.append(say(language, f"result.{name}", value=text))
    return ("，" if language is Language.ZH else ", ").join(parts)
