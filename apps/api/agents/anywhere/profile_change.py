"""One answer about the person changed after KYC: proposed, confirmed in one tap, the others kept."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from apps.api.agents.kyc_answers import answers_in
from apps.api.agents.phase_state import understood_rows
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import KEEP_ONE, keeping_one, prompt_of
from apps.api.agents.proposing import kept_pending, pending_of
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from packages.contracts.genui import ChoicePrompt
from packages.core.events import JsonObject
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.conversation.constraints import constraint_sentences, constraints_of
from packages.domain.conversation.understanding.choices import is_button
from packages.domain.conversation.understanding.model import AskedFields, ProfileTalk, ProposalWord, Understood, Wish
from packages.domain.conversation.wording import OPTIONS

_LONGEST_NOD = 8
ASKED_AGAIN: Final = "asked_again"  # in the runtime of the KYC block: the one answer that the person wants to change


def asked_in_any_phase(context: PhaseContext) -> AskedFields:
    """What a message may answer beside the question of its phase."""
    pending = pending_of(context.artifacts.get(Phase.KYC, PhaseBlock()))
    return AskedFields(today=context.now.date(), pending=pending)


def may_change_profile(context: PhaseContext) -> bool:
    """Whether there are answers about the person, and no phase that asks for them."""
    return context.phase is not Phase.KYC and context.profile.is_complete


def profile_talk(context: PhaseContext, text: str, read: Understood) -> ProfileTalk | None:
    """What a message, read for any phase, says of answers that may be changed; None where it says nothing of them."""
    block, before = context.artifacts.get(Phase.KYC, PhaseBlock()), answers_in(context.profile)
    pending, again = pending_of(block), str(block.runtime.get(ASKED_AGAIN) or "")
    if pending and read.proposal is ProposalWord.ACCEPT:
        return ProfileTalk(accepted=pending)
    if pending and read.proposal is ProposalWord.CHANGE:
        return ProfileTalk(asked=next(iter(pending)))
    if again and is_button(text, KEEP_ONE):
        return ProfileTalk()
    if again and _only_nods(text, read):
        return ProfileTalk(asked=again)
    if again and (answered := _answered(context, again, text)) is not None:
        return answered
    changed = {name: value for name, value in read.about_person.items() if before.get(name) != value}
    if changed:
        return ProfileTalk(proposed=changed)
    return ProfileTalk() if read.about_person else read.profile_talk


def _only_nods(text: str, read: Understood) -> bool:
    """A bare yes chooses none of the answers that were asked for, and it agrees to nothing else meanwhile."""
    return len(text.strip()) <= _LONGEST_NOD and not read.is_choice and read.wishes == (Wish.YES,)


def _answered(context: PhaseContext, field: str, text: str) -> ProfileTalk | None:
    asked = AskedFields((field,), frozenset({field}), OPTIONS[field], today=context.now.date())
    read: Understood = context.services.understanding.read(text, asked)
    value = read.answers.get(field)
    if value is None:
        return None
    return ProfileTalk(accepted={field: value}) if read.is_explicit else ProfileTalk(proposed={field: value})


def profile_after(context: PhaseContext, answers: Mapping[str, str]) -> Profile:
    return profile_of({**answers_in(context.profile), **answers})


def is_waiting(context: PhaseContext) -> bool:
    """Whether something of the person's answers waits for their word."""
    block = context.artifacts.get(Phase.KYC, PhaseBlock())
    return bool(pending_of(block) or block.runtime.get(ASKED_AGAIN))


def kyc_block(context: PhaseContext, talk: ProfileTalk | None) -> PhaseBlock:
    """With what waits for the person's word; without it as soon as they speak of something else."""
    block = context.artifacts.get(Phase.KYC, PhaseBlock())
    talk = talk or ProfileTalk()
    waiting = {**kept_pending(talk.proposed), ASKED_AGAIN: talk.asked or None}
    return replace(block, profile={**block.profile, **talk.accepted}, runtime={**block.runtime, **waiting})


def binding(context: PhaseContext, answers: Mapping[str, str]) -> tuple[str, ...]:
    """The limits that these answers would change, as they would be."""
    now = constraint_sentences(constraints_of(context.profile), context.language)
    then = constraint_sentences(constraints_of(profile_after(context, answers)), context.language)
    return tuple(each for each in then if each not in now)


def question_again(context: PhaseContext, field: str) -> ChoicePrompt | None:
    prompt = prompt_of(field, context.language)
    return None if prompt is None else keeping_one(prompt, context.language)


def talk_json(context: PhaseContext, talk: ProfileTalk) -> JsonObject:
    """For who words it."""
    prompt = question_again(context, talk.asked) if talk.asked else None
    return {
        "proposed": understood_rows(dict(talk.proposed), context.language),
        "accepted": understood_rows(dict(talk.accepted), context.language),
        "asked": None if prompt is None else prompt.model_dump(mode="json"),
        "binding": list(binding(context, {**talk.proposed, **talk.accepted})),
    }
