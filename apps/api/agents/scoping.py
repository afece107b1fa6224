"""What a conversation has settled about what to trade after a message, checked against data and the person's limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from apps.api.agents.field_answers import FieldStanding, Settled, back_to, goes_back, gone_back, settle
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import disputed_prompt, or_chosen, scope_prompt, with_back, with_fetches
from apps.api.agents.proposing import kept_pending, pending_of, pending_sources
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.rule_changes.rule_drafts import IDEA
from apps.api.agents.scope.early_rules import joined_idea
from apps.api.agents.scope.exclusions import RuledOut, ruled_out, ruled_out_json, without_ruled_out
from apps.api.agents.scope.fetching import with_fetch
from apps.api.agents.scope.implied_scope import proposed_with_rules, with_idea
from apps.api.agents.scope.named_markets import (
    BY_RESEARCH,
    RESEARCHED,
    proposed_after_research,
    proposed_with_market,
    researched_symbol,
    without_earlier_offer,
)
from apps.api.agents.scope_offers import (
    MARKET,
    NO_DATA,
    Offers,
    ScopeRefusal,
    about_fetch,
    regime_for,
    timeframe_of,
    without_bars,
)
from packages.contracts.genui import ChoicePrompt
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language, render
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.conversation.awaited import FETCH
from packages.domain.conversation.constraints import constraints_of
from packages.domain.conversation.fields import PRE_STRATEGY
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.instruments import canonical
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish

NAMES = tuple(field.name for field in PRE_STRATEGY)
ASKED = "asked"
FAMILY = "strategy_family_choice"
_BEFORE_FAMILY = tuple(name for name in NAMES if name != FAMILY)


@dataclass(frozen=True, slots=True)
class IdeaScope:
    """`values` are settled, `understood` are those that this message settled, `proposed` those that wait for the
    person's word, `refusals` say what was not taken and why.
    `prompt` asks for the next field, or, when none is missing, whether something shall change."""

    values: Mapping[str, str]
    understood: Mapping[str, str]
    proposed: Mapping[str, str]
    refusals: tuple[ScopeRefusal, ...]
    notes: tuple[str, ...]
    runtime: Mapping[str, JsonValue]
    prompt: ChoicePrompt | None
    ruled_out: RuledOut = field(default_factory=dict)

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(name for name in NAMES if name not in self.values)

    @property
    def block(self) -> PhaseBlock:
        return PhaseBlock(dict(self.values), self.missing, self.runtime)


async def scope_read(context: PhaseContext, text: str) -> tuple[IdeaScope, Understood]:
    """What the message says, and the scope after it; who wants to answer KYC anew leaves the scope as it stands."""
    offers = await _offers(context)
    understood = context.services.understanding.read(text, _asked(context, offers))
    understood = await with_fetch(context, understood)
    wants_kyc = Wish.NEW_KYC in understood.wishes
    understood = with_idea(understood, text)
    return await _scope(context, offers, None if wants_kyc else understood, ()), understood


async def scope_after(
    context: PhaseContext,
    understood: Understood | None = None,
    patches: Sequence[JsonObject] = (),
    *,
    after_research: bool = False,
) -> IdeaScope:
    """Without a message: the scope as it stands, checked anew. What was researched is proposed after its end."""
    return await _scope(context, await _offers(context), understood, patches, after_research=after_research)


def rescoped(scope: PhaseBlock, understood: Understood) -> PhaseBlock:
    """For who goes back: without the last answer, or the one that they name. For who wants to trade something else:
    without the instrument and what was concluded from it; without the market where another one is wanted."""
    dropped = {FAMILY, *understood.topics}
    if Wish.NEW_SCOPE in understood.wishes or MARKET in dropped:
        dropped.add(INSTRUMENT)
    profile = {name: value for name, value in scope.profile.items() if name not in dropped}
    return PhaseBlock(profile, tuple(name for name in NAMES if not profile.get(name)))


def instrument_in(artifacts: Mapping[Phase, PhaseBlock]) -> str | None:
    """The one that is proposed, to look at before it is accepted, or else the one that is settled."""
    block = artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    return pending_of(block).get(INSTRUMENT) or _settled(block).get(INSTRUMENT)


async def _offers(context: PhaseContext) -> Offers:
    return Offers(constraints_of(profile_in(context)), await context.services.records.instruments())


def _asked(context: PhaseContext, offers: Offers) -> AskedFields:
    before, pending = _settled(_block(context)), pending_of(_block(context))
    known = _asked_with(before, pending, pending_sources(_block(context)))
    prompt = scope_prompt(offers, known, _block(context).runtime.get("regime"), context.language)
    missing = [name for name in NAMES if name not in known]
    out = ruled_out(_block(context), None, missing)
    options = tuple(option.id for option in without_ruled_out(prompt, out).options) if prompt else ()
    asked = frozenset((*missing[:1], *pending))
    market, today = known.get(MARKET), context.now.date()
    return AskedFields(NAMES, asked, options, offers.instruments, market, today, pending)


async def _scope(
    context: PhaseContext,
    offers: Offers,
    understood: Understood | None,
    patches: Sequence[JsonObject],
    *,
    after_research: bool = False,
) -> IdeaScope:
    block = _block(context)
    before = _settled(block)
    settled, clash = proposed_with_market(offers, before, pending_of(block), _said(block, understood, patches))
    if after_research or (understood is not None and Wish.RESEARCH_STATUS in understood.wishes):
        settled = proposed_after_research(context, offers, before, settled)
    elif understood is not None and Wish.RESEARCH in understood.wishes and understood.subject:
        settled = without_earlier_offer(context, settled, understood.subject.upper())
    settled = proposed_with_rules(settled, before, pending_sources(block), understood)
    values, refusals = _checked(offers, _merged(before, settled, offers))
    proposed, doubted = _proposable(offers, values, settled)
    refusals = (*clash, *refusals, *doubted)
    if understood is not None:
        refusals = about_fetch(understood) or refusals
    refused = tuple(each.value for each in refusals if (each.field, each.clause) == (INSTRUMENT, NO_DATA))
    to_fetch = refused or _to_fetch(block.runtime.get(ASKED), settled, understood, offers)
    says_why = bool(refused or (understood is not None and understood.fetch_failed))
    refusals = (*refusals, *([without_bars(to_fetch)] if to_fetch and not says_why else []))
    runtime = await _runtime(context, block, values, offers, settled)
    of_message = {name: value for name, value in settled.values.items() if values.get(name) == value}
    out = ruled_out(block, understood, [name for name in NAMES if name not in values])
    known = _asked_with(values, proposed, settled.proposed_by)
    prompt = scope_prompt(offers, known, runtime.get("regime"), context.language)
    prompt = _put(with_fetches(prompt, to_fetch, context.language), proposed, out, context.language)
    if disputed := disputed_prompt(settled.disputed, proposed, context.language):
        prompt = with_back(disputed, context.language)
    runtime |= {ASKED: None if prompt is None else prompt.choice_id, **kept_pending(proposed, settled.proposed_by)}
    runtime |= {FETCH: block.runtime.get(FETCH), **ruled_out_json(out)}
    runtime[IDEA] = joined_idea(str(block.runtime.get(IDEA) or ""), "" if understood is None else understood.idea)
    was_offered = proposed.get(INSTRUMENT) == researched_symbol(context.metadata)
    runtime[RESEARCHED] = proposed[INSTRUMENT] if was_offered else block.runtime.get(RESEARCHED)
    return IdeaScope(values, of_message, proposed, refusals, _notes(settled, refusals), runtime, prompt, out)


def _said(block: PhaseBlock, understood: Understood | None, patches: Sequence[JsonObject]) -> Settled:
    """What a message settles and proposes; without one, what waits."""
    before, pending = _settled(block), pending_of(block)
    if understood is None:
        return Settled(proposed=pending, proposed_by=pending_sources(block))
    if goes_back(understood, Wish.BACK, Wish.NEW_SCOPE):
        return gone_back(NAMES, before, pending, back_to(understood))
    return settle(FieldStanding(Phase.PRE_STRATEGY, before, pending), understood, patches)


def _put(
    prompt: ChoicePrompt | None, proposed: Mapping[str, str], out: RuledOut, language: Language
) -> ChoicePrompt | None:
    """The question as it is shown: without what was ruled out, with the way back, and by its name, so that no answer to
    it binds another."""
    if prompt is None:
        return None
    if prompt.choice_id in proposed:
        prompt = or_chosen(prompt, language)
    prompt = without_ruled_out(prompt, out)
    return with_back(prompt.model_copy(update={"about": prompt.choice_id}), language)


def _asked_with(values: Mapping[str, str], pending: Mapping[str, str], sources: Mapping[str, str]) -> Mapping[str, str]:
    """What the next question takes as known: what is proposed too, until nothing else is left to ask. The family is
    asked of a scope that is settled. Who had something researched has not said that they want to trade it."""
    known = {**values, **{name: value for name, value in pending.items() if sources.get(name) != BY_RESEARCH}}
    missing = [name for name in NAMES if name not in known]
    return values if pending and missing in ([], [FAMILY]) else known


def _block(context: PhaseContext) -> PhaseBlock:
    return context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())


def profile_in(context: PhaseContext) -> Profile:
    """What the person said; right after KYC, what its block has."""
    if context.profile.is_complete:
        return context.profile
    stored = context.artifacts.get(Phase.KYC, PhaseBlock()).profile
    return profile_of({name: value for name, value in stored.items() if isinstance(value, str)})


def _settled(block: PhaseBlock) -> dict[str, str]:
    return {name: value for name in NAMES if isinstance(value := block.profile.get(name), str) and value}


def _merged(before: Mapping[str, str], settled: Settled, offers: Offers) -> dict[str, str]:
    """A new market drops the instrument of the old one, and a new instrument the family that was chosen for the old
    one; an instrument by itself names its market."""
    values = {name: value for name, value in before.items() if name not in settled.reopened} | dict(settled.values)
    if INSTRUMENT in values:
        values[INSTRUMENT] = canonical(values[INSTRUMENT]) or values[INSTRUMENT]
    named = offers.instrument(values)
    if named is not None and INSTRUMENT in settled.values and MARKET not in settled.values:
        values[MARKET] = named.market
    if named is not None and values.get(MARKET) != named.market:
        del values[INSTRUMENT]
    if before.get(INSTRUMENT) not in (None, values.get(INSTRUMENT)) and FAMILY not in settled.values:
        values.pop(FAMILY, None)
    return values


def _checked(offers: Offers, values: Mapping[str, str]) -> tuple[dict[str, str], tuple[ScopeRefusal, ...]]:
    """In the order of the questions, each against what is kept before it."""
    kept: dict[str, str] = {}
    refusals: list[ScopeRefusal] = []
    for name in (name for name in NAMES if name in values):
        refusal = offers.refusal(name, values[name], kept)
        if refusal is None:
            kept[name] = values[name]
        else:
            refusals.append(refusal)
    return kept, tuple(refusals)


def _proposable(
    offers: Offers, settled_values: Mapping[str, str], settled: Settled
) -> tuple[dict[str, str], tuple[ScopeRefusal, ...]]:
    """What can be proposed at all, checked as if it were settled. An instrument names its market too."""
    as_if = _merged(settled_values, Settled(values=settled.proposed), offers)
    kept, refusals = _checked(offers, as_if)
    changed = {name: value for name, value in kept.items() if settled_values.get(name) != value}
    return changed, refusals


def _to_fetch(asked: object, settled: Settled, understood: Understood | None, offers: Offers) -> tuple[str, ...]:
    """For who was asked what to trade and named something that has no bars: what it may be."""
    if understood is not None and understood.fetch_failed is not None:
        return () if understood.fetch_failed.for_research else (understood.fetch_failed.symbol,)
    if understood is None or understood.is_choice or asked not in (MARKET, INSTRUMENT):
        return ()
    if INSTRUMENT in {**settled.values, **settled.proposed}:
        return ()
    stored = {each.symbol for each in offers.instruments}
    named = understood.meant or ((understood.symbol,) if understood.symbol is not None else ())
    return () if set(named) & stored else named


def _is_ready(values: Mapping[str, str]) -> bool:
    """Everything is known that a snapshot is taken of."""
    return all(name in values for name in _BEFORE_FAMILY)


async def _runtime(
    context: PhaseContext, block: PhaseBlock, values: Mapping[str, str], offers: Offers, settled: Settled
) -> dict[str, JsonValue]:
    stored = block.runtime.get("sources")
    sources = {**(stored if isinstance(stored, Mapping) else {}), **settled.sources}
    runtime: dict[str, JsonValue] = {"sources": {name: source for name, source in sources.items() if name in values}}
    instrument = offers.instrument(values)
    if instrument is None or not _is_ready(values):
        return runtime
    timeframe = timeframe_of(values["holding_period_bucket"], instrument)
    if timeframe is not None:
        known = block.runtime.get("regime")
        runtime["timeframe"] = timeframe
        runtime["regime"] = await regime_for(context.services.regimes, instrument.symbol, timeframe, known)
    return runtime


def _notes(settled: Settled, refusals: Sequence[ScopeRefusal]) -> tuple[str, ...]:
    return (
        *settled.notes,
        *(
            f"{each.field}={each.value} was refused ({each.clause}): {render(each.message, Language.EN)}"
            for each in refusals
        ),
    )
