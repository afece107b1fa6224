"""From what was gathered to a document of the strategy language, with a pointer for every clause."""

from dataclasses import dataclass, field

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.words.grammar.expressions import version_of
from packages.domain.strategy.words.grammar.meanings import Assumed, Meant
from packages.domain.strategy.words.rules.defaults import default_exit, default_size, risk_stop
from packages.domain.strategy.words.rules.sides import LONG, SHORT, GatheredRules, WordedSide, for_side

_LONGEST_NAME = 60
_EXITS = {"stop": ("stop_loss", "stop"), "target": ("take_profit", "target"), "trailing": ("trailing_stop", "stop")}


@dataclass(slots=True)
class Written:
    """A document, where each clause went, and what was assumed on the way."""

    document: Document
    pointers: dict[int, str] = field(default_factory=dict)
    assumed: list[Assumed] = field(default_factory=list)
    factors: dict[str, Json] = field(default_factory=dict)


def written(gathered: GatheredRules, symbols: tuple[str, ...], timeframe: str, name: str) -> Written | None:
    """None where nothing says when to get in, or the instruments are of two markets."""
    markets = {_market(symbol) for symbol in symbols}
    sides = [side for side in (LONG, SHORT) if gathered.sides[side].entries]
    if not sides or len(markets) != 1 or None in markets:
        return None
    result = Written({})
    trade: dict[str, Json] = {}
    for side in sides:
        if (entry := gathered.sides[side].entry()) is not None:
            trade[side] = _side(gathered, entry, side, sides, len(symbols), result)
    for clause, directive in gathered.directives:
        place = {"instrument": "/universe/tickers", "timeframe": "/timeframe", "direction": "/trade"}
        result.pointers.setdefault(clause, place.get(directive.name, ""))
    result.document = {
        "dsl_version": version_of(trade),
        "strategy": {"name": _short(name)},
        "universe": {"market": markets.pop(), "tickers": list[Json](symbols)},
        "timeframe": timeframe,
        "factors": result.factors,
        "trade": trade,
    }
    return result


def understood(gathered: GatheredRules, symbols: tuple[str, ...], timeframe: str | None) -> Document:
    """The parts of a document that the words gave, and nothing that was assumed; it need not be complete."""
    result, trade, parts = Written({}), dict[str, Json](), dict[str, Json]()
    said = [side for side in (LONG, SHORT) if gathered.sides[side].entries or gathered.sides[side].exits] or [LONG]
    for side in said:
        worded, one = gathered.sides[side], dict[str, Json]()
        entry = worded.entry()
        if entry is not None:
            _took(entry, result)
            one["entry"] = {"condition": for_side(entry, side).json}
        if exits := _exits(gathered, worded, side, result):
            one["exits"] = exits
        if size := gathered.named("size"):
            one["position_sizing"] = dict(size[0][1].value)
        if one:
            trade[side] = one
    if symbols:
        parts["universe"] = {"tickers": list[Json](symbols)}
    if timeframe is not None:
        parts["timeframe"] = timeframe
    return {**parts, "factors": result.factors, "trade": trade}


def _market(symbol: str) -> str | None:
    try:
        return parse_symbol(symbol).market.value
    except BadSymbol:
        return None


def _short(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"


def _side(
    gathered: GatheredRules, entry: Meant, side: str, sides: list[str], tickers: int, result: Written
) -> Document:
    worded, pointer = gathered.sides[side], f"/trade/{side}"
    entry = for_side(entry, side)
    _took(entry, result)
    for clause, _ in [*worded.entries, *worded.filters]:
        result.pointers[clause] = f"{pointer}/entry/condition"
    exits = _exits(gathered, worded, side, result)
    if not exits or (entry.closes and not worded.exits and len(sides) == 1):
        exits = [*exits, _missing_exit(gathered, entry, side, sides, f"{pointer}/exits/{len(exits)}", result)]
    sizing = _sizing(gathered, side, tickers, exits, result)
    return {"entry": {"condition": entry.json, "order": {"type": "market"}}, "exits": exits, "position_sizing": sizing}


def _took(meant: Meant, result: Written) -> None:
    result.factors.update(meant.factors)
    result.assumed.extend(each for each in meant.assumed if each not in result.assumed)


def _exits(gathered: GatheredRules, worded: WordedSide, side: str, result: Written) -> list[Json]:
    exits: list[Json] = []
    entry = worded.entry()
    for clause, meant in worded.exits:
        turned = for_side(meant, side, entry.json if entry is not None else None)
        _took(turned, result)
        result.pointers[clause] = f"/trade/{side}/exits/{len(exits)}"
        exits.append({"type": "signal_exit", "condition": turned.json})
    reward = gathered.named("reward")
    for clause, directive in gathered.directives:
        pointer = f"/trade/{side}/exits/{len(exits)}"
        if directive.name == "stop" and reward:
            exits.append({"type": "bracket_rr", "stop": directive.value, "risk_reward": reward[0][1].value})
            result.pointers[reward[0][0]] = pointer
        elif directive.name in _EXITS:
            kind, distance = _EXITS[directive.name]
            exits.append({"type": kind, distance: directive.value})
        elif directive.name == "time":
            exits.append({"type": "time_exit", "bars": directive.value})
        else:
            continue
        result.pointers[clause] = pointer
        result.assumed.extend(each for each in directive.assumed if each not in result.assumed)
    return exits


def _missing_exit(
    gathered: GatheredRules, entry: Meant, side: str, sides: list[str], pointer: str, result: Written
) -> Document:
    """With both sides the entry of one is the exit of the other."""
    other = gathered.sides[SHORT if side == LONG else LONG].entry() if len(sides) == 2 else None
    if other is not None:
        _took(other, result)
        result.assumed.append(Assumed("exit_reverse", (("pointer", pointer),)))
        return {"type": "signal_exit", "condition": for_side(other, SHORT if side == LONG else LONG).json}
    made, meant, assumption = default_exit(entry, pointer, guesses=not gathered.exit_unread)
    if meant is not None:
        result.factors.update(meant.factors)
    result.assumed.append(assumption)
    return made


def _sizing(gathered: GatheredRules, side: str, tickers: int, exits: list[Json], result: Written) -> Document:
    pointer = f"/trade/{side}/position_sizing"
    said = gathered.named("size")
    if not said:
        sizing, assumption = default_size(tickers, pointer)
        result.assumed.append(assumption)
        return sizing
    clause, directive = said[0]
    result.pointers[clause] = pointer
    size: Document = dict(directive.value)
    stops = ("stop_loss", "bracket_rr", "trailing_stop")
    if size["mode"] == "risk_per_trade" and not any(isinstance(each, dict) and each["type"] in stops for each in exits):
        stop, assumption = risk_stop(f"/trade/{side}/exits/{len(exits)}")
        exits.append(stop)
        result.assumed.append(assumption)
    return size
