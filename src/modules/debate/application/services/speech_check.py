"""Holds what each speaker of a debate says to the rows of the run: sent back once with the reasons; what still fails is
removed, and a speaker of whom nothing is left that a row bears out ends the debate."""

from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeVar

from packages.contracts.evidence.views import GroundingOut
from packages.core.messages import Language
from packages.domain.evidence.findings import Grounding
from packages.domain.evidence.reports.removal import removed_mark
from packages.domain.evidence.reports.run_book import RunBook
from packages.domain.evidence.reports.sufficiency import carried
from packages.domain.evidence.reports.texts import complaint, each_text, grounding_json, texts_of, together
from src.modules.debate.domain.complaints import complaining
from src.modules.debate.domain.dtos import ResolutionResult
from src.modules.debate.domain.dtos.bull_bear_argument import Argument
from src.modules.debate.domain.dtos.wording import AgentAnswer
from src.modules.debate.domain.exceptions import UnboundSpeaker
from src.modules.debate.domain.model.enums import ArgumentStrength, Engine

SomeAnswer = TypeVar("SomeAnswer", bound=AgentAnswer)
SomeArgument = TypeVar("SomeArgument", bound=Argument)
Speaker = Literal["bull", "bear", "resolution"]
_ARGUMENTS = "supporting_arguments"
_NO_ROW = "it cites no row — the tag of a row as [technical_analyst:E7] behind what it rests on"
Fields = dict[str, Any]  # an answer as JSON


@dataclass(frozen=True, slots=True)
class HeldSpeech(Generic[SomeAnswer]):
    """What is left of an answer; `grounding` is that of the answer as it was given."""

    answer: SomeAnswer
    grounding: Grounding = Grounding(0, 0)  # noqa: RUF009 - a frozen value
    removed: int = 0


@dataclass(frozen=True, slots=True)
class SpeechCheck:
    """`book` None: no expert gave any row, so nothing can be held to them. Only a model is asked once more, and only a
    model can fail: rules speak in the experts' own checked sentences, with figures that they computed themselves."""

    book: RunBook | None
    engine: Engine | None
    language: Language

    async def argument(
        self, speaker: Speaker, ask: Callable[[], Coroutine[Any, Any, SomeArgument]]
    ) -> HeldSpeech[SomeArgument]:
        said = await self._said(ask)
        if (book := self.book) is None:
            return said
        fields, removed = self._cleaned(said.answer.model_dump(mode="json"), book)
        left = [one for one in fields[_ARGUMENTS] if not self._is_gone(one["argument"])]
        fields[_ARGUMENTS] = [self._weighed(one, book) for one in left]
        if self._by_model and not any(_is_bound(one, book) for one in left):
            raise UnboundSpeaker(speaker, grounding_json(said.grounding, removed))
        answer = type(said.answer).model_validate(self._sure(fields, said)).with_points(said.answer.points)
        return HeldSpeech(answer, said.grounding, removed)

    async def resolution(
        self, ask: Callable[[], Coroutine[Any, Any, ResolutionResult]]
    ) -> HeldSpeech[ResolutionResult]:
        said = await self._said(ask)
        if (book := self.book) is None:
            return said
        fields, removed = self._cleaned(said.answer.model_dump(mode="json"), book)
        fields["risk_matrix"] = [one for one in fields["risk_matrix"] if not self._is_gone(one["risk"])]
        if self._by_model and not any(book.cites(text) for text in texts_of(fields)):
            raise UnboundSpeaker("resolution", grounding_json(said.grounding, removed))
        return HeldSpeech(ResolutionResult.model_validate(self._sure(fields, said)), said.grounding, removed)

    def grounding_of(self, *held: HeldSpeech[Any]) -> GroundingOut | None:
        """Of all speakers together."""
        if self.book is None:
            return None
        counts = grounding_json(together(one.grounding for one in held), sum(one.removed for one in held))
        return GroundingOut.model_validate(counts)

    @property
    def _by_model(self) -> bool:
        return self.engine is Engine.LLM

    async def _said(self, ask: Callable[[], Coroutine[Any, Any, SomeAnswer]]) -> HeldSpeech[SomeAnswer]:
        """The answer, or the better of two where a model had to be asked once more."""
        first = await ask()
        if self.book is None:
            return HeldSpeech(first)
        found, cites = self._grounding(first, self.book), self._cites(first, self.book)
        if not self._by_model or (cites and not found.violations):
            return HeldSpeech(first, found)
        with complaining([complaint(finding) for finding in found.violations] or [_NO_ROW]):
            again = await ask()
        found_again = self._grounding(again, self.book)
        better = (self._cites(again, self.book), -len(found_again.violations)) >= (cites, -len(found.violations))
        return HeldSpeech(again, found_again) if better else HeldSpeech(first, found)

    def _cites(self, answer: AgentAnswer, book: RunBook) -> bool:
        return any(book.cites(text, expert) for text, expert in _texts(answer.model_dump(mode="json")))

    def _grounding(self, answer: AgentAnswer, book: RunBook) -> Grounding:
        by_rules = not self._by_model
        texts = _texts(answer.model_dump(mode="json"))
        return together(book.check(text, expert, by_program=by_rules) for text, expert in texts)

    def _cleaned(self, fields: Fields, book: RunBook) -> tuple[Fields, int]:
        removed = 0

        def clean(text: str, expert: str = "") -> str:
            nonlocal removed
            cleaned = book.cleaned(text, self.language, expert, by_program=not self._by_model)
            removed += cleaned.removed
            return cleaned.text

        arguments = fields.pop(_ARGUMENTS, None)
        fields = each_text(fields, clean)
        if arguments is not None:
            fields[_ARGUMENTS] = [each_text(one, partial(clean, expert=one["dimension"])) for one in arguments]
        return fields, removed

    def _sure(self, fields: Fields, said: HeldSpeech[Any]) -> Fields:
        """A model is no surer than what it says is borne out."""
        if not self._by_model:
            return fields
        return {**fields, "confidence": carried(fields["confidence"], said.grounding)}

    def _is_gone(self, text: str) -> bool:
        return not text.replace(removed_mark(self.language), "").strip()

    def _weighed(self, argument: Fields, book: RunBook) -> Fields:
        """An argument of a model that rests on words alone is a weak one, whatever it is called."""
        if not self._by_model or _is_bound(argument, book):
            return argument
        return {**argument, "strength": ArgumentStrength.LOW.value}


def _is_bound(argument: Mapping[str, Any], book: RunBook) -> bool:
    return any(book.cites(argument[name], argument["dimension"]) for name in ("argument", "evidence"))


def _texts(fields: Fields) -> Iterator[tuple[str, str]]:
    """Every text, with the expert whose rows its bare tags mean."""
    for argument in fields.get(_ARGUMENTS, ()):
        yield from ((text, str(argument["dimension"])) for text in texts_of(argument))
    yield from ((text, "") for name, inner in fields.items() if name != _ARGUMENTS for text in texts_of(inner))
