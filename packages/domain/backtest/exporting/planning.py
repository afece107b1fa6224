"""From a strategy to its intermediate form, or all the reasons why there is none."""

from packages.domain.backtest.exporting.plan import ColumnPlan, ExportedDistance, ExportedSide, ExportPlan, entitled
from packages.domain.backtest.exporting.refusals import Refusals, Uncarried
from packages.domain.backtest.exporting.rules import RuleSteps
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.strategy import trade as t
from packages.domain.strategy.model import Direction, Side, Strategy

_ORDERS = {t.MarketOrder: "market", t.LimitOrder: "limit", t.StopOrder: "stop"}


def plan_export(strategy: Strategy, bars_per_year: float, refusals: Refusals) -> ExportPlan | None:
    """None where nothing of it can be planned; what stands in the way is among the refusals."""
    if strategy.portfolio is not None:
        refusals.add(Uncarried.PORTFOLIO, "/portfolio")
        return None
    if strategy.universe.rule is not None:
        refusals.add(Uncarried.UNIVERSE_RULE, "/universe/rule")
    elif len(strategy.universe.tickers) != 1:
        refusals.add(Uncarried.SEVERAL_INSTRUMENTS, "/universe/tickers", count=len(strategy.universe.tickers))
    columns = ColumnPlan()
    rules = RuleSteps(strategy, columns, refusals)
    sides = tuple(_SidePlanner(rules, bars_per_year, direction, side).planned() for direction, side in strategy.sides)
    market = RULEBOOK[strategy.universe.market]
    lot = market.lot(_board_of(strategy.universe.names[0]))
    plan = ExportPlan(
        strategy, tuple(columns.steps), sides, float(lot.minimum), float(lot.step), market.sell_after_sessions
    )
    return entitled(plan, columns.titles)


def _board_of(ticker: str) -> str:
    """Of an A-share, by its code; elsewhere every board has the same lots."""
    if ticker.endswith(".BJ"):
        return "bse"
    return "star" if ticker.startswith(("688", "689")) else "main"


class _SidePlanner:
    """Plans one direction."""

    def __init__(self, rules: RuleSteps, bars_per_year: float, direction: Direction, side: Side) -> None:
        self.rules, self.columns, self.bars_per_year = rules, rules.columns, bars_per_year
        self.direction, self.side, self.pointer = direction, side, f"/trade/{direction.value}"
        self.needs: list[str] = []

    def planned(self) -> ExportedSide:
        self._refuse_scaling()
        entry = self.rules.condition(f"{self.pointer}/entry/condition", self.side.entry.condition)
        guards = self._guards()
        waits_at = self._waits_at()
        sized_by, size = self._size()
        order = self.side.entry.order
        return ExportedSide(
            direction=self.direction,
            entry=entry,
            able=self._able(),
            leaves=self._leaves(),
            most_bars=next((each.bars for each in self.side.exits if isinstance(each, t.TimeExit)), 0),
            order=_ORDERS[type(order)],
            waits_at=waits_at,
            valid_bars=1 if isinstance(order, t.MarketOrder) else order.valid_bars,
            sized_by=sized_by,
            size=size,
            stop=guards.get("stop"),
            target=guards.get("target"),
            trail=guards.get("trail"),
        )

    def _refuse_scaling(self) -> None:
        if self.side.scale_in is not None:
            self.rules.refusals.add(Uncarried.SCALING, f"{self.pointer}/scale_in")
        for place, exit_ in enumerate(self.side.exits):
            if t.part_of(exit_) is not None:
                self.rules.refusals.add(Uncarried.SCALING, f"{self.pointer}/exits/{place}/part")

    def _guards(self) -> dict[str, ExportedDistance]:
        found = {}
        for exit_ in self.side.exits:
            match exit_:
                case t.StopLoss(stop):
                    found["stop"] = self._distance(stop)
                case t.TakeProfit(target):
                    found["target"] = self._distance(target)
                case t.Bracket(stop, ratio):
                    found["stop"] = self._distance(stop)
                    found["target"] = self._distance(stop, float(ratio))
                case t.TrailingStop(stop):
                    found["trail"] = self._distance(stop)
                case _:
                    continue
        return found

    def _distance(self, distance: t.Distance, ratio: float = 1.0) -> ExportedDistance:
        """The distance, and that it must be known."""
        match distance.unit:
            case t.Unit.PCT:
                return ExportedDistance(0.0, float(distance.value), ratio)
            case t.Unit.POINTS:
                return ExportedDistance(float(distance.value), 0.0, ratio)
            case t.Unit.ATR_MULTIPLE:
                atr = self.rules.atr(distance.atr_period)
                self.needs.append(self.columns.add("above", atr, 0.0, name="rule"))
                return ExportedDistance(self.columns.add("multiply", float(distance.value), atr), 0.0, ratio)

    def _waits_at(self) -> str | None:
        order = self.side.entry.order
        if isinstance(order, t.MarketOrder):
            return None
        if order.at is not None:
            price = self.rules.column(f"{self.pointer}/entry/order/at", order.at)
        else:
            price = self._beside_the_close(order)
        self.needs.append(self.columns.add("above", price, 0.0, name="rule"))
        return price

    def _beside_the_close(self, order: t.LimitOrder | t.StopOrder) -> str:
        far = self._distance(order.offset)
        offset = far.points if far.share == 0 else self.columns.add("multiply", far.share, "close")
        below = (self.direction is Direction.LONG) == isinstance(order, t.LimitOrder)
        return self.columns.add("subtract" if below else "add", "close", offset)

    def _size(self) -> tuple[str, str | float]:
        match self.side.sizing:
            case t.FixedQuantity(quantity):
                return "quantity", float(quantity)
            case t.FixedCash(cash):
                return "money", float(cash)
            case t.EquityFraction(fraction):
                return "share", float(fraction)
            case t.RiskPerTrade(fraction):
                return "risk", float(fraction)
            case t.VolatilityTarget(target, lookback, most):
                return "share", self._to_volatility(float(target), lookback, float(most))

    def _to_volatility(self, target: float, lookback: int, most: float) -> str:
        logs = self.columns.add("logarithm", "close")
        moves = self.columns.add("subtract", logs, self.columns.add("lag", logs, 1))
        spread = self.columns.add("sample_deviation", moves, lookback)
        yearly = self.columns.add("multiply", spread, self.bars_per_year**0.5)
        self.needs.append(self.columns.add("above", yearly, 0.0, name="rule"))
        return self.columns.add("smaller", self.columns.add("divide", target, yearly), most)

    def _able(self) -> str:
        if not self.needs:
            return self.columns.add("at_least", "close", "close", name="rule")  # whenever there is a bar
        needed = list(dict.fromkeys(self.needs))
        found = needed[0]
        for each in needed[1:]:
            found = self.columns.add("both", found, each, name="rule")
        return found

    def _leaves(self) -> str | None:
        found: str | None = None
        for place, exit_ in enumerate(self.side.exits):
            if isinstance(exit_, t.SignalExit):
                stated = self.rules.condition(f"{self.pointer}/exits/{place}/condition", exit_.condition)
                found = stated if found is None else self.columns.add("either", found, stated, name="rule")
        return found
