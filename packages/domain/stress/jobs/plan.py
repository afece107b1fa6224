"""The plan of a stress test and its scenarios: nothing in it is left to the time of the run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from packages.core.errors import Conflict
from packages.core.events import JsonObject
from packages.core.ids import derived_id
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.backtest.jobs.plan import Plan, make_plan, parse_plan
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.json_tree import content_hash
from packages.domain.strategy.lineage import TrialPool
from packages.domain.stress.crises.windows import CrisisWindow, crises_of, crisis, refuse_doubles
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.request import BadStressRequest, StressRequest
from packages.domain.stress.verdict.parts import StressPart


class OutdatedScenarioSet(Conflict):
    """The person's answers give other limits than when the set was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioSet:
    """What a strategy is put through. `profile` are the answers of KYC that its limits come from; `horizon` counts bars
    of a path, None for as many as there are; without a `seed`, it follows from rules, data and terms."""

    windows: tuple[CrisisWindow, ...]
    worlds: tuple[World, ...]
    paths: int
    seed: int | None
    horizon: int | None
    ruin_level: float
    profile: Mapping[str, str]
    parts: tuple[StressPart, ...]

    def as_json(self) -> JsonObject:
        return {
            "windows": [
                {**asdict(each), "start": each.start.isoformat(), "end": each.end.isoformat()} for each in self.windows
            ],
            "worlds": [str(each) for each in self.worlds],
            "paths": self.paths,
            "seed": self.seed,
            "horizon": self.horizon,
            "ruin_level": self.ruin_level,
            "profile": dict(self.profile),
            "parts": [str(each) for each in self.parts],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class StressPlan:
    """A revision of a stored strategy, the run that everything is held against, and the scenarios; the same scenarios
    have the same `scenario_set_id`, whoever asks for them."""

    backtest: Plan
    scenarios: ScenarioSet
    scenario_set_id: str
    declared_trials: int = 0

    @property
    def strategy_id(self) -> str | None:
        return self.backtest.strategy_id

    @property
    def lineage_id(self) -> str:
        return self.backtest.lineage_id

    def pool(self, owner_id: str) -> TrialPool:
        return self.backtest.pool(owner_id)

    def wants(self, part: StressPart) -> bool:
        return part in self.scenarios.parts

    def as_json(self) -> JsonObject:
        return {
            "backtest": self.backtest.as_json(),
            "scenarios": self.scenarios.as_json(),
            "scenario_set_id": self.scenario_set_id,
            "declared_trials": self.declared_trials,
        }


def parse_stress_plan(stored: Mapping[str, Any]) -> StressPlan:
    """The plan that was stored; it was checked then and is not judged again."""
    return StressPlan(
        backtest=parse_plan(stored["backtest"]),
        scenarios=parse_scenarios(stored["scenarios"]),
        scenario_set_id=stored["scenario_set_id"],
        declared_trials=stored.get("declared_trials", 0),
    )


def parse_scenarios(stored: Mapping[str, Any]) -> ScenarioSet:
    return ScenarioSet(
        **{
            **stored,
            "windows": tuple(_window(each) for each in stored["windows"]),
            "worlds": tuple(World(each) for each in stored["worlds"]),
            "parts": tuple(StressPart(each) for each in stored["parts"]),
        }
    )


def _window(stored: Mapping[str, Any]) -> CrisisWindow:
    days = {name: date.fromisoformat(stored[name]) for name in ("start", "end")}
    return CrisisWindow(**{**stored, **days})


class Kind(StrEnum):
    """One part of the lab, or all of them; a pass needs all."""

    CRISIS = "crisis"
    MONTE_CARLO = "monte_carlo"
    SENSITIVITY = "sensitivity"
    WALK_FORWARD = "walk_forward"
    FULL = "full"


PARTS: Mapping[Kind, tuple[StressPart, ...]] = {
    Kind.CRISIS: (StressPart.CRISES,),
    Kind.MONTE_CARLO: (StressPart.MONTE_CARLO,),
    Kind.SENSITIVITY: (StressPart.SENSITIVITY,),
    Kind.WALK_FORWARD: (StressPart.WALK_FORWARD,),
    Kind.FULL: tuple(StressPart),
}


def require_kind(scenarios: ScenarioSet, kind: Kind | None) -> None:
    """None takes the set for what it is."""
    if kind is not None and set(PARTS[kind]) != set(scenarios.parts):
        parts = ", ".join(scenarios.parts)
        raise BadStressRequest("stress.kind_not_of_set", parts=parts, kind=kind)


async def make_stress_plan(book: StrategyBook, owner_id: str, request: StressRequest, now: datetime) -> StressPlan:
    backtest = await make_plan(book, owner_id, request.backtest, now)
    scenarios = scenarios_of(request, backtest.strategy.universe.market)
    return StressPlan(
        backtest=backtest,
        scenarios=scenarios,
        scenario_set_id=scenario_set_id(scenarios),
        declared_trials=request.declared_trials,
    )


def scenarios_of(request: StressRequest, market: Market) -> ScenarioSet:
    return ScenarioSet(
        windows=_windows(request, market),
        worlds=request.worlds,
        paths=request.paths,
        seed=request.seed,
        horizon=request.horizon,
        ruin_level=request.ruin_level,
        profile=answers_of(profile_of(request.profile)),
        parts=request.parts,
    )


def asked_in_set(request: StressRequest, scenarios: ScenarioSet) -> StressRequest:
    """The same strategy on the same data, put through what the set says, and held against the limits that the set was
    made with."""
    if limits_hash(scenarios) != limits_hash(replace(scenarios, profile=request.profile)):
        raise OutdatedScenarioSet("stress.outdated_scenario_set")
    names = ("windows", "worlds", "paths", "horizon", "ruin_level", "parts")
    seed = request.seed if scenarios.seed is None else scenarios.seed
    return replace(request, crises=(), seed=seed, **{name: getattr(scenarios, name) for name in names})


def scenario_set_id(scenarios: ScenarioSet) -> str:
    """Of its content, with the limits in the place of the answers that they come from."""
    content: dict[str, Any] = {**scenarios.as_json(), "profile": None, "limits": limits_hash(scenarios)}
    return derived_id("scenario set", content_hash(content))


def limits_hash(scenarios: ScenarioSet) -> str:
    """Which limits a verdict was held against."""
    # The limits know what a backtest warns of, and with it numpy: whoever starts a server does not wait for that.
    from packages.domain.stress.jobs.codec import to_json
    from packages.domain.stress.verdict.limits import limits_for

    return content_hash(to_json(limits_for(profile_of(scenarios.profile))))


def _windows(request: StressRequest, market: Market) -> tuple[CrisisWindow, ...]:
    """The named ones in the order of their days, then the person's own."""
    named = crises_of(market) if request.crises is None else tuple(crisis(key) for key in request.crises)
    windows = (*sorted(named, key=lambda each: (each.start, each.key)), *request.windows)
    refuse_doubles(windows)
    return windows


def answers_of(profile: Profile) -> dict[str, str]:
    """As requests and plans hold them; what was not answered is left out."""
    given = {each.name: getattr(profile, each.name) for each in fields(profile)}
    return {name: answer.value for name, answer in given.items() if answer is not None}
