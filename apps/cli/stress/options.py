"""What was typed after `parley stress`, and the requests that it means."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from apps.cli.backtest.options import Options as BacktestOptions
from apps.cli.output import BadOption
from packages.core.errors import Invalid, NotFound
from packages.core.messages import LanguageCode, Message, joined
from packages.domain.accounts.profile import Profile
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import did_you_mean
from packages.domain.stress.crises.windows import CrisisWindow, custom_window
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.request import WORLDS, StressRequest
from packages.domain.stress.optimise.request import Goal, OptimisationLimits, OptimisationRequest

Word = TypeVar("Word", bound=StrEnum)
_SHARED = ("strategy_id", "version", "start", "end", "cash", "costs", "financing", "leverage")


@dataclass(frozen=True, slots=True, kw_only=True)
class OnData:
    """A stored strategy and what it is run on, as they were typed; None where nothing was."""

    strategy: str
    version: int | None = None
    start: str | None = None
    end: str | None = None
    cash: str | None = None
    commission: float | None = None
    slippage: float | None = None
    leverage: float | None = None
    borrow_rate: float | None = None
    interest_rate: float | None = None
    funding_rate: float | None = None

    def strategy_id(self) -> str:
        if Path(self.strategy).expanduser().is_file():
            raise BadOption("cli.verdict_needs_stored", strategy=self.strategy)
        return self.strategy

    def shared(self, strategy: Strategy) -> dict[str, Any]:
        """What a backtest of it would be asked for, and with the same words refused."""
        names = [each.name for each in fields(OnData)]
        typed = BacktestOptions(**{name: getattr(self, name) for name in names})
        request: BacktestRequest = typed.request(strategy, self.strategy)
        return {name: getattr(request, name) for name in _SHARED}


@dataclass(frozen=True, slots=True, kw_only=True)
class StressOptions(OnData):
    """Of a stress test."""

    paths: int = 2_000
    seed: int | None = None
    declared_trials: int = 0
    horizon: int | None = None
    worlds: str | None = None
    crises: str | None = None
    windows: tuple[str, ...] = ()
    profile: tuple[str, ...] = ()

    def request(self, strategy: Strategy) -> StressRequest:
        with as_typed(f"`parley stress windows {strategy.universe.market.value}` lists them."):
            return StressRequest(
                **self.shared(strategy),
                paths=self.paths,
                seed=self.seed,
                declared_trials=self.declared_trials,
                horizon=self.horizon,
                worlds=WORLDS if self.worlds is None else _words(World, "--worlds", self.worlds, WORLDS),
                crises=None if self.crises is None else tuple(_listed(self.crises)),
                windows=tuple(map(_window, self.windows)),
                profile=dict(map(_answer, self.profile)),
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions(OnData):
    """Of an optimisation."""

    goals: str = Goal.SHARPE.value
    trials: int = 300
    grid: int | None = None
    holdout: float = 0.3
    seed: int = 0
    pointers: tuple[str, ...] = ()
    fewest_trades: int = 10
    deepest_drawdown: float | None = None

    def request(self, strategy: Strategy) -> OptimisationRequest:
        with as_typed():
            return OptimisationRequest(
                **self.shared(strategy),
                goals=_words(Goal, "--goals", self.goals, tuple(Goal)),
                limits=OptimisationLimits(fewest_trades=self.fewest_trades, deepest_drawdown=self.deepest_drawdown),
                pointers=self.pointers or None,
                trials=self.trials,
                grid=self.grid,
                holdout=self.holdout,
                seed=self.seed,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputOptions:
    """How the result is shown, and where it is written."""

    language: LanguageCode = "zh"
    html: Path | None = None
    md: Path | None = None
    pdf: Path | None = None
    as_json: bool = False


@contextmanager
def as_typed(unknown: str = "") -> Iterator[None]:
    """Whatever is refused was typed wrong; `unknown` is added to what is not found."""
    try:
        yield
    except NotFound as error:
        raise BadOption(joined([error.said, *([Message.verbatim(unknown)] if unknown else [])])) from error
    except Invalid as error:
        raise BadOption(error.said) from error


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _words(kind: type[Word], option: str, text: str, known: tuple[Word, ...]) -> tuple[Word, ...]:
    for each in _listed(text):
        if each not in known:
            raise BadOption("cli.unknown_choice", option=option, text=each[:60], advice=did_you_mean(each, known))
    return tuple(kind(each) for each in _listed(text))


def _window(text: str) -> CrisisWindow:
    name, *days = text.rsplit(":", 2)
    try:
        start, end = map(date.fromisoformat, days)
    except ValueError:
        raise BadOption("cli.bad_window", text=text[:120]) from None
    return custom_window(start, end, name or None)


def _answer(text: str) -> tuple[str, str]:
    name, sign, answer = text.partition("=")
    known = [each.name for each in fields(Profile)]
    if not sign or name not in known:
        raise BadOption("cli.bad_profile", text=text[:120], known=known)
    return name, answer
