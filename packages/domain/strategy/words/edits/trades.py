"""Edits of stops, targets, sizes, bars and instruments."""

import re
from typing import Any

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.words.edits.bars import with_time_kept
from packages.domain.strategy.words.edits.part import EditDone, EditPart
from packages.domain.strategy.words.grammar.meanings import Directive, Meant, price
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.lexing.tokens import Tag, Token

EXITS = {"stop": ("stop_loss", "stop"), "target": ("take_profit", "target"), "trailing": ("trailing_stop", "stop")}


NAMED_EXITS = {
    Tag.STOP_LOSS: ("stop_loss", "bracket_rr"),
    Tag.TAKE_PROFIT: ("take_profit",),
    Tag.TRAILING: ("trailing_stop",),
    Tag.HOLD: ("time_exit",),
}


# Beside these a stop or a time is a piece of a condition that was not read: `10% off the 52-week high`.
_OF_CONDITIONS = (
    Tag.PERCENT, Tag.VALUE, Tag.INDICATOR, Tag.AVERAGE, Tag.VOLUME, Tag.OUTPUT, Tag.EXTREME, Tag.PEAK,
    Tag.FIELD, Tag.OVER, Tag.CROSS, Tag.RISE, Tag.TURN, Tag.POSITIVE, Tag.AT_LEAST,
)  # fmt: skip
_VERBS_AT_THE_HEAD = (Tag.RISE, Tag.CROSS, Tag.AT_MOST)
ENTRIES = ("buy", "short")
HOW_OFTEN = lazy_pattern(r"\b(?:once|twice) (?:an?|per|every|each)\b|[\d一二两三四五六七八九十几][次笔]", re.IGNORECASE)


def directives_in(tokens: list[Token]) -> list[Directive]:
    return [token.value for token in tokens if token.kind in (Tag.DIRECTIVE, Tag.EXIT)]


def _rest(tokens: list[Token], *silent: Tag) -> list[Token]:
    kinds = (
        Tag.DIRECTIVE, Tag.EXIT, Tag.AND, Tag.ADD, Tag.ALSO, Tag.ONLY, Tag.PER_TRADE, Tag.INSTEAD, Tag.THEN, Tag.MARK,
        *silent,
    )  # fmt: skip
    return [token for token in tokens if token.kind not in kinds]


_CHANGED = (*EXITS, "time", "size", "timeframe", "instrument")


def apply_directive(part: EditPart, directive: Directive) -> str:
    """Makes the change and says where."""
    draft, side = part.draft, part.sides[0]
    if directive.name == "size":
        for each in draft.sides.values():
            each["position_sizing"] = dict(directive.value)
        return f"/trade/{side}/position_sizing"
    if directive.name == "timeframe":
        draft.document["timeframe"] = directive.value
        return "/timeframe"
    if directive.name == "instrument":
        return _set_tickers(part, list(directive.value))
    if directive.name == "time":
        draft.set_exit("time_exit", {"type": "time_exit", "bars": directive.value})
    else:
        kind, name = EXITS[directive.name]
        draft.set_exit(kind, {"type": kind, name: directive.value})
    return f"/trade/{side}/exits"


def _set_tickers(part: EditPart, symbols: list[str]) -> str:
    universe = part.draft.document["universe"]
    if part.has(Tag.ADD, Tag.ALSO) or _is_added(part) or part.words[-1].kind is Tag.AND:
        symbols = [*universe["tickers"], *(each for each in symbols if each not in universe["tickers"])]
    universe["tickers"] = symbols
    universe["market"] = parse_symbol(symbols[-1]).market.value
    return "/universe/tickers"


_BESIDE = lazy_pattern(r"也|跟着|一起|一块")


def _is_added(part: EditPart) -> bool:
    """标的加上微软, 以太坊也一块跑: `加上` joins conditions elsewhere."""
    joins = [part.text[word.start : word.end] for word in part.words if word.kind is Tag.AND]
    beside = any(_BESIDE.search(part.text[w.start : w.end].lower()) for w in part.words if w.kind is Tag.RULE_WORD)
    return beside or any(join in ("加上", "再加上", "外加", "还有", "另外") for join in joins)


def set_directives(part: EditPart) -> EditDone | None:
    """Stops, targets, sizes, bars and instruments by their new values; several may stand side by side."""
    tokens = part.tokens
    directives = directives_in(tokens)
    if not directives or part.has(Tag.REMOVE, Tag.REPLACE, Tag.DOUBLE) or _says_other(part):
        return None
    if any(token.kind in (Tag.CONDITION, Tag.NOT, Tag.UNLESS) for token in tokens):
        return None
    return applied(part, tokens)


def _says_other(part: EditPart) -> bool:
    """Whether the words name what is not wanted any more, beside what is."""
    place = part.place(Tag.INSTEAD, Tag.NOT)
    if place is not None and [word.kind for word in part.words[place : place + 2]] == [Tag.NOT, Tag.OVER]:
        return False  # 持仓别超过24根
    return place is not None and 0 < place < len(part.words) - 1


def applied(part: EditPart, tokens: list[Token]) -> EditDone | None:
    """Nothing is changed before all of it is known to be understood."""
    directives = [each for each in directives_in(tokens) if not each.name.startswith("no_")]
    names, rest = {each.name for each in directives_in(tokens)}, _beside(tokens)
    strays = any(token.kind in NAMED_EXITS for token in tokens) and any(token.kind is Tag.EXIT for token in tokens)
    names_other = "instrument" in names and any(token.kind in (Tag.UNKNOWN, Tag.ACTION) for token in rest)
    is_known = bool(directives) and all(each.name in _CHANGED for each in directives)
    if not is_known or strays or names_other or _is_piece(part, tokens, rest):
        return None
    before = str(part.draft.document["timeframe"])
    places = [apply_directive(part, each) for each in directives]
    kept = with_time_kept(part.draft, before)
    return EditDone(
        names.pop() if len(names) == 1 else "several",
        places[0],
        (*(assumptions for each in directives for assumptions in each.assumed), *kept),
        tuple(part.quote([token]) for token in rest),
    )


def _beside(tokens: list[Token]) -> list[Token]:
    """What the words say beside the stops, times and bars that were read."""
    exits = {"sell", "exit", "close_long", "cover", "trade", "buy"}
    names = {each.name for each in directives_in(tokens)}
    of_time = (Tag.AFTER,) if "time" in names else ()
    of_bars = (Tag.LINE,) if "timeframe" in names else ()
    rest = _rest(tokens, Tag.WHEN, Tag.TO, Tag.RULE_WORD, Tag.PRONOUN, Tag.STOP_LOSS, Tag.HOLD, *of_time, *of_bars)
    return [token for token in rest if not (token.kind is Tag.ACTION and token.value in exits)]


def _is_piece(part: EditPart, tokens: list[Token], rest: list[Token]) -> bool:
    """Whether what was read is a piece of something that was not: of buying after a fall of 3%, of a comparison, of two
    trades a month. At the head such a word is a verb: `lift the target`, `cap the time at`, `close after`."""
    enters = any(word.kind is Tag.ACTION and word.value in ENTRIES for word in part.words)
    is_verb = rest[:1] == tokens[:1] and (tokens[0].kind in _VERBS_AT_THE_HEAD or tokens[0].value == price("close"))
    said = rest[1:] if is_verb else rest
    counts = any(token.kind in (Tag.NUMBER, Tag.MODIFIER, Tag.AT_MOST) for token in said)
    counts = counts or HOW_OFTEN.search(part.quote(part.words)) is not None
    of_a_count = counts and any(each.name == "time" for each in directives_in(tokens))
    of_entry = enters and any(token.kind is Tag.EXIT for token in tokens)
    return of_a_count or of_entry or any(token.kind in _OF_CONDITIONS for token in said)


def remove_exit(part: EditPart) -> EditDone | None:
    """No take profit, 止损去掉, remove the time limit, drop the exit rule."""
    verb = part.place(Tag.REMOVE, Tag.NOT)
    if verb is None or any(
        token.kind in (Tag.CONDITION, Tag.DIRECTIVE) and token.value.__class__ is Meant for token in part.tokens
    ):
        return None
    names = [word for word in part.words if word.kind in NAMED_EXITS]
    exits = [word for word in part.words if word.kind is Tag.ACTION and word.value in ("exit", "sell")]
    silent = (Tag.REMOVE, Tag.NOT, Tag.RULE_WORD, Tag.ADD, Tag.AT_MOST, Tag.SET, Tag.CHART, Tag.PRONOUN)
    rest = [word for word in part.words if word.kind not in (*silent, *NAMED_EXITS) and word not in exits]
    if any(word.kind not in (Tag.UNKNOWN, Tag.OUTPUT) for word in rest) or len(rest) > 2:
        return None
    kinds = [kind for word in names for kind in NAMED_EXITS[word.kind]]
    if not kinds and exits:
        kinds = ["signal_exit"]
    if not kinds and rest and part.quote(rest).casefold() in ("fixed one", "fixed", "固定"):
        kinds, rest = ["stop_loss"], []
    if not kinds or not part.draft.remove_exits(*kinds):
        return None
    return EditDone("remove", f"/trade/{part.sides[0]}/exits", (), (part.quote(rest),) if rest else ())


def instrument_only(part: EditPart) -> EditDone | None:
    """换五粮液, make it Ford: the new instrument alone."""
    symbols = [word.value for word in part.words if word.kind is Tag.SYMBOL]
    kinds = (
        Tag.SYMBOL,
        Tag.REPLACE,
        Tag.SET,
        Tag.RULE_WORD,
        Tag.PRONOUN,
        Tag.ADD,
        Tag.AND,
        Tag.INSTEAD,
        Tag.ALSO,
        Tag.TO,
        Tag.LISTING,
        Tag.ONLY,
    )
    rest = [word for word in part.words if word.kind not in kinds]
    trailing = part.words[-1].kind is Tag.INSTEAD or not part.has(Tag.INSTEAD)
    if not trailing or (part.has(Tag.REPLACE) and len(symbols) > 1):
        return None
    if not symbols or any(word.kind is not Tag.UNKNOWN for word in rest) or len(rest) > 2:
        return None
    return EditDone("instrument", _set_tickers(part, symbols), (), (part.quote(rest),) if rest else ())


def bracket_number(part: EditPart) -> EditDone | None:
    """ATR倍数改成3: the multiple of the stop that is there."""
    atr = any(word.kind is Tag.INDICATOR and word.value == "atr" for word in part.words)
    numbers = [word.value for word in part.words if word.kind is Tag.NUMBER]
    kinds = (
        Tag.INDICATOR,
        Tag.NUMBER,
        Tag.SET,
        Tag.SETTING,
        Tag.TIMES,
        Tag.STOP_LOSS,
        Tag.TRAILING,
        Tag.TO,
        Tag.PRONOUN,
        Tag.TIME_UNIT,
    )
    if not atr or len(numbers) != 1 or any(word.kind not in kinds for word in part.words):
        return None
    changed = False
    for side in part.draft.sides.values():
        for exit_ in side["exits"]:
            distance = exit_.get("stop", exit_.get("target", {}))
            if distance.get("kind") == "atr_multiple":
                period = any(word.value in ("period", "bar") for word in part.words)
                distance["period" if period else "value"] = int(numbers[0]) if period else plain(numbers[0])
                changed = True
    return EditDone("stop", f"/trade/{part.sides[0]}/exits") if changed else None


def bare_size(part: EditPart) -> EditDone | None:
    """金额加到两万: an amount for a size that is already money or shares."""
    numbers = [token for token in part.tokens if token.kind in (Tag.NUMBER, Tag.MONEY)]
    rest = [
        token
        for token in part.tokens
        if token not in numbers
        and token.kind not in (Tag.SIZE, Tag.PER_TRADE, Tag.EQUITY, Tag.ONLY)
        and not (token.kind is Tag.ACTION and token.value == "buy")
    ]
    named = part.has(Tag.SIZE) or (part.has(Tag.PER_TRADE) and part.has(Tag.ACTION))
    if len(numbers) != 1 or rest or not (named or numbers[0].kind is Tag.MONEY):
        return None
    value: Any = plain(numbers[0].value)
    for side in part.draft.sides.values():
        mode = side["position_sizing"]["mode"]
        if mode != "fixed_cash" and numbers[0].kind is not Tag.MONEY:
            return None
        side["position_sizing"] = {"mode": "fixed_cash", "cash": value}
    return EditDone("size", f"/trade/{part.sides[0]}/position_sizing")
