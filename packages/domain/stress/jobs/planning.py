"""From what a person asks to a plan that says everything."""

from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from packages.core.ids import derived_id
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.backtest.jobs.planning import make_plan
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.json_tree import content_hash
from packages.domain.stress.crises.windows import CrisisWindow, crises_of, crisis, refuse_doubles
from packages.domain.stress.jobs.errors import OutdatedScenarioSet
from packages.domain.stress.jobs.plan import ScenarioSet, StressPlan
from packages.domain.stress.jobs.request import StressRequest


async def make_stress_plan(book: StrategyBook, owner_id: str, request: StressRequest, now: datetime) -> StressPlan:
    backtest = await make_plan(book, owner_id, request.backtest, now)
    scenarios = scenarios_of(request, backtest.strategy.universe.market)
    return StressPlan(backtest=backtest, scenarios=scenarios, scenario_set_id=scenario_set_id(scenarios))


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
        raise OutdatedScenarioSet("The person's answers give other limits than when this set was made: make a new one.")
    names = ("windows", "worlds", "paths", "seed", "horizon", "ruin_level", "parts")
    return replace(request, crises=(), **{name: getattr(scenarios, name) for name in names})


def scenario_set_id(scenarios: ScenarioSet) -> str:
    """Of its content, with the limits in the place of the answers that they come from."""
    told: dict[str, Any] = {**scenarios.as_json(), "profile": None, "limits": limits_hash(scenarios)}
    return derived_id("scenario set", content_hash(told))


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
