"""What a person has answered about themselves after a message, and the question that is due next."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date

from apps.api.agents.field_answers import FieldStanding, Settled, goes_back, gone_back, settle
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import disputed_prompt, keeping, or_chosen, prompt_of, with_back
from apps.api.agents.proposing import kept_pending, pending_of
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.rule_changes.rule_drafts import IDEA
from apps.api.agents.scope.exclusions import RuledOut, ruled_out, ruled_out_json, without_ruled_out
from apps.api.agents.scoping import ASKED
from packages.contracts.genui import ChoiceOption, ChoicePrompt
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.conversation.fields import KYC
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.wording import OPTIONS, say

RESEARCH = "research"
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class KycAnswers:
    """`understood` are those that this message settled, `proposed` those that wait for the person's word, `ruled_out`
    what the person will not have; `prompt` asks for the next one."""

    values: Mapping[str, str]
    understood: Mapping[str, str]
    proposed: Mapping[str, str]
    notes: tuple[str, ...]
    sources: Mapping[str, str]
    prompt: ChoicePrompt | None
    ruled_out: RuledOut
    research: str = ""  # what the person wanted to have researched, as they named it
    idea: str = ""  # rules that they gave before the strategy phase

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(field.name for field in KYC if field.name not in self.values)

    @property
    def profile(self) -> Profile:
        return profile_of(self.values)

    @property
    def block(self) -> PhaseBlock:
        asked = None if self.prompt is None else self.prompt.choice_id
        runtime = {"sources": dict(self.sources), ASKED: asked, **kept_pending(self.proposed), RESEARCH: self.research}
        runtime |= {**ruled_out_json(self.ruled_out), IDEA: self.idea}
        return PhaseBlock(dict(self.values), self.missing, runtime)


def kyc_asked(block: PhaseBlock, today: date) -> AskedFields:
    """What a message of this phase may answer. Rules are kept for the strategy, and nothing about the person is read
    from them."""
    names, pending, settled = tuple(field.name for field in KYC), pending_of(block), _settled(block)
    out = ruled_out(block, None, [name for name in names if name not in settled])
    asked = _next(settled, pending, out)
    last = next((name for answers in (pending, settled) for name in reversed(names) if name in answers), "")
    if asked is None:
        return AskedFields(names, today=today, pending=pending, answered=last, keeps_rules=True)
    options = tuple(each for each in OPTIONS[asked] if each not in out.get(asked, ()))
    open_fields = frozenset({asked, *pending})
    return AskedFields(names, open_fields, options, today=today, pending=pending, answered=last, keeps_rules=True)


def kyc_after(
    block: PhaseBlock,
    language: Language,
    understood: Understood | None = None,
    patches: Sequence[JsonObject] = (),
    earlier: Profile | None = None,
) -> KycAnswers:
    """Without a message: the answers as they stand. Who answers anew and has said nothing yet can keep what they said
    `earlier`."""
    before, pending = _settled(block), pending_of(block)
    standing = FieldStanding(Phase.KYC, before, pending)
    settled = Settled(proposed=pending) if understood is None else settle(standing, understood, patches)
    if understood is not None and goes_back(understood):
        settled = gone_back([field.name for field in KYC], before, pending, understood.topics)
    may_keep = earlier is not None and earlier.is_complete and not (before or settled.values or settled.proposed)
    if may_keep and understood is not None and Wish.CONTINUE in understood.wishes:
        settled = Settled(answers_in(earlier))
    kept = {name: value for name, value in before.items() if name not in settled.reopened}
    values = kept | dict(settled.values)
    out = ruled_out(block, understood, [field.name for field in KYC if field.name not in values])
    prompt = disputed_prompt(settled.disputed, settled.proposed, language) or _prompt(
        _next(values, settled.proposed, out), values, settled.proposed, language, out
    )
    if prompt is not None and may_keep:
        prompt = keeping(prompt, language)
    sources = {**_sources(block), **settled.sources}
    wanted = (understood.subject if understood is not None else "") or str(block.runtime.get(RESEARCH) or "")
    idea = (understood.idea if understood is not None else "") or str(block.runtime.get(IDEA) or "")
    return KycAnswers(values, settled.values, settled.proposed, settled.notes, sources, prompt, out, wanted, idea)


def answers_in(profile: Profile | None) -> dict[str, str]:
    return {} if profile is None else {name: str(answer) for name, answer in asdict(profile).items() if answer}


def _prompt(
    missing: str | None, values: Mapping[str, str], pending: Mapping[str, str], language: Language, out: RuledOut
) -> ChoicePrompt | None:
    """With the way back where there is something to go back to."""
    prompt = None if missing is None else prompt_of(missing, language)
    if prompt is None:
        return None
    prompt = without_ruled_out(prompt, out).model_copy(
        update={"about": missing}
    )  # so that no answer binds another question
    if missing in pending:
        prompt = or_chosen(prompt, language)
    return with_back(prompt, language) if values or pending else prompt


def research_prompt(answers: KycAnswers, language: Language) -> tuple[ChoicePrompt, ...]:
    """What was asked for before the desk could do it is offered when it can."""
    name = answers.research[:_LONGEST_NAME]
    if not name:
        return ()
    option = ChoiceOption(id="research", label=say(language, "option.research_wanted", name=name))
    question = say(language, "ask.research_wanted", name=name)
    return (ChoicePrompt(choice_id="research_wanted", question=question, options=(option,)),)


def unanswered(language: Language, earlier: Profile | None = None) -> KycAnswers:
    """Asked anew."""
    return kyc_after(PhaseBlock(), language, earlier=earlier)


def _settled(block: PhaseBlock) -> dict[str, str]:
    stored = {field: block.profile.get(field.name) for field in KYC}
    return {
        field.name: value for field, value in stored.items() if isinstance(value, str) and value in (field.values or ())
    }


def _sources(block: PhaseBlock) -> dict[str, str]:
    stored = block.runtime.get("sources")
    return {name: str(source) for name, source in stored.items()} if isinstance(stored, Mapping) else {}


def _next(values: Mapping[str, str], pending: Mapping[str, str], out: RuledOut) -> str | None:
    """What is neither answered nor proposed comes first: who answers in words can accept it all together. Before it
    comes what the person has spoken of already, if only by ruling something out."""
    missing = [field.name for field in KYC if field.name not in values]
    unspoken = [name for name in missing if name not in pending]
    return next((name for name in (*(each for each in unspoken if each in out), *unspoken, *missing)), None)
