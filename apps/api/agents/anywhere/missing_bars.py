"""Rules, or a change of them, for data that nobody has: said when they are asked for, and not when the backtest finds
none."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from apps.api.agents.protocol import PhaseContext
from apps.api.agents.rule_changes import daily_bars
from apps.api.agents.rule_changes.state_keys import EDIT, RULES
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.fetch_option import fetch_option
from packages.domain.conversation.wording import say
from packages.domain.strategy.explain.phrases import StrategyPhrases
from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.reading import read_value

_POINTER, _TICKERS = "/timeframe", "/universe/tickers"
_DEMO = "DEMO"


async def without_missing_bars(context: PhaseContext, strategy: StrategyFact | None, said: JsonObject) -> JsonObject:
    """The same, or, where it asks for bars that are not stored, no change, the reason, and a way on."""
    if strategy is None:
        return await _new_rules(context, said)
    after = _changed(strategy, said)
    if after is None:
        return said
    stored = await _stored(context)
    if unknown := [each for each in _tickers(after) if each not in stored]:
        stay = say(context.language, "draft.keep")
        return {EDIT: _unchanged(_no_data(context, unknown), stay, _fetches(context, unknown))}
    wanted = str(after["timeframe"])
    if wanted == strategy.timeframe or not (lacking := _lacking(stored, after, wanted)):
        return said
    stay = say(context.language, "draft.stay_on", bars=StrategyPhrases(context.language).say(strategy.timeframe))
    return {EDIT: _unchanged(_no_bars(context, "draft.no_bars", wanted, lacking), stay)}


async def _new_rules(context: PhaseContext, said: JsonObject) -> JsonObject:
    """New rules wait for bars that they can have, with a button for daily ones."""
    rules = said.get(RULES)
    dsl = read_value(rules.get("dsl")).document if isinstance(rules, Mapping) else None
    if not isinstance(rules, dict) or not isinstance(dsl, dict) or daily_bars.on_daily_bars(dsl) is None:
        return said
    wanted = str(dsl["timeframe"])
    lacking = _lacking(await _stored(context), dsl, wanted)
    if not lacking:
        return said
    reasons: list[JsonValue] = [_no_bars(context, "draft.no_bars_yet", wanted, lacking)]
    return {RULES: {**rules, "dsl": None, "reasons": reasons, "use": daily_bars.button(context.language)}}


async def _stored(context: PhaseContext) -> dict[str, tuple[str, ...]]:
    return {each.symbol: each.timeframes for each in await context.services.records.instruments()}


def _changed(strategy: StrategyFact, said: JsonObject) -> Document | None:
    """The rules as an edit of their bars or instruments would have them; None where it changes neither."""
    edit = said.get(EDIT)
    found = edit.get("operations") if isinstance(edit, Mapping) else None
    operations = found if isinstance(found, list) else []
    paths = [str(each.get("path")) for each in operations if isinstance(each, Mapping)]
    if not any(each == _POINTER or each.startswith(_TICKERS) for each in paths):
        return None
    after = apply_patch(read_value(strategy.dsl_json).document, operations)
    return after if isinstance(after, dict) else None


def _tickers(document: Document) -> Iterator[str]:
    universe = document.get("universe")
    tickers = universe.get("tickers") if isinstance(universe, dict) else None
    yield from (str(each) for each in tickers or ()) if isinstance(tickers, list) else ()


def _lacking(stored: Mapping[str, tuple[str, ...]], document: Document, timeframe: str) -> list[str]:
    return [each for each in _tickers(document) if each in stored and timeframe not in stored[each]]


def _no_bars(context: PhaseContext, name: str, timeframe: str, symbols: list[str]) -> str:
    named = say(context.language, "comma").join(symbols)
    return say(context.language, name, bars=StrategyPhrases(context.language).say(timeframe), symbols=named)


def _no_data(context: PhaseContext, symbols: list[str]) -> str:
    return say(context.language, "draft.no_data", symbols=say(context.language, "comma").join(symbols))


def _fetches(context: PhaseContext, symbols: list[str]) -> list[JsonValue]:
    """Nobody has more of the demo companies than the desk itself."""
    return [asdict(fetch_option(each, context.language)) for each in symbols if not each.startswith(_DEMO)]


def _unchanged(reason: str, stay: str, options: list[JsonValue] | None = None) -> JsonObject:
    more: JsonObject = {"reasons": [reason], "stay": stay, "options": options or []}
    return {"operations": [], "not_understood": [], "assumed": [], **more}
