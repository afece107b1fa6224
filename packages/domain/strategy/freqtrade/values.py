"""Values and conditions of freqtrade's data frames as values and conditions of our language."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from packages.domain.strategy.freqtrade.faults import unread
from packages.domain.strategy.json_tree import Document, Json

FRAME = "dataframe"
PRICES = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True, slots=True)
class TaIndicator:
    """A function of TA-Lib's abstract interface: ours, what its settings are called, and its usual numbers."""

    type: str
    settings: Mapping[str, tuple[str, int | float]]
    outputs: Mapping[str, str] = field(default_factory=dict)


def _of_period(type_: str, usual: int) -> TaIndicator:
    return TaIndicator(type_, {"timeperiod": ("period", usual)})


KNOWN: Mapping[str, TaIndicator] = {
    **{name: _of_period(name.lower(), 30) for name in ("SMA", "EMA", "WMA", "DEMA", "TEMA")},
    **{name: _of_period(name.lower(), 14) for name in ("RSI", "ATR", "ADX", "MFI", "CCI")},
    "NATR": _of_period("atr_percent", 14),
    "WILLR": _of_period("williams_r", 14),
    "ROC": _of_period("roc", 10),
    "MOM": _of_period("momentum", 10),
    "MACD": TaIndicator(
        "macd",
        {
            "fastperiod": ("fast_period", 12),
            "slowperiod": ("slow_period", 26),
            "signalperiod": ("signal_period", 9),
        },
        {"macd": "macd", "macdsignal": "signal", "macdhist": "histogram"},
    ),
    "BBANDS": TaIndicator(
        "bollinger",
        {"timeperiod": ("period", 5), "nbdevup": ("multiplier", 2.0)},
        {"upperband": "upper", "middleband": "middle", "lowerband": "lower"},
    ),
}
_ROLLED = {"mean": "mean", "max": "highest", "min": "lowest", "sum": "sum", "median": "median"}
_ARITHMETIC = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}
# In a data frame what is not known is unequal to everything, so `!=` is not read.
_COMPARED = {ast.Gt: "gt", ast.GtE: "gte", ast.Lt: "lt", ast.LtE: "lte", ast.Eq: "eq"}
_CROSSED = {"crossed_above": "cross_above", "crossed_below": "cross_below"}


class FrameReader:
    """Knows the columns that were set, the indicators that have a name, and the factors that they become."""

    def __init__(self) -> None:
        self.factors: Document = {}
        self.columns: dict[str, Json] = {}
        self.named: dict[str, tuple[str, TaIndicator]] = {}

    def name(self, name: str, call: ast.expr) -> None:
        """`macd = ta.MACD(dataframe)`: outputs are asked for later."""
        if not isinstance(call, ast.Call):
            raise unread("value", call)
        indicator = self._indicator_of(call)
        self.named[name] = (self._factor(call, indicator), indicator)

    def value(self, node: ast.expr) -> Json:
        match node:
            case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
                return number
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return -number
            case ast.Subscript(value=ast.Name(id=frame), slice=ast.Constant(value=str(column))):
                return self._column(node, frame, column)
            case ast.Attribute(value=ast.Name(id="dataframe"), attr=column):
                return self._column(node, FRAME, column)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
                return {_ARITHMETIC[type(operator)]: [self.value(left), self.value(right)]}
            case ast.Call():
                return self._called(node)
            case _:
                raise unread("value", node)

    def condition(self, node: ast.expr) -> Document:
        match node:
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() as operator, right=right):
                key = "all" if isinstance(operator, ast.BitAnd) else "any"
                stated: list[Json] = []
                for part in (self.condition(left), self.condition(right)):
                    inside = part.get(key)
                    stated += inside if isinstance(inside, list) else [part]
                return {key: stated}
            case ast.UnaryOp(op=ast.Invert(), operand=inside):
                return {"not": self.condition(inside)}
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _COMPARED:
                words = {"left": self.value(left), "op": _COMPARED[type(operator)], "right": self.value(right)}
                return {"cmp": words}
            case ast.Call(func=ast.Attribute(value=ast.Name(id="qtpylib"), attr=name), args=[a, b], keywords=[]) if (
                name in _CROSSED
            ):
                return {"cross": {"a": self.value(a), "op": _CROSSED[name], "b": self.value(b)}}
            case _:
                raise unread("condition", node)

    def _column(self, node: ast.expr, frame: str, column: str) -> Json:
        if frame in self.named:
            factor, indicator = self.named[frame]
            if column not in indicator.outputs:
                raise unread("column", node, known=sorted(indicator.outputs))
            return {"ref": f"{factor}.{indicator.outputs[column]}"}
        if frame == FRAME and column in self.columns:
            return self.columns[column]
        if frame == FRAME and column in PRICES:
            return {"ref": column}
        raise unread("column", node, known=[*PRICES, *sorted(self.columns)])

    def _called(self, node: ast.Call) -> Json:
        match node:
            case ast.Call(func=ast.Attribute(value=series, attr="shift"), args=[ast.Constant(value=int(bars))]) if (
                bars >= 0 and not node.keywords
            ):
                return {"lag": {"of": self.value(series), "bars": bars}}
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Call(
                        func=ast.Attribute(value=series, attr="rolling"),
                        args=[ast.Constant(value=int(bars))],
                        keywords=[],
                    ),
                    attr=summary,
                ),
                args=[],
                keywords=[],
            ) if summary in _ROLLED:
                return {_ROLLED[summary]: {"of": self.value(series), "bars": bars}}
            case _:
                indicator = self._indicator_of(node)
                if indicator.outputs:
                    raise unread("several_outputs", node)
                return {"ref": self._factor(node, indicator)}

    def _indicator_of(self, node: ast.expr) -> TaIndicator:
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="ta"), attr=name),
                args=[ast.Name(id="dataframe"), *_],
            ) if name in KNOWN:
                return KNOWN[name]
            case _:
                raise unread("value", node)

    def _factor(self, call: ast.Call, indicator: TaIndicator) -> str:
        """The name of the factor; the same settings are one."""
        params: Document = dict(self._settings(call, indicator))
        made: Document = {"type": indicator.type, "params": params}
        for name, factor in self.factors.items():
            if factor == made:
                return name
        name = "_".join([indicator.type, *(str(each).replace(".", "p") for each in params.values())])
        self.factors[name] = made
        return name

    def _settings(self, call: ast.Call, indicator: TaIndicator) -> dict[str, int | float]:
        stated = dict(indicator.settings.values())
        given = dict(zip(indicator.settings, call.args[1:], strict=False))
        given |= {each.arg: each.value for each in call.keywords if each.arg}
        if len(call.args) - 1 > len(indicator.settings):
            raise unread("setting", call, known=sorted(indicator.settings))
        for name, value in given.items():
            match value:
                case ast.Constant(value=int() | float() as number) if name in indicator.settings:
                    stated[indicator.settings[name][0]] = number
                case ast.Constant(value=int() | float() as number) if name == "nbdevdn":
                    stated.setdefault("below", number)
                case _:
                    raise unread("setting", value, known=sorted(indicator.settings))
        if stated.pop("below", stated.get("multiplier")) != stated.get("multiplier"):
            raise unread("uneven_bands", call)
        return stated
