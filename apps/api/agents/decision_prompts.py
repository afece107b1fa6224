"""The questions that only the person can answer, from the strategy on, as choice prompts."""

from collections.abc import Mapping, Sequence

from apps.api.agents.prompts_of_fields import options_of
from apps.api.agents.protocol import PhaseBlock
from packages.contracts.genui import ChoicePrompt, GenUi
from packages.core.events import JsonValue
from packages.domain.conversation.labels import Words
from packages.domain.conversation.model import Language

_ASKED = "asked"
_QUESTIONS: Mapping[str, Words] = {
    "strategy_confirmed": Words("就用这个策略吗？", "Shall we go with this strategy?"),
    "stress_test_decision": Words("压力测试之后，接下来怎么做？", "What shall happen after the stress test?"),
    "deployment_target": Words("部署到哪里？", "Where shall it trade?"),
    "deployment_confirmation_status": Words("按上面的设置部署吗？", "Shall it be deployed like this?"),
}


def decision_prompt(field: str, language: Language) -> ChoicePrompt:
    question = _QUESTIONS[field].in_(language)
    return ChoicePrompt(choice_id=field, question=question, options=options_of(field, language))


def asked_in(cards: Sequence[GenUi]) -> Mapping[str, JsonValue]:
    """For the runtime of a block: which of these questions an answer has put to the person."""
    ids = [card.choice_id for card in cards if isinstance(card, ChoicePrompt)]
    return {_ASKED: [field for field in _QUESTIONS if any(field in each for each in ids)]}


def is_asked(block: PhaseBlock, field: str) -> bool:
    asked = block.runtime.get(_ASKED)
    return isinstance(asked, Sequence) and field in asked
