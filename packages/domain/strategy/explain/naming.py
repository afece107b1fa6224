"""What indicators are called in sentences, as traders write them: ADX(14), Bollinger bands (20, 2) on weekly bars."""

from collections.abc import Mapping

from packages.core.messages import Language
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.explain.phrases import LONGEST_SHORT_NAME, StrategyPhrases, number
from packages.domain.strategy.model import Factor, Strategy
from packages.domain.strategy.operands import FactorOutput


def strategy_phrases(strategy: Strategy, catalogue: Catalogue, language: Language) -> StrategyPhrases:
    """The phrases of a language that call the factors of a strategy by what they are."""
    speech = StrategyPhrases(language)
    return StrategyPhrases(language, {each.name: _factor_label(each, catalogue, speech) for each in strategy.factors})


def factor_outputs(factor: Factor, catalogue: Catalogue, language: Language) -> Mapping[str, str]:
    """What each output of a factor is called, by the output: the band of what, the signal line of what."""
    speech = StrategyPhrases(language)
    named = StrategyPhrases(language, {factor.name: _factor_label(factor, catalogue, speech)})
    return {output: named.value(FactorOutput(factor.name, output)).strip() for output in catalogue[factor.type].outputs}


def _factor_label(factor: Factor, catalogue: Catalogue, speech: StrategyPhrases) -> str:
    text = _indicator(factor, catalogue, speech)
    if factor.timeframe is None:
        return text
    return speech.say("factor_timeframe", indicator=text, timeframe=speech.say(factor.timeframe.value))


def _indicator(factor: Factor, catalogue: Catalogue, speech: StrategyPhrases) -> str:
    settings, label = _settings(factor, catalogue), _label(factor, catalogue, speech.language)
    if not settings:
        return label
    if speech.language is Language.EN and not label.isupper():
        label = f"{label} "
    if [*settings] == ["period"]:
        return speech.say("indicator_period", type=label, period=settings["period"])
    return speech.say("indicator", type=label, settings=speech.joined(list(settings.values())))


def _label(factor: Factor, catalogue: Catalogue, language: Language) -> str:
    """Short names are what traders say (ADX, MACD); longer ones are spelled out (Bollinger bands)."""
    indicator = catalogue.get(factor.type)
    if indicator is None or len(factor.type) <= LONGEST_SHORT_NAME:
        return factor.type.upper()
    return indicator.label(language)


def _settings(factor: Factor, catalogue: Catalogue) -> Mapping[str, str]:
    """By name, in the indicator's own order, with its defaults; the close is understood."""
    given, indicator = dict[str, int | float | str | None](factor.params), catalogue.get(factor.type)
    if indicator is not None:
        given = {each.name: given.get(each.name, each.default) for each in indicator.parameters}
    return {
        name: value if isinstance(value, str) else number(value)
        for name, value in given.items()
        if value is not None and (name, value) != ("source", "close")
    }
