"""An advocate that is a model; bull and bear differ by their prompts and the shape of their answer."""

from typing import Generic, TypeVar

from src.modules.debate.domain.complaints import current_complaints
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput
from src.modules.debate.domain.dtos.bull_bear_argument import Argument
from src.modules.debate.domain.dtos.wording import AgentAnswer
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.domain.ports.llm_port import AnswersByShape, ILLMPort
from src.modules.debate.infrastructure.agents.output_parser import parse
from src.modules.debate.infrastructure.agents.prompts import (
    DebatePrompts,
    argument_text,
    complaints_text,
    evidence_text,
    experts_text,
    language_name,
)
from src.modules.llm_platform.application.contract import retry_prompt

SomeAnswer = TypeVar("SomeAnswer", bound=AgentAnswer)
_NOTHING_WHOLE = "(it was empty, or it was cut before its end)"


async def ask(llm: ILLMPort, system: str, prompt: str, temperature: float, shape: type[SomeAnswer]) -> SomeAnswer:
    """A model that answers by a schema is held to it where it is asked. Of any other the second question quotes what
    was wrong with the first answer; after that `LLMOutputParseError` is final."""
    if isinstance(llm, AnswersByShape):
        return parse(await llm.answer(prompt, system, temperature, shape), shape)
    try:
        return parse(await llm.generate(prompt, system, temperature), shape)
    except LLMOutputParseError as unusable:
        again = retry_prompt(prompt, unusable.answer or _NOTHING_WHOLE, unusable.problems)
    return parse(await llm.generate(again, system, temperature), shape)


SomeArgument = TypeVar("SomeArgument", bound=Argument)
_TEMPERATURE = 0.5
_FIRST_ROUND = "(this is the first round: the other side has not spoken yet)"


class Advocate(Generic[SomeArgument]):
    """Reads its prompts when it is made."""

    def __init__(self, llm: ILLMPort, stance: Stance, shape: type[SomeArgument]) -> None:
        self._llm = llm
        self._shape = shape
        self._prompts = DebatePrompts.of(f"{stance.value}_advocate")

    async def argue(self, debate_input: DebateInput, opponent: BullArgument | BearArgument | None) -> SomeArgument:
        system, user = self.question(debate_input, opponent)
        return await ask(self._llm, system, user, _TEMPERATURE, self._shape)

    def question(self, debate_input: DebateInput, opponent: BullArgument | BearArgument | None) -> tuple[str, str]:
        """The system message and the prompt."""
        return self._prompts.filled(
            {
                "symbol": debate_input.symbol.replace("<", "‹").replace(">", "›"),
                "language": language_name(debate_input),
                "experts": experts_text(debate_input),
                "evidence": evidence_text(debate_input),
                "opponent": argument_text(opponent) if opponent else _FIRST_ROUND,
                "complaints": complaints_text(current_complaints()),
            }
        )
