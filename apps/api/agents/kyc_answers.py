"""What a person has told about themselves after a message."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.api.agents.answers import Listening
from apps.api.agents.hearing import Heard, Standing, hear
from apps.api.agents.phases import Phase
from apps.api.agents.prompts_of_fields import options_of, prompt_of
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.scoping import ASKED
from packages.contracts.genui import ChoicePrompt
from packages.core.events import JsonObject
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.conversation.fields import KYC
from packages.domain.conversation.model import Language


@dataclass(frozen=True, slots=True)
class KycAnswers:
    """`understood` are those of this message; `prompt` asks for the next one."""

    values: Mapping[str, str]
    understood: Mapping[str, str]
    notes: tuple[str, ...]
    sources: Mapping[str, str]
    prompt: ChoicePrompt | None

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(field.name for field in KYC if field.name not in self.values)

    @property
    def profile(self) -> Profile:
        return profile_of(self.values)

    @property
    def block(self) -> PhaseBlock:
        asked = None if self.prompt is None else self.prompt.choice_id
        return PhaseBlock(dict(self.values), self.missing, {"sources": dict(self.sources), ASKED: asked})


def kyc_after(block: PhaseBlock, language: Language, said: str, patches: Sequence[JsonObject]) -> KycAnswers:
    before = _settled(block)
    asked = _next(before)
    options = () if asked is None else options_of(asked, language)
    standing = Standing(Phase.KYC, before, Listening(asked, options), block.runtime.get(ASKED))
    heard = hear(standing, said, patches) if said or patches else Heard({}, {}, frozenset(), ())
    kept = {name: value for name, value in before.items() if name not in heard.reopened}
    values = kept | dict(heard.values)
    missing = _next(values)
    prompt = None if missing is None else prompt_of(missing, language)
    return KycAnswers(values, heard.values, heard.notes, {**_sources(block), **heard.sources}, prompt)


def unanswered(language: Language) -> KycAnswers:
    """Asked anew."""
    return kyc_after(PhaseBlock(), language, "", ())


def _settled(block: PhaseBlock) -> dict[str, str]:
    told = {field: block.profile.get(field.name) for field in KYC}
    return {
        field.name: value for field, value in told.items() if isinstance(value, str) and value in (field.values or ())
    }


def _sources(block: PhaseBlock) -> dict[str, str]:
    told = block.runtime.get("sources")
    return {name: str(source) for name, source in told.items()} if isinstance(told, Mapping) else {}


def _next(values: Mapping[str, str]) -> str | None:
    return next((field.name for field in KYC if field.name not in values), None)
