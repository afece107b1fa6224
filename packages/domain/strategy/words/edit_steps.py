"""The kinds of edits that are understood, each tried on a part of a message until one fits."""

from collections.abc import Callable
from typing import Any

from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.words.edit_indicators import (
    remove_conditions,
    replace_indicator,
    set_level,
    set_lengths,
    set_settings,
)
from packages.domain.strategy.words.edit_part import Done, EditPart
from packages.domain.strategy.words.joining import combined, parts_of
from packages.domain.strategy.words.meanings import Assumed, Meant, assumed
from packages.domain.strategy.words.quantities import plain
from packages.domain.strategy.words.sides import LONG, SHORT, for_side, mirrored
from packages.domain.strategy.words.states import volume_filter
from packages.domain.strategy.words.tokens import Kind, Token
from packages.domain.strategy.words.trades import Directive

_EXITS = {"stop": ("stop_loss", "stop"), "target": ("take_profit", "target"), "trailing": ("trailing_stop", "stop")}
_NAMED_EXITS = {
    Kind.STOP_LOSS: ("stop_loss", "bracket_rr"),
    Kind.TAKE_PROFIT: ("take_profit",),
    Kind.TRAILING: ("trailing_stop",),
    Kind.HOLD: ("time_exit",),
}


Step = Callable[[EditPart], Done | None]


def _directives(tokens: list[Token]) -> list[Directive]:
    return [token.value for token in tokens if token.kind in (Kind.DIRECTIVE, Kind.EXIT)]


def _rest(tokens: list[Token], *silent: Kind) -> list[Token]:
    kinds = (Kind.DIRECTIVE, Kind.EXIT, Kind.AND, Kind.ADD, Kind.ALSO, Kind.ONLY, Kind.PER_TRADE, Kind.INSTEAD, *silent)
    return [token for token in tokens if token.kind not in kinds]


def apply_directive(part: EditPart, directive: Directive) -> str | None:
    """Makes the change and says where; None when the document has no place for it."""
    draft, side = part.draft, part.sides[0]
    if directive.name in _EXITS:
        kind, name = _EXITS[directive.name]
        draft.set_exit(kind, {"type": kind, name: directive.value})
    elif directive.name == "time":
        draft.set_exit("time_exit", {"type": "time_exit", "bars": directive.value})
    elif directive.name == "size":
        for each in draft.sides.values():
            each["position_sizing"] = dict(directive.value)
        return f"/trade/{side}/position_sizing"
    elif directive.name == "timeframe":
        draft.document["timeframe"] = directive.value
        return "/timeframe"
    elif directive.name == "instrument":
        return _set_tickers(part, list(directive.value))
    else:
        return None
    return f"/trade/{side}/exits"


def _set_tickers(part: EditPart, symbols: list[str]) -> str:
    universe = part.draft.document["universe"]
    if part.has(Kind.ADD, Kind.ALSO) or _is_added(part):
        symbols = [*universe["tickers"], *(each for each in symbols if each not in universe["tickers"])]
    universe["tickers"] = symbols
    universe["market"] = parse_symbol(symbols[-1]).market.value
    return "/universe/tickers"


def _is_added(part: EditPart) -> bool:
    """标的加上微软: `加上` joins conditions elsewhere."""
    first = part.words[0]
    return any(
        word.kind is Kind.AND and word is not first and part.text[word.start : word.end] == "加上"
        for word in part.words
    )


def set_directives(part: EditPart) -> Done | None:
    """Stops, targets, sizes, bars and instruments by their new values; several may stand side by side."""
    tokens = part.tokens
    directives = _directives(tokens)
    if not directives or part.has(Kind.REMOVE, Kind.REPLACE, Kind.DOUBLE) or _says_other(part):
        return None
    if any(token.kind in (Kind.CONDITION, Kind.NOT, Kind.UNLESS) for token in tokens):
        return None
    if _is_relative(part):
        return _relative(part, directives)
    return _applied(part, tokens)


def _says_other(part: EditPart) -> bool:
    """Whether the words name what is not wanted any more, beside what is."""
    place = part.place(Kind.INSTEAD, Kind.NOT)
    return place is not None and 0 < place < len(part.words) - 1


def _applied(part: EditPart, tokens: list[Token]) -> Done | None:
    places, told = list[str](), list[Assumed]()
    for directive in _directives(tokens):
        if directive.name.startswith("no_"):
            continue
        place = apply_directive(part, directive)
        if place is None:
            return None
        places.append(place)
        told.extend(directive.assumed)
    exits = {"sell", "exit", "close_long", "cover", "trade", "buy"}
    silent = [token for token in tokens if token.kind is Kind.ACTION and token.value in exits]
    rest = [
        token
        for token in _rest(tokens, Kind.WHEN, Kind.TO, Kind.RULE_WORD, Kind.PRONOUN, Kind.STOP_LOSS, Kind.HOLD)
        if token not in silent
    ]
    if not places:
        return None
    names = {directive.name for directive in _directives(tokens)}
    return Done(
        names.pop() if len(names) == 1 else "several",
        places[0],
        tuple(told),
        tuple(map(lambda t: part.quote([t]), rest)),
    )


def _is_relative(part: EditPart) -> bool:
    """Widened by two points, not to two points."""
    verbs = [word.value for word in part.words if word.kind is Kind.SET]
    return any(verb in ("wider", "tighter", "more", "less") for verb in verbs) and not (
        "to" in verbs or part.has(Kind.TO) or part.has(Kind.OVER)
    )


def _relative(part: EditPart, directives: list[Directive]) -> Done | None:
    verb = next(word.value for word in part.words if word.kind is Kind.SET and word.value not in ("to", None))
    if len(directives) != 1 or directives[0].name not in _EXITS or _rest(part.tokens):
        return None
    kind, name = _EXITS[directives[0].name]
    change = directives[0].value
    exits = part.draft.exits_of(kind)
    if not exits or any(each[name]["kind"] != change["kind"] for each in exits):
        return None
    sign = 1 if verb in ("wider", "more") else -1
    for each in exits:
        each[name]["value"] = plain(each[name]["value"] + sign * change["value"])
    return Done(directives[0].name, f"/trade/{part.sides[0]}/exits", directives[0].assumed)


def scale_size(part: EditPart) -> Done | None:
    """Half the size, 仓位翻倍, half the risk."""
    factor = next((word.value for word in part.words if word.kind in (Kind.DOUBLE, Kind.FRACTION, Kind.MULTIPLE)), None)
    portion = next((word for word in part.words if word.kind is Kind.PORTION), None)
    if factor is None and portion is not None and part.quote([portion]).casefold() == "half size":
        factor = portion.value
    kinds = (
        Kind.SIZE,
        Kind.RISK,
        Kind.EQUITY,
        Kind.DOUBLE,
        Kind.FRACTION,
        Kind.MULTIPLE,
        Kind.SET,
        Kind.PORTION,
        Kind.TO,
        Kind.PER_TRADE,
    )
    if (
        factor is None
        or not part.has(Kind.SIZE, Kind.RISK, Kind.PORTION)
        or any(word.kind not in kinds for word in part.words)
    ):
        return None
    for side in part.draft.sides.values():
        sizing = side["position_sizing"]
        key = next(key for key in sizing if key in ("pct", "cash", "qty", "target"))
        sizing[key] = plain(sizing[key] * factor)
    return Done("size", f"/trade/{part.sides[0]}/position_sizing")


def remove_exit(part: EditPart) -> Done | None:
    """No take profit, 止损去掉, remove the time limit, drop the exit rule."""
    verb = part.place(Kind.REMOVE, Kind.NOT)
    if verb is None or any(
        token.kind in (Kind.CONDITION, Kind.DIRECTIVE) and token.value.__class__ is Meant for token in part.tokens
    ):
        return None
    names = [word for word in part.words if word.kind in _NAMED_EXITS]
    exits = [word for word in part.words if word.kind is Kind.ACTION and word.value in ("exit", "sell")]
    silent = (Kind.REMOVE, Kind.NOT, Kind.RULE_WORD, Kind.ADD, Kind.AT_MOST, Kind.SET, Kind.CHART, Kind.PRONOUN)
    rest = [word for word in part.words if word.kind not in (*silent, *_NAMED_EXITS) and word not in exits]
    if any(word.kind not in (Kind.UNKNOWN, Kind.OUTPUT) for word in rest) or len(rest) > 2:
        return None
    kinds = [kind for word in names for kind in _NAMED_EXITS[word.kind]]
    if not kinds and exits:
        kinds = ["signal_exit"]
    if not kinds and rest and part.quote(rest).casefold() in ("fixed one", "fixed", "固定"):
        kinds, rest = ["stop_loss"], []
    if not kinds or not part.draft.remove_exits(*kinds):
        return None
    return Done("remove", f"/trade/{part.sides[0]}/exits", (), (part.quote(rest),) if rest else ())


def add_condition(part: EditPart) -> Done | None:
    """A further condition to get in, or another way in or out."""
    tokens = [token for token in part.tokens if token.kind is not Kind.INSTEAD]
    action = next((token.value for token in tokens if token.kind is Kind.ACTION), "")
    words = [token for token in tokens if token.kind not in (Kind.ACTION, Kind.RULE_WORD, Kind.DIRECTIVE)]
    parts = [each for each in parts_of(words) if not each.says_nothing]
    known = [each for each in parts if each.understood is not None and each.understood.kind is Kind.CONDITION]
    if not known or any(each.joint in ("or", "unless") for each in parts[1:] if each.understood is None):
        return None
    meant = combined(known)
    if meant is None or _says_remove(part):
        return None
    unread = tuple(part.quote(each.tokens) for each in parts if each not in known)
    return _joined(part, action, meant, unread)


def _says_remove(part: EditPart) -> bool:
    return part.has(Kind.REMOVE, Kind.REPLACE)


def _joined(part: EditPart, action: str, meant: Meant, unread: tuple[str, ...]) -> Done | None:
    side = part.sides[0]
    is_out = action in ("sell", "exit", "cover", "close_long")
    is_also = part.has(Kind.ALSO)
    if action in ("short", "buy") and {"short": SHORT, "buy": LONG}[action] != side:
        return None
    if is_out:
        turned = for_side(meant, side)
        if is_also:
            part.draft.join("exit", "any", turned.json, meant.factors)
        else:
            part.draft.set_condition("exit", turned.json, meant.factors)
        return Done("exit", f"/trade/{side}/exits", meant.assumed, unread)
    is_filter = part.has(Kind.ADD, Kind.ONLY, Kind.FILTER) or not action
    if is_also and action and not part.has(Kind.ADD, Kind.ONLY):
        part.draft.join("entry", "any", meant.json, meant.factors)
    elif is_filter and (part.has(Kind.ADD, Kind.ONLY, Kind.FILTER, Kind.ALSO) or _leads_with_and(part)):
        part.draft.join("entry", "all", meant.json, meant.factors)
    elif action in ("buy", "short") or part.has(Kind.INSTEAD):
        part.draft.set_condition("entry", meant.json, meant.factors)
    else:
        return None
    return Done("entry", f"/trade/{side}/entry/condition", meant.assumed, unread)


def _leads_with_and(part: EditPart) -> bool:
    return part.words[0].kind is Kind.AND


def add_volume_filter(part: EditPart) -> Done | None:
    """`Add a volume filter` says no more than that; the volume is then above its average."""
    kinds = (Kind.ADD, Kind.AND, Kind.VOLUME, Kind.FILTER, Kind.SET, Kind.ALSO, Kind.RULE_WORD)
    if not part.has(Kind.VOLUME) or not part.has(Kind.FILTER) or not part.has(Kind.ADD, Kind.AND, Kind.SET):
        return None
    if any(word.kind not in kinds for word in part.words):
        return None
    meant = volume_filter()
    part.draft.join("entry", "all", meant.json, meant.factors)
    return Done("filter", f"/trade/{part.sides[0]}/entry/condition", meant.assumed)


def reverse_side(part: EditPart) -> Done | None:
    """改做空，反过来: the same rules the other way round."""
    actions = {word.value for word in part.words if word.kind is Kind.ACTION}
    kinds = (Kind.SET, Kind.ACTION, Kind.OPPOSITE, Kind.INSTEAD, Kind.LONG_ONLY)
    wanted = {"short": SHORT, "buy": LONG}
    if len(actions) != 1 or len(part.sides) != 1 or any(word.kind not in kinds for word in part.words):
        return None
    target = wanted.get(actions.pop())
    if target is None or target == part.sides[0] or not part.has(Kind.SET, Kind.OPPOSITE, Kind.INSTEAD):
        return None
    side = part.draft.sides.pop(part.sides[0])
    for holder in [side["entry"], *(each for each in side["exits"] if each["type"] == "signal_exit")]:
        turned = mirrored(Meant(holder["condition"]))
        if turned is None:
            return None
        holder["condition"] = turned.json
    part.draft.sides[target] = side
    part.draft.is_reversed = True
    return Done("direction", f"/trade/{target}", (assumed("mirrored"),))


def repeated_reversal(part: EditPart) -> Done | None:
    """反过来 after 改做空 says the same again."""
    is_that = part.draft.is_reversed and all(word.kind in (Kind.OPPOSITE, Kind.SET) for word in part.words)
    return Done("direction", f"/trade/{part.sides[0]}") if is_that else None


def replaced(part: EditPart) -> Done | None:
    """X with Y, in the orders that people say it."""
    sides = _old_and_new(part)
    if sides is None:
        return None
    old, new = sides
    old_tokens, new_tokens = part.chunks(old), part.chunks(new)
    symbols = (
        [word.value for word in old if word.kind is Kind.SYMBOL],
        [word.value for word in new if word.kind is Kind.SYMBOL],
    )
    if symbols[0] and symbols[1]:
        return _swap_tickers(part, symbols[0], symbols[1])
    directives = _directives(new_tokens)
    if directives and not any(token.kind is Kind.CONDITION for token in new_tokens):
        done = _applied(part, new_tokens)
        named = [kind for word in old for kind in _NAMED_EXITS.get(word.kind, ())]
        mine = {_EXITS[each.name][0] for each in directives if each.name in _EXITS}
        if done is not None and named and not set(named) & mine:
            part.draft.remove_exits(*named)
        return done
    if any(token.kind is Kind.ACTION for token in new_tokens):
        done = add_condition(EditPart(new, part.draft, part.text))
        return done
    return replace_indicator(part, old, new)


def _swap_tickers(part: EditPart, old: list[str], new: list[str]) -> Done | None:
    universe = part.draft.document["universe"]
    if any(symbol not in universe["tickers"] for symbol in old):
        return None
    kept = [symbol for symbol in universe["tickers"] if symbol not in old]
    universe["tickers"] = [*kept, *new]
    universe["market"] = parse_symbol(new[0]).market.value
    return Done("instrument", "/universe/tickers")


def _old_and_new(part: EditPart) -> tuple[list[Token], list[Token]] | None:
    words = part.words
    place = part.place(Kind.INSTEAD)
    if place is not None and words[place + 1 :] and words[:place]:
        return words[place + 1 :], words[:place]
    place = part.place(Kind.NOT)
    if place is not None and words[:place] and words[place + 1 :] and _directives(part.chunks(words[:place])):
        return words[place + 1 :], words[:place]
    place = part.place(Kind.REPLACE)
    if place is not None:
        before, after = words[:place], words[place + 1 :]
        verb = words[place].value
        if verb == "by" and before and after:
            return after, before
        if verb == "to" and before and after:
            return before, after
        return _around_with(after) if not before else (before, after) if after else None
    place = next((each for each, word in enumerate(words) if word.kind is Kind.SET and word.value == "to"), None)
    if place and words[place + 1 :]:
        return words[:place], words[place + 1 :]
    return None


def _around_with(words: list[Token]) -> tuple[list[Token], list[Token]] | None:
    """Replace X with Y; swap X for Y leaves nothing between the two."""
    joint = next((place for place, word in enumerate(words) if word.kind is Kind.AND), None)
    if joint is not None:
        return words[:joint], words[joint + 1 :]
    if len(words) == 2:
        return words[:1], words[1:]
    return ([], words) if words else None


def instrument_only(part: EditPart) -> Done | None:
    """换五粮液, make it Ford: the new instrument alone."""
    symbols = [word.value for word in part.words if word.kind is Kind.SYMBOL]
    kinds = (
        Kind.SYMBOL,
        Kind.REPLACE,
        Kind.SET,
        Kind.RULE_WORD,
        Kind.PRONOUN,
        Kind.ADD,
        Kind.AND,
        Kind.INSTEAD,
        Kind.ALSO,
        Kind.TO,
        Kind.LISTING,
    )
    rest = [word for word in part.words if word.kind not in kinds]
    trailing = part.words[-1].kind is Kind.INSTEAD or not part.has(Kind.INSTEAD)
    if not trailing or (part.has(Kind.REPLACE) and len(symbols) > 1):
        return None
    if not symbols or any(word.kind is not Kind.UNKNOWN for word in rest) or len(rest) > 2:
        return None
    return Done("instrument", _set_tickers(part, symbols), (), (part.quote(rest),) if rest else ())


def bracket_number(part: EditPart) -> Done | None:
    """ATR倍数改成3: the multiple of the stop that is there."""
    atr = any(word.kind is Kind.INDICATOR and word.value == "atr" for word in part.words)
    numbers = [word.value for word in part.words if word.kind is Kind.NUMBER]
    kinds = (
        Kind.INDICATOR,
        Kind.NUMBER,
        Kind.SET,
        Kind.SETTING,
        Kind.TIMES,
        Kind.STOP_LOSS,
        Kind.TRAILING,
        Kind.TO,
        Kind.PRONOUN,
    )
    if not atr or len(numbers) != 1 or any(word.kind not in kinds for word in part.words):
        return None
    changed = False
    for side in part.draft.sides.values():
        for exit_ in side["exits"]:
            distance = exit_.get("stop", exit_.get("target", {}))
            if distance.get("kind") == "atr_multiple":
                period = any(word.kind is Kind.SETTING and word.value == "period" for word in part.words)
                distance["period" if period else "value"] = int(numbers[0]) if period else plain(numbers[0])
                changed = True
    return Done("stop", f"/trade/{part.sides[0]}/exits") if changed else None


def any_is_enough(part: EditPart) -> Done | None:
    """Either condition is enough to enter."""
    entry_words = part.has(Kind.EITHER) and not any(
        token.kind in (Kind.CONDITION, Kind.DIRECTIVE) for token in part.tokens
    )
    action = {word.value for word in part.words if word.kind is Kind.ACTION}
    if not entry_words or action - {"buy"} or not action:
        return None
    changed = False
    for side in part.draft.sides.values():
        held = side["entry"]["condition"]
        if "all" in held:
            side["entry"]["condition"] = {"any": held["all"]}
            changed = True
    return Done("entry", f"/trade/{part.sides[0]}/entry/condition") if changed else None


def bare_size(part: EditPart) -> Done | None:
    """金额加到两万: an amount for a size that is already money or shares."""
    numbers = [token for token in part.tokens if token.kind in (Kind.NUMBER, Kind.MONEY)]
    rest = [
        token
        for token in part.tokens
        if token not in numbers and token.kind not in (Kind.SIZE, Kind.PER_TRADE, Kind.EQUITY, Kind.ONLY)
    ]
    if len(numbers) != 1 or rest or not (part.has(Kind.SIZE) or numbers[0].kind is Kind.MONEY):
        return None
    value: Any = plain(numbers[0].value)
    for side in part.draft.sides.values():
        mode = side["position_sizing"]["mode"]
        if mode != "fixed_cash" and numbers[0].kind is not Kind.MONEY:
            return None
        side["position_sizing"] = {"mode": "fixed_cash", "cash": value}
    return Done("size", f"/trade/{part.sides[0]}/position_sizing")


STEPS: tuple[Step, ...] = (
    scale_size,
    replaced,
    set_level,
    set_settings,
    set_lengths,
    bracket_number,
    set_directives,
    bare_size,
    instrument_only,
    reverse_side,
    repeated_reversal,
    any_is_enough,
    remove_exit,
    remove_conditions,
    add_volume_filter,
    add_condition,
)
