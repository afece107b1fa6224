"""Drafts a strategy from a verdict: the thesis filters the entry, levels bound it, triggers and the horizon end it."""

import math
from dataclasses import dataclass, field
from decimal import Decimal

from packages.core.messages import Language, Message, message, render
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.market_data.trading_rules import ANY_BOARD
from packages.domain.strategy.from_research.chart_terms import CHART, at_tick, is_fixed_price, shown_price
from packages.domain.strategy.from_research.claims import verdict_claims
from packages.domain.strategy.from_research.drafted import (
    ClaimKind,
    ClauseKind,
    ClauseOrigin,
    DraftedStrategy,
    ResearchClaim,
    Side,
    UnsaidClaim,
)
from packages.domain.strategy.from_research.facts import ResearchFacts, StatedPoint, VerdictLevel
from packages.domain.strategy.from_research.refusals import NoStrategyFromVerdict, why_not
from packages.domain.strategy.from_research.relations import StatedRelation, stated_relations
from packages.domain.strategy.from_research.sizing import (
    USUAL_CAPITAL,
    DraftLimits,
    TradeSize,
    capital_for_a_lot,
    size_of,
)
from packages.domain.strategy.from_research.triggers import StatedTrigger, stated_trigger
from packages.domain.strategy.json_tree import Document, Json, canonical_text
from packages.domain.strategy.model import Direction
from packages.domain.strategy.schema.grammar import DSL_VERSION
from packages.domain.strategy.trade import ATR_PERIOD

_TIMEFRAME = "1d"  # the bars that the experts read
_TRADED_DAYS_OF_A_WEEK = 5


def strategy_from(
    facts: ResearchFacts,
    limits: DraftLimits,
    direction: Direction = Direction.LONG,
    language: Language | None = None,
) -> DraftedStrategy:
    """The same facts and limits give the same strategy. `NoStrategyFromVerdict` where the verdict gives no entry in
    that direction or the limits do not allow it. `language`: of the name; that of the research without it."""
    refusal = why_not(facts, limits, direction)
    if refusal is not None:
        raise refusal
    return _Draft(facts, limits, direction).drafted(language or facts.language)


@dataclass(slots=True)
class _Draft:
    """One strategy in the making; each step adds to the document and notes where its clause came from."""

    facts: ResearchFacts
    limits: DraftLimits
    direction: Direction
    factors: dict[str, Document] = field(default_factory=dict)
    entry: list[Json] = field(default_factory=list)
    exits: list[Json] = field(default_factory=list)
    sizing: Document = field(default_factory=dict)
    size: TradeSize = field(default_factory=lambda: TradeSize(0.0))
    stop_distance: float = 0.0
    clauses: dict[str, ClauseOrigin] = field(default_factory=dict)
    left_out: list[UnsaidClaim] = field(default_factory=list)
    claims: dict[str, ResearchClaim] = field(default_factory=dict)

    @property
    def side(self) -> Side:
        return 1 if self.direction is Direction.LONG else -1

    @property
    def price(self) -> float:
        return self.facts.price or 0.0

    @property
    def tick(self) -> Decimal:
        return RULEBOOK[parse_symbol(self.facts.symbol).market].tick

    @property
    def at(self) -> str:
        return f"/trade/{self.direction.value}"

    def drafted(self, language: Language) -> DraftedStrategy:
        self.claims = verdict_claims(self.facts, self.limits)
        self._enter()
        self._say_thesis()
        self._say_levels()
        self._say_stop_and_target()
        self._say_triggers()
        self._say_horizon()
        self._say_size()
        used = {one for clause in self.clauses.values() for one in clause.claim_ids}
        used |= {one.claim_id for one in self.left_out}
        return DraftedStrategy(
            session_id=self.facts.session_id,
            symbol=self.facts.symbol,
            as_of=self.facts.as_of,
            direction=self.direction,
            price=self.price,
            document=self._document(language),
            clauses=tuple(self.clauses.values()),
            left_out=tuple(self.left_out),
            claims=tuple(claim for claim in self.claims.values() if claim.id in used),
        )

    def _document(self, language: Language) -> Document:
        symbol = parse_symbol(self.facts.symbol)
        day = local_day(symbol.market, self.facts.as_of).isoformat()
        said = {"symbol": symbol.text, "day": day}
        side: Document = {
            "entry": {"condition": {"all": self.entry}, "order": {"type": "market"}},
            "exits": self.exits,
            "position_sizing": self.sizing,
        }
        return {
            "dsl_version": DSL_VERSION,
            "strategy": {
                "name": render(message(f"strategy.from_research.name.{self.direction}", **said), language),
                "description": render(self._description(said), language),
            },
            "universe": {"market": symbol.market.value, "tickers": [symbol.text]},
            "timeframe": _TIMEFRAME,
            "factors": dict(sorted(self.factors.items())),
            "trade": {self.direction.value: side},
        }

    def _description(self, said: dict[str, str]) -> Message:
        """With the capital that it takes, where the usual one buys less than a lot."""
        conditions = [*self.entry, *(each.get("condition") for each in self.exits if isinstance(each, dict))]
        ages = any(is_fixed_price(each) for each in conditions)
        about = message(f"strategy.from_research.description{'_of_fixed_prices' if ages else ''}", **said)
        lot = RULEBOOK[parse_symbol(self.facts.symbol).market].lot(ANY_BOARD).minimum
        needed = capital_for_a_lot(self.price, float(lot), self.size.risk, self.stop_distance)
        if needed <= USUAL_CAPITAL:
            return about
        figures = {"cash": f"{USUAL_CAPITAL:,}", "price": f"{self.price:,.2f}", "needed": f"{_rounded_up(needed):,}"}
        name = "strategy.from_research.description_short_of_a_lot"
        return message(name, about=about, **figures, shares=f"{lot:f}")

    def _enter(self) -> None:
        self._note(f"{self.at}/entry/order", ClauseKind.ENTRY, ["verdict:action"], _why("entry"))

    def _say_thesis(self) -> None:
        points = self.facts.bull if self.side > 0 else self.facts.bear
        for point in points:
            metrics = tuple(dict.fromkeys(row.metric for row in point.rows))
            self.claims[point.id] = ResearchClaim(point.id, ClaimKind.ARGUMENT, point.text, metrics=metrics)
            found = list(stated_relations(point.rows, self.side))
            for one in found:
                self._say_relation(point, one)
            if not found:
                self.left_out.append(UnsaidClaim(point.id, _unsaid(point)))

    def _say_relation(self, point: StatedPoint, one: StatedRelation) -> None:
        metrics = (one.relation.left, one.relation.right)
        claim = ResearchClaim(one.id, ClaimKind.RELATION, point.text, relation=one.relation, metrics=metrics)
        self.claims.setdefault(one.id, claim)
        claims = [one.id, point.id]
        self._add_factors(one.factors, claims)
        self._condition(one.condition, ClauseKind.FILTER, claims, _why("filter"))

    def _say_levels(self) -> None:
        for name, level, op in (("stop_loss", self.facts.stop, "gt"), ("take_profit", self.facts.target, "lt")):
            if level is None or (name == "take_profit" and not self._target_is_ahead(level)):
                continue
            turned = op if self.side > 0 else {"gt": "lt", "lt": "gt"}[op]
            condition: Document = {"cmp": {"left": {"ref": "close"}, "op": turned, "right": shown_price(level.value)}}
            condition = at_tick(condition, self.tick)
            self._condition(condition, ClauseKind.LEVEL, [f"verdict:{name}"], _why(f"level_{name}"))

    def _target_is_ahead(self, level: VerdictLevel) -> bool:
        return (level.value - self.price) * self.side > 0

    def _say_stop_and_target(self) -> None:
        stop, target = self.facts.stop, self.facts.target
        assert stop is not None  # noqa: S101  # `why_not` refuses a verdict without one
        self._exit({"type": "stop_loss", "stop": self._distance(stop)}, ClauseKind.STOP, ["verdict:stop_loss"])
        if target is not None and self._target_is_ahead(target):
            exit_: Document = {"type": "take_profit", "target": self._distance(target)}
            self._exit(exit_, ClauseKind.TARGET, ["verdict:take_profit"])

    def _distance(self, level: VerdictLevel) -> Document:
        if level.atr_multiple is not None:
            return {"kind": "atr_multiple", "value": level.atr_multiple, "period": ATR_PERIOD}
        return {"kind": "pct", "value": round(abs(level.value / self.price - 1), 6)}

    def _say_triggers(self) -> None:
        said: dict[str, int] = {}
        for point in self.facts.triggers:
            found = stated_trigger(point, self.facts, self.side)
            if isinstance(found, StatedTrigger):
                self._say_trigger(point, found, said)
            else:
                self.claims[point.id] = ResearchClaim(point.id, ClaimKind.TRIGGER, point.text)
                self.left_out.append(UnsaidClaim(point.id, _left(found)))

    def _say_trigger(self, point: StatedPoint, found: StatedTrigger, said: dict[str, int]) -> None:
        self.claims[point.id] = ResearchClaim(
            point.id, ClaimKind.TRIGGER, point.text, found.relation.value, found.relation
        )
        claims = [point.id, *(["verdict:stop_loss"] if found.is_stop else [])]
        self._add_factors(found.factors, claims)
        condition = at_tick(found.condition, self.tick)
        text = canonical_text(condition)
        if text in said:
            self._note(f"{self.at}/exits/{said[text]}", ClauseKind.INVALIDATION, claims, _why("invalidation"))
            return
        said[text] = len(self.exits)
        self._exit({"type": "signal_exit", "condition": condition}, ClauseKind.INVALIDATION, claims)

    def _say_horizon(self) -> None:
        bars = _sessions_of(self.facts.horizon_days, parse_symbol(self.facts.symbol).market)
        if bars >= 1:
            self._exit({"type": "time_exit", "bars": bars}, ClauseKind.HORIZON, ["verdict:horizon"])

    def _say_size(self) -> None:
        probability, stop = self.facts.probability or 0.0, self.facts.stop
        chance, stake = (probability, self.facts.stake) if self.side > 0 else (1 - probability, None)
        self.stop_distance = abs((stop.value if stop else self.price) / self.price - 1)
        self.size = size = size_of(chance, stake, self.stop_distance, self.limits)
        if size.risk <= 0:
            raise NoStrategyFromVerdict("even_odds", symbol=self.facts.symbol)
        self.sizing = {"mode": "risk_per_trade", "pct": size.risk}
        claims = ["verdict:probability", f"profile:{self.limits.risk_clause}"]
        if size.capped_by_stake:
            claims = ["verdict:stake", "verdict:stop_loss", *claims]
        elif size.capped_by_leverage:
            claims = ["verdict:stop_loss", *claims, f"profile:{self.limits.leverage_clause}"]
        capped = "size_stake" if size.capped_by_stake else "size_leverage" if size.capped_by_leverage else "size"
        self._note(f"{self.at}/position_sizing", ClauseKind.SIZE, claims, _why(capped))

    def _condition(self, condition: Document, kind: ClauseKind, claims: list[str], why: Message) -> None:
        if condition not in self.entry:
            self.entry.append(condition)
        self._note(f"{self.at}/entry/condition/all/{self.entry.index(condition)}", kind, claims, why)

    def _exit(self, exit_: Document, kind: ClauseKind, claims: list[str]) -> None:
        self.exits.append(exit_)
        self._note(f"{self.at}/exits/{len(self.exits) - 1}", kind, claims, _why(kind.value))

    def _add_factors(self, factors: dict[str, Document], claims: list[str]) -> None:
        for name, factor in factors.items():
            self.factors[name] = factor
            self._note(f"/factors/{name}", ClauseKind.FACTOR, claims, _why("factor"))

    def _note(self, pointer: str, kind: ClauseKind, claims: list[str], why: Message) -> None:
        """A clause that several claims lead to stands on all of them."""
        known = self.clauses.get(pointer)
        ids = tuple(dict.fromkeys((*(known.claim_ids if known else ()), *claims)))
        self.clauses[pointer] = ClauseOrigin(pointer, known.kind if known else kind, ids, known.why if known else why)


def _rounded_up(money: float) -> int:
    """To two digits: the price has moved by tomorrow."""
    step = int(10 ** (math.floor(math.log10(money)) - 1))
    return math.ceil(money / step) * step


def _sessions_of(days: int, market: Market) -> int:
    """Calendar days as daily bars; only coins trade at weekends."""
    return days if market is Market.CRYPTO else days * _TRADED_DAYS_OF_A_WEEK // 7


def _unsaid(point: StatedPoint) -> Message:
    if any(row.expert == CHART for row in point.rows):
        return _left("no_comparison")
    return _left("not_on_the_chart" if point.is_cited else "no_rows")


def _why(name: str) -> Message:
    return message(f"strategy.from_research.why.{name}")


def _left(name: str) -> Message:
    return message(f"strategy.from_research.left_out.{name}")
