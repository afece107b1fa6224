"""What margin loans and northbound investors say of liquidity, and how a figure becomes a signal."""

from collections.abc import Iterator

from src.modules.research.domain.figures import ResearchFigure
from src.modules.research.domain.macro.rules import RULES
from src.modules.research.infrastructure.rules.votes import StanceSignal
from src.modules.research.infrastructure.rules.writing import PressWriter

_STALE_DAYS = int(RULES["macro_stale_days"].value)
_WEIGHT = 0.5
_MARGIN = {
    1: ("杠杆资金在进场", "borrowed money is coming in"),
    0: ("杠杆资金变化不大", "borrowed money has hardly moved"),
    -1: ("杠杆资金在离场", "borrowed money is leaving"),
}
_NORTHBOUND = {
    1: ("外资在买入", "foreign investors are buying"),
    0: ("外资进出大致相抵", "foreign investors come and go about evenly"),
    -1: ("外资在卖出", "foreign investors are selling"),
}


def flow_signals(w: PressWriter) -> Iterator[StanceSignal]:
    """Both belong to liquidity; nothing where nothing is stored."""
    if (change := w.brief.figures.get("margin_change_20d")) is not None:
        way, (zh_over, en_over) = _side(change, "macro_margin_move")
        zh, en = _MARGIN[way]
        moved = "{margin_change_20d~rule.macro_margin_move}"
        yield figure_signal(w, change, "liquidity", float(way), _WEIGHT, w(
            f"截至 {change.ends}，融资余额为 {{margin_balance}}，融资余额 20 日变动 {moved}，{zh_over}"
            f"融资变动门槛 {{rule.macro_margin_move}}，{zh}。",
            f"At {change.ends}, the margin balance is {{margin_balance}}; the 20-day change in the margin balance is "
            f"{moved}, {en_over} the margin-change threshold {{rule.macro_margin_move}}: {en}.",
        ))  # fmt: skip
    if (net := w.brief.figures.get("northbound_net_10d")) is not None:
        way, (zh_over, en_over) = _side(net, "macro_northbound")
        zh, en = _NORTHBOUND[way]
        bought = "{northbound_net_10d~rule.macro_northbound}"
        yield figure_signal(w, net, "liquidity", float(way), _WEIGHT, w(
            f"截至 {net.ends}，北向资金 10 日净买入 {bought}，{zh_over}北向资金门槛 "
            f"{{rule.macro_northbound}}，{zh}。",
            f"At {net.ends}, northbound net buying over 10 days is {bought}, {en_over} the northbound "
            f"threshold {{rule.macro_northbound}}: {en}.",
        ))  # fmt: skip


def _side(figure: ResearchFigure, rule: str) -> tuple[int, tuple[str, str]]:
    value, line = float(figure.value), float(RULES[rule].value)
    way = 0 if abs(value) < line else (1 if value > 0 else -1)
    return way, ("超过", "beyond") if way else ("未超过", "within")


def figure_signal(
    w: PressWriter, figure: ResearchFigure, dimension: str, leans: float, weight: float, sentence: str
) -> StanceSignal:
    age = (w.today - figure.ends).days
    return StanceSignal(dimension, leans, weight, max(0.0, 1.0 - age / (2 * _STALE_DAYS)), sentence)
