"""What a conversation has settled about what to trade after a message, checked against data and the person's limits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.api.agents.answers import INSTRUMENT, Listening
from apps.api.agents.hearing import MODEL, Heard, Standing, hear
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.regimes import regime_for
from apps.api.agents.scope_offers import Offers, Refusal, timeframe_of, without_bars
from apps.api.agents.scope_prompts import scope_prompt
from apps.api.agents.wording.instruments import canonical, lone_symbol
from packages.contracts.genui import ChoicePrompt
from packages.core.events import JsonObject, JsonValue
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.conversation.constraints import constraints_of
from packages.domain.conversation.fields import PRE_STRATEGY

NAMES = tuple(field.name for field in PRE_STRATEGY)
ASKED = "asked"
MARKET, FAMILY = "target_market", "strategy_family_choice"
_BEFORE_FAMILY = tuple(name for name in NAMES if name != FAMILY)


@dataclass(frozen=True, slots=True)
class Scope:
    """`values` are settled, `understood` are those of this message, `refusals` say what was not taken and why.
    `prompt` asks for the next field, or, when none is missing, whether something shall change."""

    values: Mapping[str, str]
    understood: Mapping[str, str]
    refusals: tuple[Refusal, ...]
    notes: tuple[str, ...]
    runtime: Mapping[str, JsonValue]
    prompt: ChoicePrompt | None

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(name for name in NAMES if name not in self.values)

    @property
    def block(self) -> PhaseBlock:
        return PhaseBlock(dict(self.values), self.missing, self.runtime)


async def scope_after(context: PhaseContext, said: str, patches: Sequence[JsonObject]) -> Scope:
    """Without words and patches: the scope as it stands, checked anew."""
    block = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    offers = Offers(constraints_of(profile_in(context)), await context.desk.facts.instruments())
    before = _settled(block)
    standing = _standing(block, before, offers, context)
    heard = hear(standing, said, patches) if said or patches else Heard({}, {}, frozenset(), ())
    values, refusals = _checked(offers, _merged(before, heard, offers), heard)
    refusals = (*refusals, *_without_bars(standing, heard, said))
    runtime = await _runtime(context, block, values, offers, heard)
    understood = {name: value for name, value in heard.values.items() if values.get(name) == value}
    prompt = scope_prompt(offers, values, runtime.get("regime"), context.language)
    asked = None if prompt is None else prompt.choice_id
    return Scope(values, understood, refusals, _notes(heard, refusals), {**runtime, ASKED: asked}, prompt)


def profile_in(context: PhaseContext) -> Profile:
    """What the person told; right after KYC, what its block has."""
    if context.profile.is_complete:
        return context.profile
    told = context.artifacts.get(Phase.KYC, PhaseBlock()).profile
    return profile_of({name: value for name, value in told.items() if isinstance(value, str)})


def _settled(block: PhaseBlock) -> dict[str, str]:
    return {name: value for name in NAMES if isinstance(value := block.profile.get(name), str) and value}


def _standing(block: PhaseBlock, before: Mapping[str, str], offers: Offers, context: PhaseContext) -> Standing:
    prompt = scope_prompt(offers, before, block.runtime.get("regime"), context.language)
    asked = next((name for name in NAMES if name not in before), None)
    listening = Listening(asked, prompt.options if prompt else (), offers.instruments, before.get(MARKET))
    closed = () if _is_ready(before) else (FAMILY,)
    return Standing(Phase.PRE_STRATEGY, before, listening, block.runtime.get(ASKED), closed)


def _merged(before: Mapping[str, str], heard: Heard, offers: Offers) -> dict[str, str]:
    """A new market drops the instrument of the old one, and a new instrument the family that was chosen for the old
    one; an instrument by itself names its market."""
    values = {name: value for name, value in before.items() if name not in heard.reopened} | dict(heard.values)
    if INSTRUMENT in values:
        values[INSTRUMENT] = canonical(values[INSTRUMENT]) or values[INSTRUMENT]
    named = offers.instrument(values)
    if named is not None and INSTRUMENT in heard.values and MARKET not in heard.values:
        values[MARKET] = named.market
    if named is not None and values.get(MARKET) != named.market:
        del values[INSTRUMENT]
    if values.get(INSTRUMENT) != before.get(INSTRUMENT) and FAMILY not in heard.values:
        values.pop(FAMILY, None)
    return values


def _checked(offers: Offers, values: Mapping[str, str], heard: Heard) -> tuple[dict[str, str], tuple[Refusal, ...]]:
    """In the order of the questions, each against what is kept before it."""
    kept: dict[str, str] = {}
    refusals: list[Refusal] = []
    for name in (name for name in NAMES if name in values):
        refusal = offers.refusal(name, values[name], kept)
        if refusal is None:
            kept[name] = values[name]
        else:
            refusals.append(refusal)
    if not _is_ready(kept) and heard.sources.get(FAMILY) == MODEL:
        kept.pop(FAMILY, None)
    return kept, tuple(refusals)


def _without_bars(standing: Standing, heard: Heard, said: str) -> tuple[Refusal, ...]:
    """Who was asked for an instrument and named one that has no bars is told so."""
    symbol = lone_symbol(said) if standing.asked == INSTRUMENT and not heard.values else None
    return () if symbol is None else (without_bars(symbol),)


def _is_ready(values: Mapping[str, str]) -> bool:
    """Everything is known that a snapshot is taken of."""
    return all(name in values for name in _BEFORE_FAMILY)


async def _runtime(
    context: PhaseContext, block: PhaseBlock, values: Mapping[str, str], offers: Offers, heard: Heard
) -> dict[str, JsonValue]:
    told = block.runtime.get("sources")
    sources = {**(told if isinstance(told, Mapping) else {}), **heard.sources}
    runtime: dict[str, JsonValue] = {"sources": {name: source for name, source in sources.items() if name in values}}
    instrument = offers.instrument(values)
    if instrument is None or not _is_ready(values):
        return runtime
    timeframe = timeframe_of(values["holding_period_bucket"], instrument)
    if timeframe is not None:
        known = block.runtime.get("regime")
        runtime["timeframe"] = timeframe
        runtime["regime"] = await regime_for(context.desk.regimes, instrument.symbol, timeframe, known)
    return runtime


def _notes(heard: Heard, refusals: Sequence[Refusal]) -> tuple[str, ...]:
    return (
        *heard.notes,
        *(f"{each.field}={each.value} was refused ({each.clause}): {each.words.en}" for each in refusals),
    )
