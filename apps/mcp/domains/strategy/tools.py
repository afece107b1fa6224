"""Strategies as tools: check rules, save them as versions, look back, and look the language up."""

from itertools import islice

from apps.mcp.domains.strategy import parameters as p
from apps.mcp.domains.strategy.giving import given, source_of, within_profile
from apps.mcp.domains.strategy.template_fitting import TemplateFitting
from apps.mcp.toolbox import DRAFTED, SCOPED, Toolbox, ToolCall
from packages.contracts.phases import RULES_AT_WORK, Phase
from packages.contracts.strategy.origins import FromResearchView, OriginsView
from packages.contracts.strategy.tool_language import IndicatorsView, KnownStrategiesView, TemplatesView
from packages.contracts.strategy.tool_views import (
    DiffView,
    DraftView,
    SavedView,
    StrategiesView,
    TunablesView,
    TunableView,
    ValidationView,
    VersionsView,
    VersionView,
    sentences_of,
)
from packages.contracts.tool_grants import ToolDomain
from packages.contracts.view import next_offset
from packages.core.errors import Invalid
from packages.core.messages import Language
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.from_research.refusals import NoStrategyFromVerdict
from packages.domain.strategy.json_tree import canonical_text
from packages.domain.strategy.model import Direction
from packages.domain.strategy.ports import StrategyQuery
from packages.domain.strategy.templates import Family, HoldingPeriod
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.validate import Validation
from packages.domain.strategy.well_known.library import WellKnown
from packages.domain.strategy.well_known.library import well_known as document_of_known

TOOLS = Toolbox(
    ToolDomain.STRATEGY,
    "Trading strategies as rules in JSON (the dsl). Begin with `templates`, `well_known` or `indicator_catalog`, check "
    "every dsl with `validate_dsl` until it is valid, save it with `upsert_dsl`, then change numbers with `patch_dsl`. "
    "Versions never change: every change makes the next one, and names the version it was made from.",
)
_SIDES = {"long": (Direction.LONG,), "short": (Direction.SHORT,), "both": tuple(Direction)}


class VersionNeeded(Invalid):
    """A version is expected of a strategy that exists, and only of one."""


@TOOLS.reads(phases=SCOPED)
async def validate_dsl(call: ToolCall, dsl: p.Dsl) -> ValidationView:
    """Checks a strategy without saving it. A dsl with faults is no failure: `valid` is false, and each problem has a
    code, a JSON pointer, what was expected and what to write instead; what the person's own answers rule out is such a
    problem, with its clause. A valid one comes back in words, with the warm-up it needs and a `strategy_draft_id` that
    a card can show and upsert_dsl can save. Call it before upsert_dsl and after every change of your own."""
    book = call.services.strategies
    checked = await within_profile(call, book.validate(source_of(dsl)))
    if checked.strategy is None:
        return ValidationView.refused(checked.problems)
    draft_id = await call.services.drafts.keep(call.owner_id, checked.strategy)
    return ValidationView.accepted(checked.strategy, book.catalogue, draft_id)


@TOOLS.reads(phases=SCOPED)
async def from_research(
    call: ToolCall,
    research_session_id: p.ResearchSessionId,
    direction: p.ResearchDirection = Direction.LONG,
    language: p.InLanguage = Language.EN,
) -> FromResearchView:
    """Drafts a strategy from finished research: arguments become entry conditions, the verdict's levels the stop and
    target, its invalidation triggers and horizon the exits, its probability and the person's limits the size. Each
    clause names the claims it stands on; `left_out` has what rules cannot say. A verdict without an entry is no
    failure: `drafted` is false, and `why_not` says why. Nothing is saved: show the draft with its
    `strategy_draft_id`, save it with upsert_dsl."""
    try:
        draft_id, drafted = await call.services.from_research.draft(
            call.owner_id, research_session_id, direction, language
        )
    except NoStrategyFromVerdict as refused:
        return FromResearchView.refused(research_session_id, direction, refused, language)
    return FromResearchView.of(draft_id, drafted, language)


@TOOLS.reads(phases=SCOPED)
async def get_draft(call: ToolCall, strategy_draft_id: p.DraftId, language: p.InLanguage = Language.EN) -> DraftView:
    """Reads a strategy that validate_dsl kept and nobody saved yet: its dsl and its rules in words. Save it with
    upsert_dsl."""
    draft = await call.services.drafts.get(call.owner_id, strategy_draft_id)
    return DraftView.of(draft, call.services.strategies.catalogue, language)


@TOOLS.resource("parley://strategy/draft/{strategy_draft_id}", of="get_draft")
async def draft_dsl(call: ToolCall, strategy_draft_id: str) -> str:
    """The whole dsl of a draft."""
    return canonical_text(document_of((await call.services.drafts.get(call.owner_id, strategy_draft_id)).strategy))


@TOOLS.writes(phases=RULES_AT_WORK)
async def upsert_dsl(
    call: ToolCall,
    dsl: p.OptionalDsl = None,
    strategy_draft_id: p.OptionalDraftId = None,
    strategy_id: p.OptionalStrategyId = None,
    expected_version: p.OptionalExpectedVersion = None,
) -> SavedView:
    """Saves a strategy, from a dsl or from the draft of validate_dsl: a new one, or, with strategy_id and
    expected_version, the next version of one that exists. What says the same as the newest version adds none
    (`changed` is false). For a change of a few numbers use patch_dsl. Next: backtest it by its strategy_id."""
    source = await given(call, dsl, strategy_draft_id)
    book = call.services.strategies
    (await within_profile(call, book.validate(source))).require()
    if strategy_id is None and expected_version is None:
        return SavedView.of(await book.create(call.owner_id, source, key=call.key))
    if strategy_id is None or expected_version is None:
        raise VersionNeeded("strategy.version_needed")
    saved = await book.replace(call.owner_id, strategy_id, source, expected_version, key=call.key)
    return SavedView.of(saved, expected_version)


@TOOLS.reads(phases=SCOPED)
async def list_strategies(
    call: ToolCall,
    search: p.NamePart = "",
    archived: p.Archived = False,
    limit: p.Limit = 20,
    before: p.BeforeStrategy = None,
) -> StrategiesView:
    """Lists the person's saved strategies, newest first, with the ids that all other tools take. Read one with
    get_dsl."""
    query = StrategyQuery(limit + 1, before, search, archived)
    return StrategiesView.of(await call.services.strategies.list(call.owner_id, query), limit)


@TOOLS.reads(phases=SCOPED)
async def get_dsl(
    call: ToolCall, strategy_id: p.StrategyId, version: p.Version = None, language: p.InLanguage = Language.EN
) -> VersionView:
    """Reads one version of a saved strategy: its dsl, its rules in words, and the version number that patch_dsl,
    upsert_dsl and `rollback` expect."""
    book = call.services.strategies
    revision = await book.revision(call.owner_id, strategy_id, version)
    return VersionView.of(strategy_id, revision, book.catalogue, language)


@TOOLS.resource("parley://strategy/{strategy_id}/version/{version}", of="get_dsl")
async def version_dsl(call: ToolCall, strategy_id: str, version: int) -> str:
    """The whole dsl of a version."""
    return canonical_text((await call.services.strategies.revision(call.owner_id, strategy_id, version)).document)


@TOOLS.writes(phases=RULES_AT_WORK | {Phase.DEPLOYMENT})  # who changes the rules there is led back to agree to them
async def patch_dsl(
    call: ToolCall, strategy_id: p.StrategyId, operations: p.Operations, expected_version: p.ExpectedVersion
) -> SavedView:
    """Changes places of a saved strategy by RFC 6902 operations; the result must be valid, or nothing happens. Read
    the strategy with get_dsl first; list_tunable_params has the pointers of all numbers. Next: diff_versions to tell
    the person what changed, and a new backtest."""
    book = call.services.strategies
    changed = await book.would_be(call.owner_id, strategy_id, operations, expected_version)
    (await within_profile(call, Validation(changed, ()))).require()
    saved = await book.patch(call.owner_id, strategy_id, operations, expected_version, key=call.key)
    return SavedView.of(saved, expected_version)


@TOOLS.reads(phases=SCOPED)
async def origins(
    call: ToolCall, strategy_id: p.StrategyId, version: p.Version = None, language: p.InLanguage = Language.EN
) -> OriginsView:
    """Tells which claims of which research the clauses of a saved strategy stand on, and whether newer research still
    bears them out. Use it when the person asks why a stop, a target, an entry or a size is as it is."""
    return OriginsView.of(await call.services.from_research.origins_of(call.owner_id, strategy_id, version), language)


@TOOLS.reads(phases=SCOPED)
async def list_versions(
    call: ToolCall, strategy_id: p.StrategyId, limit: p.Limit = 20, before: p.BeforeVersion = None
) -> VersionsView:
    """Lists the versions of a saved strategy, newest first. Compare two with diff_versions, go back with `rollback`."""
    heads = await call.services.strategies.revisions(call.owner_id, strategy_id, limit + 1, before)
    return VersionsView.of(strategy_id, heads, limit)


@TOOLS.reads(phases=SCOPED)
async def diff_versions(
    call: ToolCall, strategy_id: p.StrategyId, from_version: p.FromVersion, to_version: p.ToVersion
) -> DiffView:
    """Tells what makes one version of a strategy into another, as RFC 6902 operations and in words, Chinese and
    English."""
    return DiffView.of(
        strategy_id, await call.services.strategies.diff(call.owner_id, strategy_id, from_version, to_version)
    )


@TOOLS.writes(phases=RULES_AT_WORK)
async def rollback(
    call: ToolCall, strategy_id: p.StrategyId, version: p.OldVersion, expected_version: p.ExpectedVersion
) -> SavedView:
    """Goes back to an old version of a strategy by adding a new one that equals it; nothing is lost. Find the version
    with list_versions."""
    book = call.services.strategies
    wanted = (await book.revision(call.owner_id, strategy_id, version)).strategy
    (await within_profile(call, Validation(wanted, ()))).require()
    saved = await book.rollback(call.owner_id, strategy_id, version, expected_version, key=call.key)
    return SavedView.of(saved, expected_version)


@TOOLS.reads(phases=DRAFTED)
async def list_tunable_params(
    call: ToolCall, strategy_id: p.StrategyId, version: p.Version = None, limit: p.Limit = 20, offset: p.Offset = 0
) -> TunablesView:
    """Lists every number of a saved strategy that could be another one (indicator parameters, thresholds, stops,
    targets, sizes), each with its pointer, its value and the range over which it is worth trying. The stress test and
    the optimisation try these same numbers; patch_dsl changes one."""
    book = call.services.strategies
    revision = await book.revision(call.owner_id, strategy_id, version)
    found = tunables_of(revision.strategy, book.catalogue)
    return TunablesView(
        strategy_id=strategy_id,
        version=revision.version,
        total=len(found),
        tunables=[TunableView.from_values(each) for each in islice(found, offset, offset + limit)],
        next_offset=next_offset(len(found), limit, offset),
    )


@TOOLS.reads(phases=SCOPED)
async def indicator_catalog(
    call: ToolCall,
    name: p.IndicatorName = None,
    search: p.IndicatorWord = "",
    category: p.IndicatorCategory = None,
    language: p.InLanguage = Language.EN,
    limit: p.Limit = 20,
    offset: p.Offset = 0,
) -> IndicatorsView:
    """Looks up what a factor of a strategy may be. Search for indicators by a word or a category; then ask by the exact
    name for one in full: parameters with defaults and bounds, outputs, warm-up. Use it before you write a factor that
    no template shows you."""
    from packages.domain.strategy.catalogue_search import search_catalogue
    from packages.domain.strategy.indicators.catalogue import indicator

    if name is None:
        return IndicatorsView.page(search_catalogue(language.value, category, search), limit, offset)
    known = indicator(name).name
    return IndicatorsView.one(next(each for each in search_catalogue(language.value) if each["name"] == known))


@TOOLS.reads(phases=SCOPED)
async def templates(
    call: ToolCall,
    family: p.TemplateFamily = None,
    symbol: p.TemplateSymbol = None,
    holding_period: p.TemplateHolding = HoldingPeriod.SWING_DAYS,
    timeframe: p.TemplateTimeframe = None,
    direction: p.TemplateDirection = "long",
    language: p.InLanguage = Language.EN,
) -> TemplatesView:
    """Gives strategies to begin with. With a symbol it lists first those that its stored bars can run, and says why not
    the others; without one it lists all. With family and symbol it gives one in full, fitted to the symbol, the holding
    period, the direction and the timeframe (the usual one that has bars, unless you name one). Its numbers are
    customary ones, and `traded` is how often it traded on the stored bars, never what it will earn: validate_dsl it,
    save it with upsert_dsl, and backtest it before you say anything of its return."""
    families = Family if family is None else (family,)
    if symbol is None:
        return TemplatesView.listed(families)
    fitting = TemplateFitting(call.services, parse_symbol(symbol), _SIDES[direction], language)
    if family is None:
        return TemplatesView(templates=await fitting.rows(families))
    fitted = await fitting.fitted(family, holding_period, timeframe, direction)
    return TemplatesView(templates=[], template=fitted)


@TOOLS.reads(phases=SCOPED)
async def well_known(
    call: ToolCall, name: p.KnownStrategy = None, language: p.InLanguage = Language.EN
) -> KnownStrategiesView:
    """Shows strategies that the trade knows by name, from average crosses to pairs, grids, risk parity and rankings by
    reports, each with an example of what the language can say. Without a name it lists them; with one it gives the
    whole dsl, which runs on the demo market, and its rules in words. Put other tickers in (also where a ref has `of`),
    validate_dsl it, save it with upsert_dsl. An example is no recommendation: backtest it first."""
    book = call.services.strategies
    wanted = tuple(WellKnown) if name is None else (name,)
    found = {which: book.validate(document_of_known(which, language)).require() for which in wanted}
    if name is None:
        return KnownStrategiesView.listed(found)
    return KnownStrategiesView.one(name, found[name], sentences_of(found[name], book.catalogue, language))
