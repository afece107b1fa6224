"""Writes a plan as a strategy in Pine Script, version 6."""

from packages.domain.backtest.exporting.pine_library import pine_functions
from packages.domain.backtest.exporting.plan import ExportPlan
from packages.domain.backtest.exporting.python_targets import refuse_for_signals
from packages.domain.backtest.exporting.refusals import Refusals
from packages.domain.backtest.exporting.written import call, filled, written
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.model import Direction


def refuse_for_pine(plan: ExportPlan, terms: Terms, refusals: Refusals) -> None:
    """Orders are sized when they are placed, so a size that hangs on the fill cannot be said."""
    refuse_for_signals(plan, terms, refusals, ("quantity",))


def write_pine(plan: ExportPlan, terms: Terms, header: str, not_bought: str) -> str:
    long, short = (plan.side(each) for each in Direction)
    values = {
        "header": header,
        "title": _quoted(plan.strategy.name),
        "cash": written(float(terms.cash)),
        "rate": written(terms.costs.commission_rate),
        "percent": written(terms.costs.commission_rate * 100),
        "maintenance": written(terms.maintenance),
        "functions": pine_functions(plan.operations),
        "columns": "\n".join(call(each, "f_") for each in plan.columns),
        "long_entry": long.entry if long else "false",
        "short_entry": short.entry if short else "false",
        "long_leaves": (long.leaves if long else None) or "false",
        "short_leaves": (short.leaves if short else None) or "false",
        "long_bars": long.most_bars if long else 0,
        "short_bars": short.most_bars if short else 0,
        "long_size": written(long.size) if long else "0.0",
        "short_size": written(short.size) if short else "0.0",
        "not_bought": _quoted(not_bought),
    }
    return filled("pine", values)


def _quoted(text: str) -> str:
    flat = " ".join(text.split())
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'
