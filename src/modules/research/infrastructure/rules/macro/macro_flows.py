"""What margin loans and northbound investors say of liquidity, and how a figure becomes a signal."""

from collections.abc import Iterator

from src.modules.research.domain.figures import ResearchFigure
from src.modules.research.domain.macro.rules import RULES
from src.modules.research.infrastructure.rules.votes import StanceSignal
from src.modules.research.infrastructure.rules.writing import PressWriter

_STALE_DAYS = int(RULES["macro_stale_days"].value)
_WEIGHT = 0.5
_WAYS = {1: "in", 0: "flat", -1: "out"}


def flow_signals(w: PressWriter) -> Iterator[StanceSignal]:
    """Both belong to liquidity; nothing where nothing is stored."""
    for name, key, rule in (
        ("margin", "margin_change_20d", "macro_margin_move"),
        ("northbound", "northbound_net_10d", "macro_northbound"),
    ):
        if (figure := w.brief.figures.get(key)) is not None:
            way = side_of(figure, rule)
            sentence = w(f"{name}.{_WAYS[way]}", day=str(figure.ends))
            yield figure_signal(w, figure, "liquidity", float(way), _WEIGHT, sentence)


def side_of(figure: ResearchFigure, rule: str) -> int:
    """0 within the line of the rule."""
    value = float(figure.value)
    return 0 if abs(value) < float(RULES[rule].value) else (1 if value > 0 else -1)


def figure_signal(
    w: PressWriter, figure: ResearchFigure, dimension: str, leans: float, weight: float, sentence: str
) -> StanceSignal:
    age = (w.today - figure.ends).days
    return StanceSignal(dimension, leans, weight, max(0.0, 1.0 - age / (2 * _STALE_DAYS)), sentence)
