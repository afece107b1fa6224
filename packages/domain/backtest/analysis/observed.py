"""What a strategy saw on one instrument: comparisons with the values on both sides, and the price at which a stop or a
target stood when it was met, as docs/decisions/0011 puts it."""

from collections.abc import Iterator
from dataclasses import dataclass

from packages.core.messages import Language
from packages.domain.backtest.analysis.account import AccountSeen, best_since, value_with
from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.analysis.truth import Truths, holds_between
from packages.domain.backtest.outcome import ExitReason, Trade
from packages.domain.strategy import conditions as c
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.explain.naming import strategy_phrases
from packages.domain.strategy.explain.rules import SideSpeech, clause
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.strategy.operands import reads_account
from packages.domain.strategy.trade import Bracket, Distance, Exit, StopLoss, TakeProfit, TimeExit, TrailingStop, Unit
from packages.domain.strategy.walk import parts_of


def level_of(exit_: Exit, trade: Trade, bars: AnalysisBars, resting: bool) -> float | None:
    """`resting` says that the entry was a limit or stop order. None for exits that have no price."""
    match exit_:
        case StopLoss(stop):
            return _against(trade, _distance(stop, trade, bars))
        case TakeProfit(target):
            return _with(trade, _distance(target, trade, bars))
        case Bracket(stop, risk_reward):
            far = _distance(stop, trade, bars)
            if trade.reason is not ExitReason.TAKE_PROFIT:
                return _against(trade, far)
            return _with(trade, None if far is None else risk_reward * far)
        case TrailingStop(stop):
            return _trailed(stop, trade, bars, resting)
        case _:
            return None


def met_price(trade: Trade, level: float, bars: AnalysisBars, resting: bool) -> float:
    """The price of the exit bar that was at or beyond the level: its open if that was, else its extreme."""
    at = bars.at(trade.exit_bar)
    is_low = met_from_above(trade)
    opened = float(bars.columns.open[at])
    # On the bar of a resting entry the open was before the position.
    counts = not (resting and trade.exit_bar == trade.entry_bar)
    if counts and (opened <= level if is_low else opened >= level):
        return opened
    return float(bars.columns.low[at] if is_low else bars.columns.high[at])


def met_from_above(trade: Trade) -> bool:
    """Whether the price had to fall to the level: a long position's stop, a short one's target."""
    return (trade.direction is Direction.LONG) != (trade.reason is ExitReason.TAKE_PROFIT)


def _trailed(stop: Distance, trade: Trade, bars: AnalysisBars, resting: bool) -> float | None:
    best = _best_before_exit(trade, bars, resting)
    far = stop.value * best if stop.unit is Unit.PCT else _distance(stop, trade, bars)
    return None if far is None else best - _sign(trade) * far


def _best_before_exit(trade: Trade, bars: AnalysisBars, resting: bool) -> float:
    """The best price since entry that the stop of the exit bar knew of."""
    first, last = bars.at(trade.entry_bar) + resting, bars.at(trade.exit_bar)
    return best_since(bars, trade.direction, trade.entry_price, first, last)


def _distance(distance: Distance, trade: Trade, bars: AnalysisBars) -> float | None:
    match distance.unit:
        case Unit.POINTS:
            return float(distance.value)
        case Unit.PCT:
            return distance.value * trade.entry_price
        case Unit.ATR_MULTIPLE:
            wide = bars.average_true_range(distance.atr_period, bars.at(trade.signal_bar))
            return None if wide is None else distance.value * wide


def _against(trade: Trade, far: float | None) -> float | None:
    return None if far is None else trade.entry_price - _sign(trade) * far


def _with(trade: Trade, far: float | None) -> float | None:
    return None if far is None else trade.entry_price + _sign(trade) * far


def _sign(trade: Trade) -> int:
    return 1 if trade.direction is Direction.LONG else -1


@dataclass(frozen=True, slots=True)
class Observed:
    """A comparison as it stood on the close of a bar of the panel. Inside `within_bars`, `bars_since` and `sequence`
    that is the bar on which the part came true, and the condition itself compares counts of bars. For a stop or a
    target, left is the price that met the level, right the level. None is a value that was not known."""

    pointer: str
    bar: int
    text_en: str
    text_zh: str
    left: float | None
    op: str
    right: float | None
    holds: bool


class Texts:
    """The words of conditions and exits in both languages, each said once."""

    def __init__(self, strategy: Strategy, catalogue: Catalogue) -> None:
        self._speeches = tuple(strategy_phrases(strategy, catalogue, each) for each in (Language.EN, Language.ZH))
        self._said: dict[str, tuple[str, str]] = {}

    def condition(self, pointer: str, condition: c.Condition) -> tuple[str, str]:
        if pointer not in self._said:
            en, zh = (speech.tidy(clause(condition, speech)).strip() for speech in self._speeches)
            self._said[pointer] = en, zh
        return self._said[pointer]

    def exit(self, pointer: str, exit_: Exit, direction: Direction) -> tuple[str, str]:
        if pointer not in self._said:
            en, zh = (speech.tidy(SideSpeech(speech, direction).exit(exit_)) for speech in self._speeches)
            self._said[pointer] = en, zh
        return self._said[pointer]


class Watcher:
    """Sees what a strategy saw on one instrument."""

    def __init__(self, bars: AnalysisBars, texts: Texts) -> None:
        self.bars = bars
        self._truths = Truths(bars)
        self._texts = texts

    def observed(
        self, pointer: str, condition: c.Condition, bar: int, account: AccountSeen | None = None
    ) -> Iterator[Observed]:
        """`account` is how it stood on the close of the bar, where conditions read it."""
        return self._seen(pointer, condition, self.bars.at(bar), account)

    def lasted(self, pointer: str, exit_: TimeExit, trade: Trade) -> Observed:
        held = self.bars.at(trade.decided_bar) - self.bars.at(trade.entry_bar) + 1
        texts = self._texts.exit(pointer, exit_, trade.direction)
        return Observed(pointer, trade.decided_bar, *texts, held, "gte", exit_.bars, held >= exit_.bars)

    def met(self, pointer: str, exit_: Exit, trade: Trade, resting: bool) -> Observed:
        level = level_of(exit_, trade, self.bars, resting)
        price = None if level is None else met_price(trade, level, self.bars, resting)
        falls = met_from_above(trade)
        holds = price is not None and level is not None and (price <= level if falls else price >= level)
        texts = self._texts.exit(pointer, exit_, trade.direction)
        return Observed(pointer, trade.exit_bar, *texts, price, "lte" if falls else "gte", level, holds)

    def _seen(
        self, pointer: str, condition: c.Condition, at: int, account: AccountSeen | None = None
    ) -> Iterator[Observed]:
        match condition:
            case c.All() | c.AnyOf() | c.Not():
                for inside, part in parts_of(pointer, condition):
                    yield from self._seen(inside, part, at, account)
            case c.Compare(left, _, right) if reads_account(left) or reads_account(right):
                yield self._on_account(pointer, condition, at, account)
            case c.Compare(left, op, right) | c.Cross(left, op, right):
                values = self.bars.value(left, at), op.value, self.bars.value(right, at)
                yield self._observation(pointer, condition, at, *values)
            case c.Flag(value):
                yield self._observation(pointer, condition, at, self.bars.value(value, at), "neq", 0.0)
            case _:
                yield from self._seen_over_time(pointer, condition, at)

    def _on_account(self, pointer: str, compare: c.Compare, at: int, account: AccountSeen | None) -> Observed:
        """Past closes are no longer known when the account has moved on, so its truth is that of this bar alone."""
        if account is None:
            raise TypeError("a comparison with the account is explained by how the account stood")
        left, right = (
            value_with(account, side, lambda part: self.bars.value(part, at)) for side in (compare.left, compare.right)
        )
        holds = left is not None and right is not None and holds_between(left, compare.op, right)
        texts = self._texts.condition(pointer, compare)
        return Observed(pointer, int(self.bars.places[at]), *texts, left, compare.op.value, right, holds)

    def _seen_over_time(
        self, pointer: str, condition: c.WithinBars | c.BarsSince | c.Sequence, at: int
    ) -> Iterator[Observed]:
        came_true = self._came_true(condition, at)
        first = came_true[0]
        passed = None if first is None else float(at - first)
        match condition:
            case c.BarsSince(_, op, bars):
                yield self._observation(pointer, condition, at, passed, op.value, bars)
            case c.WithinBars(_, bars) | c.Sequence(_, bars):
                yield self._observation(pointer, condition, at, passed, "lt", bars)
        for (inside, part), seen in zip(parts_of(pointer, condition), came_true, strict=True):
            yield from self._seen(inside, part, at if seen is None else seen)

    def _came_true(self, condition: c.WithinBars | c.BarsSince | c.Sequence, at: int) -> list[int | None]:
        """When each part last came true; of a sequence, each before the next one."""
        if not isinstance(condition, c.Sequence):
            return [self._truths.last_true(condition.condition, at)]
        found: list[int | None] = []
        until: int | None = at
        for step in reversed(condition.steps):
            seen = None if until is None else self._truths.last_true(step, until)
            found.append(seen)
            until = None if seen is None else seen - 1
        return found[::-1]

    def _observation(
        self, pointer: str, condition: c.Condition, at: int, left: float | None, op: str, right: float | None
    ) -> Observed:
        holds = bool(self._truths.of(condition)[at])
        texts = self._texts.condition(pointer, condition)
        return Observed(pointer, int(self.bars.places[at]), *texts, left, op, right, holds)
