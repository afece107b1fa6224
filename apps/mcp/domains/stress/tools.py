"""The stress lab as tools: what to try, a test in its course, the verdict, and a search for better numbers."""

import json

from apps.mcp.domains.stress import parameters as p
from apps.mcp.run_parameters import (
    Cash,
    End,
    FinancingRates,
    Limit,
    OnlyStrategy,
    OtherSeed,
    Seed,
    Start,
    StrategyId,
    TradingCosts,
    Version,
    costs_of,
    financing_of,
)
from apps.mcp.toolbox import DRAFTED, SCOPED, Toolbox, ToolCall
from packages.contracts.phases import RULES_AT_WORK, Phase
from packages.contracts.stress.report import StressReportView
from packages.contracts.stress.tool_views import (
    OptimisationsView,
    OptimisationView,
    ParetoView,
    ScenarioSetView,
    StressTestsView,
    StressView,
    WindowsView,
    WindowView,
)
from packages.contracts.tool_grants import ToolDomain
from packages.domain.stress.crises.windows import crises_of
from packages.domain.stress.jobs.plan import PARTS, Kind, answers_of
from packages.domain.stress.jobs.request import RUIN_LEVEL, WORLDS, StressRequest
from packages.domain.stress.optimise.request import HOLDOUT, TRIALS, Goal, OptimisationLimits, OptimisationRequest
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.stored import BacktestStatus

TOOLS = Toolbox(
    ToolDomain.STRESS,
    "The stress lab tries to break a stored strategy: named crises, invented histories, worse costs and delays, other "
    "numbers, walk-forward, and the odds that it is luck. create_scenario_set says what is tried, `create` runs it, "
    "`get` follows it, `report` tells the verdict with its reasons. The limits come from the person's own stored "
    "answers. A pass is no promise; a gap in the data is neither good nor bad, and is told.",
)
TESTING = frozenset({Phase.STRESS_TEST})


@TOOLS.reads(phases=SCOPED)
async def list_windows(call: ToolCall, market: p.OneMarket) -> WindowsView:
    """Lists the named crises of a market with their days. Use it before create_scenario_set, to let the person choose;
    any other stretch of days can be tried as well."""
    return WindowsView(market=market, windows=[WindowView.of(each) for each in crises_of(market)])


@TOOLS.writes(phases=TESTING)
async def create_scenario_set(
    call: ToolCall,
    strategy_id: StrategyId,
    version: Version = None,
    parts: p.Parts = tuple(StressPart),
    crises: p.Crises = None,
    windows: p.OwnWindows = (),
    worlds: p.Worlds = WORLDS,
    paths: p.Paths = 2_000,
    seed: OtherSeed = None,
    horizon: p.Horizon = None,
    ruin_level: p.RuinLevel = RUIN_LEVEL,
) -> ScenarioSetView:
    """Writes down what a strategy is to be put through and returns its `scenario_set_id`; nothing runs yet. Leave
    everything but the strategy out for the whole test. Show the person what is in it, then call `create`."""
    request = StressRequest(
        strategy_id=strategy_id,
        version=version,
        profile=await _answers(call),
        parts=parts,
        crises=crises,
        windows=tuple(each.window() for each in windows),
        worlds=worlds,
        paths=paths,
        seed=seed,
        horizon=horizon,
        ruin_level=ruin_level,
    )
    return ScenarioSetView.of(await call.services.stress.make_set(call.owner_id, request))


@TOOLS.writes(phases=TESTING)
async def create(
    call: ToolCall,
    strategy_id: StrategyId,
    version: Version = None,
    kind: p.OneKind = None,
    scenario_set_id: p.ScenarioSetId = None,
    start: Start = None,
    end: End = None,
    cash: Cash = None,
    costs: TradingCosts = None,
    financing: FinancingRates = None,
    seed: OtherSeed = None,
    declared_trials: p.DeclaredTrials = 0,
) -> StressView:
    """Starts a stress test of a stored strategy and returns at once with its `stress_report_id`. Name a
    `scenario_set_id`, or a `kind` for the lab's usual numbers. Follow it with `get`, then read `report`. Only a test of
    all parts can pass; variants that it tries are counted as trials, and so is what the person says they tried
    elsewhere: ask them for `declared_trials`."""
    request = StressRequest(
        strategy_id=strategy_id,
        version=version,
        start=start,
        end=end,
        cash=cash,
        costs=costs_of(costs),
        financing=financing_of(financing),
        profile=await _answers(call),
        seed=seed,
        declared_trials=declared_trials,
        parts=PARTS[kind or Kind.FULL],
    )
    stress, owner_id = call.services.stress, call.owner_id
    if scenario_set_id is None:
        return StressView.of(await stress.submit(owner_id, request, call.key))
    return StressView.of(await stress.submit_in_set(owner_id, scenario_set_id, kind, request, call.key))


@TOOLS.reads(phases=DRAFTED)
async def get(call: ToolCall, stress_report_id: p.StressReportId) -> StressView:
    """Tells where a stress test stands: pending, running, done or failed, and how far it is. Call it after `create`
    until the status is done or failed; then `report`."""
    return StressView.of(await call.services.stress.get(call.owner_id, stress_report_id))


@TOOLS.reads(phases=DRAFTED)
async def report(call: ToolCall, stress_report_id: p.StressReportId) -> StressReportView:
    """Reads the report of a finished stress test: verdict (pass, revise, reject, or none while parts are missing), what
    broke and what could be changed, the headline of each part, and the gaps. Tell the person the reasons and the gaps,
    not the verdict alone. Curves and full tables are in the resource under `more`."""
    stress = call.services.stress
    found = await stress.report(call.owner_id, stress_report_id)
    return StressReportView.read(found, await stress.joint_verdict(call.owner_id, stress_report_id))


@TOOLS.resource("parley://stress/{stress_report_id}/report", of="report")
async def whole_report(call: ToolCall, stress_report_id: p.StressReportId) -> str:
    """The whole report of a finished stress test, with every finding, curve and fan."""
    return json.dumps(await call.services.stress.report(call.owner_id, stress_report_id), ensure_ascii=False)


@TOOLS.reads(phases=DRAFTED)
async def list(  # noqa: A001 - the name that models know it by
    call: ToolCall, strategy_id: OnlyStrategy = None, limit: Limit = 10, before: p.Before = None
) -> StressTestsView:
    """Lists the person's stress tests, the newest first. Use it to find a `stress_report_id`."""
    return StressTestsView.of(await call.services.stress.page(call.owner_id, limit, before, strategy_id), limit)


@TOOLS.writes(phases=RULES_AT_WORK)
async def optimise(
    call: ToolCall,
    strategy_id: StrategyId,
    version: Version = None,
    goals: p.Goals = (Goal.SHARPE,),
    limits: p.FindLimits = None,
    pointers: p.Pointers = None,
    trials: p.Trials = TRIALS,
    grid: p.Grid = None,
    holdout: p.Holdout = HOLDOUT,
    seed: Seed = 0,
    start: Start = None,
    end: End = None,
    cash: Cash = None,
    costs: TradingCosts = None,
    financing: FinancingRates = None,
) -> OptimisationView:
    """Starts a search for better numbers of a stored strategy and returns at once with its `optimisation_id`. The last
    bars are held out and never searched. Every variant is counted against the strategy for good: use it only when the
    person asks. Follow it with `pareto`."""
    request = OptimisationRequest(
        strategy_id=strategy_id,
        version=version,
        start=start,
        end=end,
        cash=cash,
        costs=costs_of(costs),
        financing=financing_of(financing),
        goals=goals,
        limits=OptimisationLimits() if limits is None else limits.limits(),
        pointers=pointers,
        trials=trials,
        grid=grid,
        holdout=holdout,
        seed=seed,
    )
    return OptimisationView.of(await call.services.optimisations.submit(call.owner_id, request, call.key))


@TOOLS.reads(phases=DRAFTED)
async def pareto(call: ToolCall, optimisation_id: p.OptimisationId) -> ParetoView:
    """Tells where a search stands and, once done, the best variant, or the front where several goals were asked for:
    what changes, the patch, figures on the fitted and on the held-out bars, and how much of it is luck. Take a find
    over with the strategy tools only when the person agrees."""
    found = await call.services.optimisations.get(call.owner_id, optimisation_id)
    is_done = found.status is BacktestStatus.DONE
    whole = await call.services.optimisations.report(call.owner_id, optimisation_id) if is_done else None
    return ParetoView.read(found, whole)


@TOOLS.resource("parley://optimisation/{optimisation_id}/report", of="pareto")
async def whole_search(call: ToolCall, optimisation_id: p.OptimisationId) -> str:
    """The whole report of a finished search."""
    return json.dumps(await call.services.optimisations.report(call.owner_id, optimisation_id), ensure_ascii=False)


@TOOLS.reads(phases=DRAFTED)
async def list_optimisations(
    call: ToolCall, strategy_id: OnlyStrategy = None, limit: Limit = 10, before: p.Before = None
) -> OptimisationsView:
    """Lists the person's searches, the newest first. Use it to find an `optimisation_id`."""
    found = await call.services.optimisations.page(call.owner_id, limit, before, strategy_id)
    return OptimisationsView.of(found, limit)


async def _answers(call: ToolCall) -> dict[str, str]:
    """The person's own, never the model's."""
    return answers_of(await call.services.profiles.of(call.owner_id))
