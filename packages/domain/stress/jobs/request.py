"""What a person asks of a stress test, checked before anything is read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal

from packages.core.errors import Invalid
from packages.domain.accounts.profile import profile_of
from packages.domain.backtest.financing import HOUSE_RATES, Financing
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.terms import Costs
from packages.domain.strategy.json_tree import Json, content_hash
from packages.domain.strategy.lineage import MOST_IN_ONE_TRIAL
from packages.domain.stress.crises.windows import CrisisWindow, crisis, refuse_doubles
from packages.domain.stress.findings import World
from packages.domain.stress.monte_carlo.asked import MonteCarloRequest
from packages.domain.stress.verdict.parts import StressPart

WORLDS = (World.BLOCK_BOOTSTRAP, World.REGIME_SWITCHING, World.JUMP_DIFFUSION, World.GARCH)
RUIN_LEVEL = 0.5
_PATHS = 2_000
_MOST_WINDOWS = 40
_OF_BACKTESTS = ("strategy_id", "version", "start", "end", "cash", "costs", "financing", "leverage", "as_of")


class BadStressRequest(Invalid):
    """A request that no stress test can be made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StressRequest:
    """A stored strategy, its newest version where none is named. `profile` holds the answers of KYC, `crises` the keys
    of named ones (None for all of the market), `windows` those of the person's own; `horizon` is the length of drawn
    paths in bars (None for as many as there are). Without a `seed`, one follows from rules, data and terms.
    `declared_trials` is how many variants the person tried elsewhere. What a verdict needs is all `parts`."""

    strategy_id: str
    version: int | None = None
    start: date | None = None
    end: date | None = None
    cash: Decimal | None = None
    costs: Costs | None = None
    financing: Financing = HOUSE_RATES
    leverage: float | None = None
    as_of: datetime | None = None
    profile: Mapping[str, str] = field(default_factory=dict)
    crises: tuple[str, ...] | None = None
    windows: tuple[CrisisWindow, ...] = ()
    worlds: tuple[World, ...] = WORLDS
    paths: int = _PATHS
    seed: int | None = None
    horizon: int | None = None
    ruin_level: float = RUIN_LEVEL
    parts: tuple[StressPart, ...] = tuple(StressPart)
    declared_trials: int = 0

    def __post_init__(self) -> None:
        _ = self.backtest  # it has the same rules for what they share
        MonteCarloRequest(self.paths, self.seed or 0, self.ruin_level)
        profile_of(self.profile)
        self._check_parts()
        self._check_crises()
        self._check_worlds()
        if not 0 <= self.declared_trials <= MOST_IN_ONE_TRIAL:
            most = f"{MOST_IN_ONE_TRIAL:,}"
            raise BadStressRequest("stress.bad_declared_trials", declared=self.declared_trials, most=most)

    @property
    def backtest(self) -> BacktestRequest:
        """The run that everything is held against."""
        return BacktestRequest(**{name: getattr(self, name) for name in _OF_BACKTESTS})

    @property
    def digest(self) -> str:
        """The same for the same request, whatever the stored strategy has become since."""
        return content_hash({each.name: _plain(getattr(self, each.name)) for each in fields(self)})

    def _check_parts(self) -> None:
        if not self.parts or len(set(self.parts)) < len(self.parts):
            raise BadStressRequest("stress.name_each_part", parts=StressPart)

    def _check_crises(self) -> None:
        named = tuple(crisis(key) for key in self.crises or ())
        refuse_doubles((*named, *self.windows))
        if len(named) + len(self.windows) > _MOST_WINDOWS:
            raise BadStressRequest("stress.too_many_windows", most=_MOST_WINDOWS)
        if StressPart.CRISES in self.parts and self.crises == () and not self.windows:
            raise BadStressRequest("stress.no_crisis_named")

    def _check_worlds(self) -> None:
        if StressPart.MONTE_CARLO not in self.parts:
            return
        allowed = ", ".join(WORLDS)
        if not self.worlds or len(set(self.worlds)) < len(self.worlds) or not set(self.worlds) <= set(WORLDS):
            raise BadStressRequest("stress.name_each_world", worlds=allowed)
        if self.horizon is not None and self.horizon < 2:
            raise BadStressRequest("stress.horizon_too_short", horizon=self.horizon)


def _plain(value: object) -> Json:
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, Mapping):
        return {str(name): _plain(inside) for name, inside in value.items()}
    return [_plain(inside) for inside in value] if isinstance(value, tuple) else str(value)
