"""The plan of a stress test, as a job is given it: nothing in it is left to the time of the run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.plan import Plan, parse_plan
from packages.domain.stress.crises.windows import CrisisWindow
from packages.domain.stress.findings import World
from packages.domain.stress.verdict.parts import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioSet:
    """What a strategy is put through. `profile` are the answers of KYC that its limits come from; `horizon` counts bars
    of a path, None for as many as there are."""

    windows: tuple[CrisisWindow, ...]
    worlds: tuple[World, ...]
    paths: int
    seed: int
    horizon: int | None
    ruin_level: float
    profile: Mapping[str, str]
    parts: tuple[Part, ...]

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

    @property
    def lineage_id(self) -> str:
        return self.backtest.lineage_id

    def wants(self, part: Part) -> bool:
        return part in self.scenarios.parts

    def as_json(self) -> JsonObject:
        return {
            "backtest": self.backtest.as_json(),
            "scenarios": self.scenarios.as_json(),
            "scenario_set_id": self.scenario_set_id,
        }


def parse_stress_plan(stored: Mapping[str, Any]) -> StressPlan:
    """The plan that was stored; it was checked then and is not judged again."""
    return StressPlan(
        backtest=parse_plan(stored["backtest"]),
        scenarios=parse_scenarios(stored["scenarios"]),
        scenario_set_id=stored["scenario_set_id"],
    )


def parse_scenarios(stored: Mapping[str, Any]) -> ScenarioSet:
    return ScenarioSet(
        **{
            **stored,
            "windows": tuple(_window(each) for each in stored["windows"]),
            "worlds": tuple(World(each) for each in stored["worlds"]),
            "parts": tuple(Part(each) for each in stored["parts"]),
        }
    )


def _window(stored: Mapping[str, Any]) -> CrisisWindow:
    days = {name: date.fromisoformat(stored[name]) for name in ("start", "end")}
    return CrisisWindow(**{**stored, **days})
