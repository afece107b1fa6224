"""Reads a freqtrade strategy as a syntax tree, never runs it, and makes a document of our language of it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from packages.core.messages import Message, message
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.freqtrade.faults import FreqtradeFault, NotReadable, Unread, unread
from packages.domain.strategy.freqtrade.values import FRAME, FrameReader
from packages.domain.strategy.json_tree import Document, Json, copied

_WITHOUT_MEANING = ("INTERFACE_VERSION", "startup_candle_count", "process_only_new_candles", "use_exit_signal")
_METHODS = {
    "populate_indicators": "indicators",
    "populate_entry_trend": "signals",
    "populate_buy_trend": "signals",
    "populate_exit_trend": "signals",
    "populate_sell_trend": "signals",
}
_SIGNALS = {
    "enter_long": ("long", "entry"),
    "buy": ("long", "entry"),
    "exit_long": ("long", "exit"),
    "sell": ("long", "exit"),
    "enter_short": ("short", "entry"),
    "exit_short": ("short", "exit"),
}
LARGEST = 200_000  # characters: a syntax tree takes some hundred times as many bytes


@dataclass(frozen=True, slots=True)
class ImportedStrategy:
    """A document that is still to be validated, and what a reader should know of it."""

    document: Document
    notes: tuple[Message, ...]


@dataclass(slots=True)
class _Read:
    name: str = ""
    timeframe: str | None = None
    stop: float | None = None
    target: float | None = None
    trails: bool = False
    shorts: bool = False
    frame: FrameReader = field(default_factory=FrameReader)
    signals: dict[tuple[str, str], list[Json]] = field(default_factory=dict)
    faults: list[FreqtradeFault] = field(default_factory=list)


def read_freqtrade(text: str, ticker: str, share: float = 1.0) -> ImportedStrategy:
    """`share` of the equity goes into each position. `NotReadable` names all that is not in the part that is read."""
    read = _Read()
    try:
        if len(text) > LARGEST:
            raise Unread(FreqtradeFault("too_large", 0, message("strategy.freqtrade.too_large")))
        _read_class(_class_of(ast.parse(text)), read)
    except Unread as stop:
        read.faults.append(stop.fault)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = int(getattr(error, "lineno", 0) or 0)
        read.faults.append(FreqtradeFault("syntax", line, message("strategy.freqtrade.syntax", line=line)))
    if not read.faults:
        read.faults += _missing(read)
    if read.faults:
        raise NotReadable(read.faults)
    return ImportedStrategy(_document(read, ticker, share), _notes(read, share))


def _class_of(module: ast.Module) -> ast.ClassDef:
    """The only class that has a method for entries."""
    found = [
        each
        for each in module.body
        if isinstance(each, ast.ClassDef)
        and any(isinstance(part, ast.FunctionDef) and part.name in _METHODS for part in each.body)
    ]
    if len(found) != 1:
        said = message("strategy.freqtrade.one_class", count=len(found))
        raise Unread(FreqtradeFault("one_class", 0, said))
    return found[0]


def _read_class(class_: ast.ClassDef, read: _Read) -> None:
    read.name = class_.name
    methods = []
    for part in class_.body:
        try:
            match part:
                case ast.Expr(value=ast.Constant(value=str())):
                    continue
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    _read_attribute(name, value, part, read)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    _read_attribute(name, value, part, read)
                case ast.FunctionDef(name=name) if name in _METHODS:
                    methods.append(part)
                case _:
                    raise unread("member", part)
        except Unread as stop:
            read.faults.append(stop.fault)
    for method in sorted(methods, key=lambda each: _METHODS[each.name]):
        _read_method(method, read)


def _read_attribute(name: str, value: ast.expr, part: ast.stmt, read: _Read) -> None:
    try:
        stated = ast.literal_eval(value)
    except ValueError:
        raise unread("member", part) from None
    match name, stated:
        case "timeframe" | "ticker_interval", str():
            read.timeframe = stated
        case "stoploss", float() | int() if -1 <= stated < 0:
            read.stop = None if stated <= -0.99 else -float(stated)
        case "minimal_roi", {"0": float() | int() as target} if len(stated) == 1 and target > 0:
            read.target = float(target)
        case "minimal_roi", {} if not stated:
            read.target = None
        case "trailing_stop", bool():
            read.trails = stated
        case "can_short", bool():
            read.shorts = stated
        case _, int() if name in _WITHOUT_MEANING and (name != "use_exit_signal" or stated is True):
            pass
        case _:
            raise unread("member", part)


def _read_method(method: ast.FunctionDef, read: _Read) -> None:
    for statement in method.body:
        try:
            _read_statement(statement, _METHODS[method.name], read)
        except Unread as stop:
            read.faults.append(stop.fault)


def _read_statement(statement: ast.stmt, kind: str, read: _Read) -> None:
    match statement:
        case ast.Expr(value=ast.Constant(value=str())) | ast.Return(value=ast.Name(id="dataframe")):
            return
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Name(id="dataframe"), slice=ast.Constant(value=str(column)))], value=value
        ) if kind == "indicators":
            read.frame.columns[column] = read.frame.value(value)
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if kind == "indicators" and name != FRAME:
            read.frame.name(name, value)
        case ast.Assign(
            targets=[
                ast.Subscript(
                    value=ast.Attribute(value=ast.Name(id="dataframe"), attr="loc"),
                    slice=ast.Tuple(elts=[condition, ast.Constant(value=str(signal))]),
                )
            ],
            value=ast.Constant(value=1),
        ) if kind == "signals" and signal in _SIGNALS:
            read.signals.setdefault(_SIGNALS[signal], []).append(read.frame.condition(condition))
        case _:
            raise unread("statement", statement)


def _missing(read: _Read) -> list[FreqtradeFault]:
    lacks = [] if read.timeframe else ["no_timeframe"]
    lacks += [] if any(kind == "entry" for _, kind in read.signals) else ["no_entry"]
    sides = {side for side, kind in read.signals if kind == "entry"}
    ends = read.stop or read.target or all((side, "exit") in read.signals for side in sides)
    lacks += [] if ends else ["no_exit"]
    lacks += ["no_short"] if "short" in sides and not read.shorts else []
    return [FreqtradeFault(code, 0, message(f"strategy.freqtrade.{code}")) for code in lacks]


def _document(read: _Read, ticker: str, share: float) -> Document:
    sides: Document = {}
    for side in ("long", "short"):
        if entries := read.signals.get((side, "entry")):
            sides[side] = {
                "entry": {"condition": _entry(side, entries, read), "order": {"type": "market"}},
                "exits": _exits(side, read),
                "position_sizing": {"mode": "pct_equity", "pct": share},
            }
    stated: Document = {
        "dsl_version": "2.0.0",
        "strategy": {"name": read.name},
        "universe": {"market": parse_symbol(ticker).market.value, "tickers": [ticker]},
        "timeframe": read.timeframe,
        "factors": read.frame.factors,
        "trade": sides,
    }
    return {name: copied(value) for name, value in stated.items()}


def _entry(side: str, entries: Sequence[Json], read: _Read) -> Json:
    """A candle that says both enters nothing there."""
    exits = read.signals.get((side, "exit"))
    return {"all": [_any(entries), {"not": _any(exits)}]} if exits else _any(entries)


def _any(conditions: Sequence[Json]) -> Json:
    return conditions[0] if len(conditions) == 1 else {"any": list(conditions)}


def _exits(side: str, read: _Read) -> list[Json]:
    stated: list[Json] = []
    if read.stop is not None:
        kind = "trailing_stop" if read.trails else "stop_loss"
        stated.append({"type": kind, "stop": {"kind": "pct", "value": read.stop}})
    if read.target is not None:
        stated.append({"type": "take_profit", "target": {"kind": "pct", "value": read.target}})
    if signals := read.signals.get((side, "exit")):
        stated.append({"type": "signal_exit", "condition": _any(signals)})
    return stated


def _notes(read: _Read, share: float) -> tuple[Message, ...]:
    stated = [message("strategy.freqtrade.note.stake", share=f"{share:.0%}")]
    stated += [message("strategy.freqtrade.note.gross")] if read.stop or read.target else []
    return tuple(stated)
