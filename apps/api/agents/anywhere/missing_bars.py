"""A change to bars that nobody has: said when it is asked for, and not when the backtest finds none."""

from collections.abc import Mapping

from apps.api.agents.protocol import PhaseContext
from apps.api.agents.spoken_rules import EDIT
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.wording import say
from packages.domain.strategy.explain.phrases import StrategyPhrases

_POINTER = "/timeframe"


async def without_missing_bars(context: PhaseContext, strategy: StrategyFact | None, said: JsonObject) -> JsonObject:
    """The same, or, where the change asks for bars that are not stored, no change, the reason, and a way to stay."""
    wanted = _timeframe_in(said)
    if strategy is None or not wanted:
        return said
    stored = {each.symbol: each.timeframes for each in await context.services.records.instruments()}
    lacking = [each for each in strategy.tickers if each in stored and wanted not in stored[each]]
    if not lacking:
        return said
    speech = StrategyPhrases(context.language)
    named = say(context.language, "comma").join(lacking)
    reason = say(context.language, "draft.no_bars", bars=speech.say(wanted), symbols=named)
    stay = say(context.language, "draft.stay_on", bars=speech.say(strategy.timeframe))
    return {EDIT: {"operations": [], "not_understood": [], "assumed": [], "reasons": [reason], "stay": stay}}


def _timeframe_in(said: JsonObject) -> str:
    """The bars that an edit asks for; "" where it asks for none."""
    edit = said.get(EDIT)
    operations = edit.get("operations") if isinstance(edit, Mapping) else None
    values: list[JsonValue] = [
        each.get("value")
        for each in (operations if isinstance(operations, list) else [])
        if isinstance(each, Mapping) and each.get("path") == _POINTER
    ]
    return str(values[0]) if values else ""
