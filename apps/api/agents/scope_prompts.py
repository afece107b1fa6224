"""The next question about what to trade, with the options that data and the person's limits allow."""

from collections.abc import Mapping

from apps.api.agents.prompts_of_fields import change_prompt, instrument_options, options_of, prompt_of, told_of
from apps.api.agents.regimes import reason_for, speaks_for, summary_of
from apps.api.agents.scope_offers import Offers
from packages.contracts.genui import ChoiceOption, ChoicePrompt
from packages.domain.conversation.fields import PRE_STRATEGY
from packages.domain.conversation.model import Language

_NAMES = tuple(field.name for field in PRE_STRATEGY)
REDO_KYC: Mapping[Language, ChoiceOption] = {
    "zh": ChoiceOption(id="redo_kyc", label="重做KYC"),
    "en": ChoiceOption(id="redo_kyc", label="Redo KYC"),
}


LOOK_AGAIN: Mapping[Language, ChoiceOption] = {
    "zh": ChoiceOption(id="look_again", label="再看看"),
    "en": ChoiceOption(id="look_again", label="Look again"),
}
_NO_DATA: Mapping[Language, str] = {
    "zh": "投研台还没有行情数据：第一次启动时，演示数据正在后台载入；"
    "您也可以用 parley data 载入自己的数据。好了就再看看。",
    "en": "The desk has no market data yet: on a first start the demo data are still being loaded; `parley data` loads "
    "your own. Look again when they are there.",
}


def scope_prompt(offers: Offers, values: Mapping[str, str], regime: object, language: Language) -> ChoicePrompt | None:
    """When nothing is missing, whether something shall change; without data, whether there are some by now."""
    if not offers.instruments:
        return ChoicePrompt(choice_id=_NAMES[0], question=_NO_DATA[language], options=(LOOK_AGAIN[language],))
    field = next((name for name in _NAMES if name not in values), None)
    match field:
        case None:
            return change_prompt(_NAMES, language)
        case "target_instrument":
            return prompt_of(field, language, instrument_options(offers.tradable(values), language))
        case "strategy_family_choice":
            return prompt_of(field, language, _families(regime, language), summary_of(regime, language))
        case _:
            options = options_of(field, language, offers.values(field, values))
            return prompt_of(field, language, options or (REDO_KYC[language],))


def _families(regime: object, language: Language) -> list[ChoiceOption]:
    """What the numbers speak for comes first."""
    options = [_family(option, regime, language) for option in options_of("strategy_family_choice", language)]
    return sorted(options, key=lambda option: option.id != speaks_for(regime))


def _family(option: ChoiceOption, regime: object, language: Language) -> ChoiceOption:
    reason = reason_for(regime, option.id, language)
    return option if reason is None else told_of(option, reason)
