"""The questions of the chat as choice prompts, with the options that data and the person's limits allow."""

from collections.abc import Collection, Mapping, Sequence

from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.scope_offers import Offers, reason_for, summary_of, supported_family
from packages.contracts.genui import ChoiceOption, ChoicePrompt, GenUi
from packages.core.events import JsonValue
from packages.core.messages import Language
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.fetch_option import fetch_option
from packages.domain.conversation.fields import PRE_STRATEGY
from packages.domain.conversation.understanding.choices import AFTER_VERDICT, option_id
from packages.domain.conversation.understanding.message.buttons import RESEARCH_CHOICE
from packages.domain.conversation.wording import OPTIONS, field_named, label_of, note_of, say

MOST_INSTRUMENTS = 8
MOST_OPTIONS = 20
CHANGE = "change_scope"
GO_ON = "continue"
BACK = "back"
KEEP_ONE = "keep_answer"
_DECISIONS = (
    "strategy_confirmed",
    "stress_test_decision",
    "deployment_target",
    "deployment_confirmation_status",
)
_BESIDE = frozenset({AFTER_VERDICT})  # an offer, and no question
_ASKED = "asked"
_BY_A_MODEL = "by_a_model"
_WHAT_CHANGES = "change"
_NAMES = tuple(field.name for field in PRE_STRATEGY)
_LONGEST_QUESTION, _LONGEST_LABEL, _LONGEST_SUBTITLE = 400, 120, 200


def prompt_of(
    field: str, language: Language, options: Sequence[ChoiceOption] | None = None, preface: str = ""
) -> ChoicePrompt | None:
    """The question for a field, with all of its values unless others are given; None when nothing can be offered."""
    offered = options_of(field, language) if options is None else options
    if not offered:
        return None
    question = preface + say(language, f"question.{field}")
    return ChoicePrompt(choice_id=field, question=question[-_LONGEST_QUESTION:], options=tuple(offered))


def options_of(field: str, language: Language, values: Collection[str] | None = None) -> tuple[ChoiceOption, ...]:
    """In the order of the vocabulary; only `values` where they are given."""
    return tuple(
        ChoiceOption(id=value, label=label_of(field, value, language), subtitle=note_of(field, value, language))
        for value in OPTIONS[field]
        if values is None or value in values
    )


def decision_prompt(field: str, language: Language) -> ChoicePrompt:
    """For a decision that only the person can take."""
    return ChoicePrompt(
        choice_id=field, question=say(language, f"question.{field}"), options=options_of(field, language)
    )


def or_chosen(prompt: ChoicePrompt, language: Language) -> ChoicePrompt:
    """The question of what was proposed, for who would rather choose."""
    question = say(language, "proposal.or_choose", question=prompt.question)
    return prompt.model_copy(update={"question": question[:_LONGEST_QUESTION]})


def disputed_prompt(
    disputed: Mapping[str, str], proposed: Mapping[str, str], language: Language
) -> ChoicePrompt | None:
    """For words that a model reads otherwise: both readings of the first such field, that of the words first."""
    field = next((name for name in disputed if name in proposed), None)
    if field is None:
        return None
    readings = (proposed[field], disputed[field])
    options = [ChoiceOption(id=option_id(each), label=label_of(field, each, language)) for each in readings]
    question = say(language, "proposal.disputed", question=say(language, f"question.{field}"))
    return ChoicePrompt(choice_id=field, question=question[:_LONGEST_QUESTION], options=tuple(options), about=field)


def with_back(prompt: ChoicePrompt, language: Language) -> ChoicePrompt:
    """The same question with the way back behind its answers."""
    back = ChoiceOption(id=BACK, label=say(language, f"option.{BACK}"))
    return prompt.model_copy(update={"options": (*prompt.options[: MOST_OPTIONS - 1], back)})


def keeping(prompt: ChoicePrompt, language: Language) -> ChoicePrompt:
    """The first question, for who has answered them all before."""
    keep = ChoiceOption(id=GO_ON, label=say(language, "option.keep_answers"))
    return prompt.model_copy(update={"options": (*prompt.options[: MOST_OPTIONS - 1], keep)})


def keeping_one(prompt: ChoicePrompt, language: Language) -> ChoicePrompt:
    """The question of one answer, for who may leave it as it is."""
    keep = ChoiceOption(id=KEEP_ONE, label=say(language, f"option.{KEEP_ONE}"))
    return prompt.model_copy(update={"options": (*prompt.options[: MOST_OPTIONS - 1], keep)})


def asked_in(cards: Sequence[GenUi]) -> Mapping[str, JsonValue]:
    """For the runtime of a block: which decisions an answer has put to the person. Beside the question what shall
    change, a mere yes says nothing."""
    ids = [card.choice_id for card in cards if isinstance(card, ChoicePrompt)]
    asked = [field for field in _DECISIONS if any(field in each for each in ids)]
    return {_ASKED: [] if _WHAT_CHANGES in ids else asked}


def asked_otherwise() -> Mapping[str, JsonValue]:
    """For the runtime of a block: the last answer asked for another yes than the desk does."""
    return {_ASKED: [_BY_A_MODEL]}


def is_asked_otherwise(block: PhaseBlock) -> bool:
    """Whether a mere yes may be meant for a question of a model's own."""
    asked = block.runtime.get(_ASKED)
    return isinstance(asked, Sequence) and _BY_A_MODEL in asked


def asked_of(block: PhaseBlock, *fields: str) -> frozenset[str]:
    """Those of the decisions that were put to the person."""
    asked = block.runtime.get(_ASKED)
    return frozenset(field for field in fields if isinstance(asked, Sequence) and field in asked)


def scope_prompt(offers: Offers, values: Mapping[str, str], regime: object, language: Language) -> ChoicePrompt | None:
    """The next question about what to trade. When nothing is missing, whether something shall change; without data,
    whether there are some by now."""
    if not offers.instruments:
        again = ChoiceOption(id="look_again", label=say(language, "option.look_again"))
        return ChoicePrompt(choice_id=_NAMES[0], question=say(language, "no_data_yet"), options=(again,))
    field = next((name for name in _NAMES if name not in values), None)
    match field:
        case None:
            return change_prompt(_NAMES, language)
        case "target_instrument":
            return prompt_of(field, language, instrument_options(offers.tradable(values), language))
        case "strategy_family_choice":
            return prompt_of(field, language, _families(regime, language), summary_of(regime, language))
        case _:
            redo = ChoiceOption(id="redo_kyc", label=say(language, "option.redo_kyc"))
            return prompt_of(field, language, options_of(field, language, offers.values(field, values)) or (redo,))


def with_fetches(prompt: ChoicePrompt | None, symbols: Sequence[str], language: Language) -> ChoicePrompt | None:
    """The same question with an offer to fetch what was named before all others; demo companies are never fetched."""
    real = [each for each in symbols if not each.startswith("DEMO")]
    if prompt is None or not real:
        return prompt
    options = (*(_fetch_option(symbol, language) for symbol in real), *prompt.options)
    return prompt.model_copy(update={"options": options[:MOST_OPTIONS]})


def _fetch_option(symbol: str, language: Language) -> ChoiceOption:
    option = fetch_option(symbol, language)
    return ChoiceOption(id=option.id, label=option.label, subtitle=option.subtitle)


def instrument_options(instruments: Sequence[InstrumentFact], language: Language) -> tuple[ChoiceOption, ...]:
    return tuple(_instrument(each, language) for each in instruments[:MOST_INSTRUMENTS])


def change_prompt(fields: Sequence[str], language: Language) -> ChoicePrompt:
    """For who comes back with everything answered."""
    go_on = ChoiceOption(id=GO_ON, label=say(language, "option.nothing_to_change"))
    changes = (
        ChoiceOption(id=f"change_{field}", label=say(language, "option.change_field", field=field_named(field)))
        for field in fields
    )
    return ChoicePrompt(choice_id=CHANGE, question=say(language, f"question.{CHANGE}"), options=(go_on, *changes))


def shown_prompt(cards: Sequence[GenUi], prompt: ChoicePrompt | None) -> tuple[GenUi, ...]:
    """A model's own choices give way to the next question, which waits where data are offered for research."""
    if prompt is None or any(isinstance(card, ChoicePrompt) and card.choice_id == RESEARCH_CHOICE for card in cards):
        return tuple(cards)
    return (*(card for card in cards if not isinstance(card, ChoicePrompt) or card.choice_id in _BESIDE), prompt)


def _families(regime: object, language: Language) -> list[ChoiceOption]:
    """What the numbers speak for comes first."""
    options = [_family(option, regime, language) for option in options_of("strategy_family_choice", language)]
    return sorted(options, key=lambda option: option.id != supported_family(regime))


def _family(option: ChoiceOption, regime: object, language: Language) -> ChoiceOption:
    reason = reason_for(regime, option.id, language)
    return option if reason is None else option.model_copy(update={"subtitle": reason[:_LONGEST_SUBTITLE]})


def _instrument(instrument: InstrumentFact, language: Language) -> ChoiceOption:
    name = instrument.name_zh if language is Language.ZH else instrument.name_en
    if instrument.delisted_on is not None:
        note = say(language, "instrument.delisted", day=instrument.delisted_on.isoformat())
    else:
        kind = "instrument.demo" if instrument.is_demo else "instrument.bars"
        note = say(language, kind, bars=", ".join(instrument.timeframes))
    label = f"{name} {instrument.symbol}".strip()[:_LONGEST_LABEL]
    return ChoiceOption(id=option_id(instrument.symbol), label=label, subtitle=note[:_LONGEST_SUBTITLE])
