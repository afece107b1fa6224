"""The questions about a person and about what to trade, as choice prompts in both languages."""

from collections.abc import Collection, Mapping, Sequence

from packages.contracts.genui import ChoiceOption, ChoicePrompt, GenUi
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.labels import FIELD_NAMES, OPTIONS, Words
from packages.domain.conversation.model import Language

MOST_INSTRUMENTS = 8
CHANGE = "change_scope"
GO_ON = "continue"
_LONGEST_QUESTION, _LONGEST_LABEL, _LONGEST_SUBTITLE = 400, 120, 200
_QUESTIONS: Mapping[str, Words] = {
    "trading_years_bucket": Words("你做交易多久了？", "How long have you been trading?"),
    "risk_tolerance": Words("你能承受多大的亏损？", "How much loss can you bear?"),
    "return_expectation": Words("你希望这笔钱带来什么？", "What do you want of this money?"),
    "target_market": Words("你想交易哪个市场？", "Which market do you want to trade?"),
    "target_instrument": Words(
        "你想交易哪个标的？也可以直接输入代码或名称。",
        "Which instrument do you want to trade? You can also type a symbol or a name.",
    ),
    "opportunity_frequency_bucket": Words("你希望多久交易一次？", "How often do you want to trade?"),
    "holding_period_bucket": Words("一笔交易打算持有多久？", "How long do you want to hold a position?"),
    "strategy_family_choice": Words("想从哪一类策略开始？", "Which family of strategies shall we begin with?"),
    CHANGE: Words("要改哪一项？不改就继续。", "Which of these do you want to change? Otherwise we go on."),
}


def prompt_of(
    field: str, language: Language, options: Sequence[ChoiceOption] | None = None, preface: str = ""
) -> ChoicePrompt | None:
    """The question for a field, with all of its values unless others are given; None when nothing can be offered."""
    offered = options_of(field, language) if options is None else options
    if not offered:
        return None
    question = f"{preface}{_QUESTIONS[field].in_(language)}"
    return ChoicePrompt(choice_id=field, question=question[-_LONGEST_QUESTION:], options=tuple(offered))


def options_of(field: str, language: Language, values: Collection[str] | None = None) -> tuple[ChoiceOption, ...]:
    """In the order of the vocabulary; only `values` where they are given."""
    return tuple(
        ChoiceOption(id=value, label=option.label.in_(language), subtitle=option.subtitle.in_(language))
        for value, option in OPTIONS[field].items()
        if values is None or value in values
    )


def instrument_options(instruments: Sequence[InstrumentFact], language: Language) -> tuple[ChoiceOption, ...]:
    return tuple(_instrument(each, language) for each in instruments[:MOST_INSTRUMENTS])


def option_id(symbol: str) -> str:
    """A symbol as the id of an option, which has no `=`, `/` or `^`."""
    return "".join(each if each.isalnum() or each in "._-" else "_" for each in symbol)


def change_prompt(fields: Sequence[str], language: Language) -> ChoicePrompt:
    """For who comes back with everything answered."""
    go_on = ChoiceOption(id=GO_ON, label=Words("不改，继续", "Nothing, go on").in_(language))
    changes = (
        ChoiceOption(
            id=f"change_{field}", label=f"{Words('更改', 'Change the ').in_(language)}{_named(field, language)}"
        )
        for field in fields
    )
    return ChoicePrompt(choice_id=CHANGE, question=_QUESTIONS[CHANGE].in_(language), options=(go_on, *changes))


def told_of(option: ChoiceOption, subtitle: str) -> ChoiceOption:
    """The same option with another subtitle."""
    return option.model_copy(update={"subtitle": subtitle[:_LONGEST_SUBTITLE]})


def shown_prompt(cards: Sequence[GenUi], prompt: ChoicePrompt | None) -> tuple[GenUi, ...]:
    """The desk puts its questions itself: a model's own choices give way to the next one."""
    if prompt is None:
        return tuple(cards)
    return (*(card for card in cards if not isinstance(card, ChoicePrompt)), prompt)


def _instrument(instrument: InstrumentFact, language: Language) -> ChoiceOption:
    name = instrument.name_zh if language == "zh" else instrument.name_en
    demo = Words("虚构的演示数据，", "fictional demo data, ").in_(language) if instrument.is_demo else ""
    bars = Words("有数据的周期：", "bars: ").in_(language) + ", ".join(instrument.timeframes)
    label = f"{name} {instrument.symbol}".strip()[:_LONGEST_LABEL]
    return ChoiceOption(id=option_id(instrument.symbol), label=label, subtitle=f"{demo}{bars}"[:_LONGEST_SUBTITLE])


def _named(field: str, language: Language) -> str:
    return FIELD_NAMES[field].in_(language)
