"""Edits of stops, targets, sizes, bars and instruments."""

from typing import Any

from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.words.edit_part import Done, EditPart
from packages.domain.strategy.words.meanings import Assumed, Meant
from packages.domain.strategy.words.quantities import plain
from packages.domain.strategy.words.tokens import Kind, Token
from packages.domain.strategy.words.trades import Directive

EXITS = {"stop": ("stop_loss", "stop"), "target": ("take_profit", "target"), "trailing": ("trailing_stop", "stop")}


NAMED_EXITS = {
    Kind.STOP_LOSS: ("stop_loss", "bracket_rr"),
    Kind.TAKE_PROFIT: ("take_profit",),
    Kind.TRAILING: ("trailing_stop",),
    Kind.HOLD: ("time_exit",),
}


def directives_in(tokens: list[Token]) -> list[Directive]:
    return [token.value for token in tokens if token.kind in (Kind.DIRECTIVE, Kind.EXIT)]


def _rest(tokens: list[Token], *silent: Kind) -> list[Token]:
    kinds = (Kind.DIRECTIVE, Kind.EXIT, Kind.AND, Kind.ADD, Kind.ALSO, Kind.ONLY, Kind.PER_TRADE, Kind.INSTEAD, *silent)
    return [token for token in tokens if token.kind not in kinds]


def apply_directive(part: EditPart, directive: Directive) -> str | None:
    """Makes the change and says where; None when the document has no place for it."""
    draft, side = part.draft, part.sides[0]
    if directive.name in EXITS:
        kind, name = EXITS[directive.name]
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
    directives = directives_in(tokens)
    if not directives or part.has(Kind.REMOVE, Kind.REPLACE, Kind.DOUBLE) or _says_other(part):
        return None
    if any(token.kind in (Kind.CONDITION, Kind.NOT, Kind.UNLESS) for token in tokens):
        return None
    if _is_relative(part):
        return _relative(part, directives)
    return applied(part, tokens)


def _says_other(part: EditPart) -> bool:
    """Whether the words name what is not wanted any more, beside what is."""
    place = part.place(Kind.INSTEAD, Kind.NOT)
    return place is not None and 0 < place < len(part.words) - 1


def applied(part: EditPart, tokens: list[Token]) -> Done | None:
    places, told = list[str](), list[Assumed]()
    for directive in directives_in(tokens):
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
    names = {directive.name for directive in directives_in(tokens)}
    return Done(
        names.pop() if len(names) == 1 else "several",
        places[0],
        tuple(told),
        tuple(part.quote([token]) for token in rest),
    )


def _is_relative(part: EditPart) -> bool:
    """Widened by two points, not to two points."""
    verbs = [word.value for word in part.words if word.kind is Kind.SET]
    return any(verb in ("wider", "tighter", "more", "less") for verb in verbs) and not (
        "to" in verbs or part.has(Kind.TO) or part.has(Kind.OVER)
    )


def _relative(part: EditPart, directives: list[Directive]) -> Done | None:
    verb = next(word.value for word in part.words if word.kind is Kind.SET and word.value not in ("to", None))
    if len(directives) != 1 or directives[0].name not in EXITS or _rest(part.tokens):
        return None
    kind, name = EXITS[directives[0].name]
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
    names = [word for word in part.words if word.kind in NAMED_EXITS]
    exits = [word for word in part.words if word.kind is Kind.ACTION and word.value in ("exit", "sell")]
    silent = (Kind.REMOVE, Kind.NOT, Kind.RULE_WORD, Kind.ADD, Kind.AT_MOST, Kind.SET, Kind.CHART, Kind.PRONOUN)
    rest = [word for word in part.words if word.kind not in (*silent, *NAMED_EXITS) and word not in exits]
    if any(word.kind not in (Kind.UNKNOWN, Kind.OUTPUT) for word in rest) or len(rest) > 2:
        return None
    kinds = [kind for word in names for kind in NAMED_EXITS[word.kind]]
    if not kinds and exits:
        kinds = ["signal_exit"]
    if not kinds and rest and part.quote(rest).casefold() in ("fixed one", "fixed", "固定"):
        kinds, rest = ["stop_loss"], []
    if not kinds or not part.draft.remove_exits(*kinds):
        return None
    return Done("remove", f"/trade/{part.sides[0]}/exits", (), (part.quote(rest),) if rest else ())


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
