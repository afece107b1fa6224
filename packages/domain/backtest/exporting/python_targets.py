"""Writes a plan as Python: with a loop of its own, on vectorbt, and on backtesting.py."""

from packages.domain.backtest.exporting.plan import ExportedDistance, ExportedSide, ExportPlan
from packages.domain.backtest.exporting.refusals import Refusals, Uncarried
from packages.domain.backtest.exporting.written import call, filled, functions, standalone, written
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Direction
from packages.domain.strategy.trade import VolatilityTarget

_SIGN = {Direction.LONG: 1.0, Direction.SHORT: -1.0}
_NO_GUARD = ExportedDistance(0.0, -1.0)
_INDENT = "\n    "


def write_python(plan: ExportPlan, terms: Terms, header: str) -> str:
    return filled("python", _with_loop(plan, terms, header, decorator=""))


def write_vectorbt(plan: ExportPlan, terms: Terms, header: str) -> str:
    return filled("vectorbt", _with_loop(plan, terms, header, decorator="@njit\n"))


def _with_loop(plan: ExportPlan, terms: Terms, header: str, decorator: str) -> dict[str, object]:
    parts = [standalone(part) for part in ("state", "sizing", "trading")]
    loop = [source for part in parts for name, source in part.items() if name not in ("Floats", "Truths")]
    compiled = [f"{decorator}{each}" if each.startswith("def ") else each for each in loop]
    return {
        **_common(plan, terms, header),
        "trading": _apart(compiled),
        "rules": _rules(plan, ", ".join(_side(plan, each) for each in Direction)),
        "settle": plan.settle,
        "time_needed": "; with `time` (UTC) beside them" if plan.settle else "",
    }


def _common(plan: ExportPlan, terms: Terms, header: str) -> dict[str, object]:
    return {
        "header": header,
        "columns": _apart(functions("columns", plan.operations)),
        "cash": float(terms.cash),
        "rate": terms.costs.commission_rate,
        "slippage": terms.costs.slippage,
        "maintenance": terms.maintenance,
        "lot": plan.lot,
        "step": plan.step,
    }


def _apart(sources: list[str]) -> str:
    """Functions two lines apart, constants right below each other."""
    text = ""
    for source in sources:
        blank = "\n\n\n" if source.startswith(("def ", "class ", "@")) else "\n"
        text += f"{blank if text else ''}{source}"
    return text


def _steps(plan: ExportPlan) -> str:
    prices = '(np.array(bars[name], dtype=np.float64) for name in ("open", "high", "low", "close", "volume"))'
    return _INDENT.join([f"open, high, low, close, volume = {prices}", *(call(each) for each in plan.columns)])


def _rules(plan: ExportPlan, sides: str) -> str:
    days = 'np.unique(np.array(bars["time"], dtype="datetime64[D]"), return_inverse=True)[1].astype(np.float64)'
    lines = [
        'def rules(bars):\n    """The columns of the strategy, and what each side does with them."""',
        _steps(plan),
        f"session = {days if plan.settle else 'np.arange(len(close), dtype=np.float64)'}",
        "every = lambda value: np.full(len(close), float(value))  # noqa: E731",
        "never = np.zeros(len(close), dtype=np.bool_)",
        f"return TradedBars(open, high, low, close, session), ({sides})",
    ]
    return _INDENT.join(lines)


def _side(plan: ExportPlan, direction: Direction) -> str:
    side = plan.side(direction)
    stop, target, trail = (
        (side.stop or _NO_GUARD, side.target or _NO_GUARD, side.trail or _NO_GUARD) if side else (_NO_GUARD,) * 3
    )
    parts = {
        "sign": _SIGN[direction],
        "entry": side.entry if side else "never",
        "able": side.able if side else "never",
        "leaves": (side.leaves if side else None) or "never",
        "most_bars": side.most_bars if side else 0,
        "kind": side.order.upper() if side else "MARKET",
        "waits_at": (side.waits_at if side else None) or "every(np.nan)",
        "valid_bars": side.valid_bars if side else 1,
        "size_kind": side.sized_by.upper() if side else "QUANTITY",
        "size": _column(side.size) if side else "every(0)",
        "stop_points": _column(stop.points),
        "stop_share": stop.share,
        "target_points": _column(target.points),
        "target_share": target.share,
        "target_ratio": target.ratio,
        "trail_points": _column(trail.points),
        "trail_share": trail.share,
    }
    stated = "".join(f"\n            {name}={value}," for name, value in parts.items())
    return f"\n        TradedSide({stated}\n        )"


def _column(value: str | float) -> str:
    return value if isinstance(value, str) else f"every({written(value)})"


def refuse_for_signals(plan: ExportPlan, terms: Terms, refusals: Refusals, sizes: tuple[str, ...]) -> None:
    """Of engines that know what was paid only when the bar of the fill is over, and fill orders at the open."""
    for side in plan.sides:
        pointer = f"/trade/{side.direction.value}"
        if side.order != "market":
            refusals.add(Uncarried.RESTING_ORDER, f"{pointer}/entry/order")
        for place, exit_ in enumerate(dict(plan.strategy.sides)[side.direction].exits):
            if hasattr(exit_, "stop") or hasattr(exit_, "target"):
                refusals.add(Uncarried.GUARD, f"{pointer}/exits/{place}")
        if side.sized_by not in sizes:
            refusals.add(Uncarried.SIZE, f"{pointer}/position_sizing")
    if plan.settle and plan.strategy.timeframe.is_intraday:
        refusals.add(Uncarried.SETTLEMENT, "/timeframe")
    if terms.costs.slippage:
        refusals.add(Uncarried.SLIPPAGE, "")


def refuse_for_backtesting(plan: ExportPlan, terms: Terms, refusals: Refusals) -> None:
    refuse_for_signals(plan, terms, refusals, ("quantity", "share"))
    for side in plan.sides:
        sizing, pointer = dict(plan.strategy.sides)[side.direction].sizing, f"/trade/{side.direction.value}"
        if side.sized_by == "share" and plan.lot != plan.step:
            refusals.add(Uncarried.LOTS, f"{pointer}/position_sizing")
        if isinstance(sizing, VolatilityTarget) and sizing.max_leverage > 1:
            refusals.add(Uncarried.SIZE, f"{pointer}/position_sizing")


def write_backtesting(plan: ExportPlan, terms: Terms, header: str, not_bought: str) -> str:
    long, short = (plan.side(each) for each in Direction)
    values = {
        "rules": _signals(plan),
        "long_bars": long.most_bars if long else 0,
        "short_bars": short.most_bars if short else 0,
        "long_is_share": long is not None and long.sized_by == "share",
        "short_is_share": short is not None and short.sized_by == "share",
        "not_bought": not_bought,
    }
    return filled("backtesting", {**_common(plan, terms, header), **values})


def _signals(plan: ExportPlan) -> str:
    stated = {}
    for direction in Direction:
        side, name = plan.side(direction), direction.value.capitalize()
        stated[f"{name}Entry"] = side.entry if side else "never"
        stated[f"{name}Able"] = side.able if side else "never"
        stated[f"{name}Leaves"] = (side.leaves if side else None) or "never"
        stated[f"{name}Size"] = _size_of(side)
    lines = [
        'def rules(bars):\n    """The columns of the strategy that decide."""',
        _steps(plan),
        "never = np.zeros(len(close), dtype=np.bool_)",
        "return {" + "".join(f'\n        "{name}": {value} * 1.0,' for name, value in stated.items()) + "\n    }",
    ]
    return _INDENT.join(lines)


def _size_of(side: ExportedSide | None) -> str:
    if side is None:
        return "never"
    return side.size if isinstance(side.size, str) else f"np.full(len(close), {written(side.size)})"
