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


def scope_prompt(offers: Offers, values: Mapping[str, str], regime: object, language: Language) -> ChoicePrompt | None:
    """When nothing is missing, whether something shall change; None when nothing can be offered."""
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
            return prompt_of(field, language, options or _way_out(offers, language))


def _way_out(offers: Offers, language: Language) -> tuple[ChoiceOption, ...]:
    """There are data, and the person's answers allow none of it."""
    return (REDO_KYC[language],) if offers.instruments else ()


def _families(regime: object, language: Language) -> list[ChoiceOption]:
    """What the numbers speak for comes first."""
    options = [_family(option, regime, language) for option in options_of("strategy_family_choice", language)]
    return sorted(options, key=lambda option: option.id != speaks_for(regime))


def _family(option: ChoiceOption, regime: object, language: Language) -> ChoiceOption:
    reason = reason_for(regime, option.id, language)
    return option if reason is None else told_of(option, reason)
