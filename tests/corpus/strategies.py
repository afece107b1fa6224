"""Random strategies in the language: drawn so that nearly all are valid, and mutated so that nearly none is.

`valid_strategies(seed, count, catalogue)` is for anybody who needs many: each is a document with its strategy.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.catalogue_port import Catalogue, CataloguedIndicator
from packages.domain.strategy.json_tree import Document, Json, copied
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code
from packages.domain.strategy.validate import Validator

TICKERS = {
    Market.US_STOCKS: ("AAPL", "MSFT", "BRK.B", "ON", "TRUE", "NVDA"),
    Market.CN_STOCKS: ("000001.SZ", "600000.SH", "688981.SH", "430047.BJ"),
    Market.CRYPTO: ("BTC-USD", "ETH-USD", "SOL-USDT"),
    Market.FOREX: ("EURUSD=X", "USDJPY=X"),
    Market.FUTURES: ("ES=F", "CL=F"),
}
MARKETS = tuple(market for market in Market if market in TICKERS)
COMPARISONS = ("gt", "gte", "lt", "lte", "eq", "neq")
# What a random strategy may run into by chance; anything else would be a fault of the generator.
CHANCE = {Code.NEVER_TRUE, Code.UNREACHABLE_EXIT, Code.CONTRADICTORY_EXITS, Code.CONTRADICTORY_SIDES}


class StrategyDraw:
    """Draws one random document from a generator of random numbers."""

    def __init__(self, rng: random.Random, catalogue: Catalogue) -> None:
        self._rng = rng
        self._catalogue = catalogue
        self._refs: list[str] = []
        self._flags: list[str] = []

    def document(self) -> Document:
        rng = self._rng
        market = rng.choice(MARKETS)
        timeframe = rng.choice(list(Timeframe)[:-1])
        factors = self._factors(timeframe)
        trade: Document = {"long": self._side(market)}
        if RULEBOOK[market].can_short and rng.random() < 0.4:
            trade["short"] = self._side(market)
            if rng.random() < 0.3:
                del trade["long"]
        head: Document = {"name": rng.choice(["Average cross", "均线交叉", 'A "quoted" {name}', "x"])}
        if rng.random() < 0.5:
            head["description"] = rng.choice(["", "Buys low.", "跌多了就买\n涨回来就卖"])
        return {
            "dsl_version": "1.0.0",
            "strategy": head,
            "universe": self._universe(market),
            "timeframe": timeframe.value,
            "factors": factors,
            "trade": trade,
        }

    def _factors(self, timeframe: Timeframe) -> Document:
        rng = self._rng
        slower = [each.value for each in Timeframe if each.seconds > timeframe.seconds]
        second = rng.choice(slower)
        factors: Document = {}
        for number in range(rng.randint(1, 5)):
            indicator = rng.choice(list(self._catalogue.values()))
            name = f"{indicator.name[:40]}_{number}"
            factor: Document = {"type": indicator.name}
            if params := self._params(indicator):
                factor["params"] = params
            if rng.random() < 0.2:
                factor["timeframe"] = second
            factors[name] = factor
            several = len(indicator.outputs) > 1 or rng.random() < 0.2
            self._refs += [f"{name}.{output}" for output in indicator.outputs] if several else [name]
            self._flags.append(self._refs[-1])
        return factors

    def _params(self, indicator: CataloguedIndicator) -> Document:
        params: Document = {}
        for parameter in indicator.parameters:
            if parameter.default is not None and self._rng.random() < 0.4:
                continue
            low = 1 if parameter.minimum is None else parameter.minimum
            high = 100 if parameter.maximum is None else parameter.maximum
            if parameter.kind == "int":
                params[parameter.name] = self._rng.randint(int(low), int(min(high, low + 60)))
            elif parameter.kind == "float":
                params[parameter.name] = round(self._rng.uniform(low, high), 3)
            else:
                params[parameter.name] = self._rng.choice(list(parameter.choices))
        return params | self._rising_params(indicator)

    def _rising_params(self, indicator: CataloguedIndicator) -> Document:
        """Parameters that must rise, in their order, evenly apart from a random beginning."""
        names = list(dict.fromkeys(name for pair in indicator.rising for name in pair))
        bounds = [each for each in indicator.parameters if each.name in names]
        if not bounds:
            return {}
        low = max(each.minimum or 0 for each in bounds)
        high = min(low + 60, *(each.maximum or 100 for each in bounds))
        step = (high - low) / len(names) * self._rng.uniform(0.5, 1)
        values = [low + step * (place + self._rng.random() / 2) for place in range(len(names))]
        whole = bounds[0].kind == "int"
        return {name: round(value) if whole else round(value, 3) for name, value in zip(names, values, strict=True)}

    def _universe(self, market: Market) -> Document:
        rng = self._rng
        tickers = rng.sample(TICKERS[market], rng.randint(1, len(TICKERS[market])))
        universe: Document = {"market": market.value, "tickers": list(tickers)}
        if rng.random() < 0.4:
            universe["max_positions"] = rng.randint(1, len(tickers))
            order: Document = {"order": "ascending"} if rng.random() < 0.5 else {}
            universe["ranking"] = {"by": self._reference(), **order}
        return universe

    def _side(self, market: Market) -> Document:
        exits = self._exits()
        has_stop = any(exit_["type"] in ("stop_loss", "bracket_rr", "trailing_stop") for exit_ in exits)
        told: list[Json] = [*exits]
        return {
            "entry": {"condition": self._condition(3), "order": self._order()},
            "exits": told,
            "position_sizing": self._sizing(market, has_stop),
        }

    def _condition(self, depth: int) -> Document:
        rng = self._rng
        simple: list[Callable[[], Document]] = [self._cmp, self._cross, self._flag]
        if depth == 0 or rng.random() < 0.4:
            return rng.choice(simple)()
        inside = self._condition(depth - 1)
        bars, op = rng.randint(5, 30), rng.choice(COMPARISONS)
        several: list[Json] = [inside, *(self._condition(depth - 1) for _ in range(rng.randint(1, 2)))]
        drawn: list[Document] = [
            {"all": several},
            {"any": several},
            {"not": inside},
            {"within_bars": {"condition": inside, "bars": bars}},
            {"sequence": {"steps": several, "within_bars": bars}},
            {"bars_since": {"condition": inside, "op": op, "bars": bars}},
        ]
        return rng.choice(drawn)

    def _cmp(self) -> Document:
        left, op = self._reference(), self._rng.choice(COMPARISONS)
        return {"cmp": {"left": left, "op": op, "right": self._operand(other_than=left)}}

    def _cross(self) -> Document:
        op = self._rng.choice(["cross_above", "cross_below"])
        a = self._reference()
        return {"cross": {"a": a, "op": op, "b": self._operand(other_than=a)}}

    def _flag(self) -> Document:
        return {"ref": self._rng.choice(self._flags)}

    def _operand(self, other_than: Document) -> Json:
        drawn = self._reference()
        if self._rng.random() < 0.5 or drawn == other_than:
            return self._rng.choice([self._rng.randint(1, 100), round(self._rng.uniform(-3, 250), 4), 1e-07])
        return drawn

    def _reference(self) -> Document:
        ref: Document = {"ref": self._rng.choice([*self._refs, *self._refs, "open", "high", "low", "close", "volume"])}
        return {**ref, "lag": self._rng.randint(1, 20)} if self._rng.random() < 0.3 else ref

    def _order(self) -> Document:
        kind = self._rng.choice(["market", "limit", "stop"])
        if kind == "market":
            return {"type": kind}
        resting: Document = {"valid_bars": self._rng.randint(2, 9)} if self._rng.random() < 0.5 else {}
        return {"type": kind, "offset": self._distance(), **resting}

    def _distance(self) -> Document:
        kind = self._rng.choice(["points", "pct", "atr_multiple"])
        if kind == "pct":
            return {"kind": kind, "value": round(self._rng.uniform(0.001, 0.5), 4)}
        distance: Document = {"kind": kind, "value": round(self._rng.uniform(0.1, 20), 2)}
        period = kind == "atr_multiple" and self._rng.random() < 0.5
        return {**distance, "period": self._rng.randint(15, 40)} if period else distance

    def _exits(self) -> list[Document]:
        rng = self._rng
        drawn: list[Document] = []
        if rng.random() < 0.3:
            ratio = round(rng.uniform(0.5, 5), 1)
            drawn.append({"type": "bracket_rr", "stop": self._distance(), "risk_reward": ratio})
        else:
            drawn += [{"type": "stop_loss", "stop": self._distance()}] if rng.random() < 0.6 else []
            drawn += [{"type": "take_profit", "target": self._distance()}] if rng.random() < 0.5 else []
        drawn += [{"type": "trailing_stop", "stop": self._distance()}] if rng.random() < 0.3 else []
        drawn += [{"type": "time_exit", "bars": rng.randint(1, 60)}] if rng.random() < 0.4 else []
        drawn += [{"type": "signal_exit", "condition": self._condition(2)}] if rng.random() < 0.6 or not drawn else []
        rng.shuffle(drawn)
        return drawn

    def _sizing(self, market: Market, has_stop: bool) -> Document:
        rng = self._rng
        lot = RULEBOOK[market].lots[-1]
        qty = lot.minimum + lot.step * rng.randint(0, 50)
        full: Document = {"mode": "vol_target", "target": 0.2, "lookback": rng.randint(21, 90), "max_leverage": 2}
        drawn: list[Document] = [
            {"mode": "fixed_qty", "qty": int(qty) if qty == int(qty) else float(qty)},
            {"mode": "fixed_cash", "cash": round(rng.uniform(100, 50_000), 2)},
            {"mode": "pct_equity", "pct": round(rng.uniform(0.01, 1), 3)},
            {"mode": "vol_target", "target": 0.15},
            full,
        ]
        if has_stop:
            drawn.append({"mode": "risk_per_trade", "pct": round(rng.uniform(0.001, 0.05), 4)})
        return rng.choice(drawn)


def random_documents(seed: int, catalogue: Catalogue) -> Iterator[Document]:
    """Documents without end, nearly all of them valid."""
    rng = random.Random(seed)
    while True:
        yield StrategyDraw(rng, catalogue).document()


def valid_strategies(seed: int, count: int, catalogue: Catalogue) -> list[tuple[Document, Strategy]]:
    """`count` different draws that validate."""
    validator = Validator(catalogue)
    found: list[tuple[Document, Strategy]] = []
    for document in random_documents(seed, catalogue):
        if len(found) == count:
            break
        if strategy := validator.document(document).strategy:
            found.append((document, strategy))
    return found


def random_json(rng: random.Random, words: Sequence[str], depth: int = 5) -> Json:
    """Any JSON, with words of the language strewn in, so that it gets past the first checks now and then."""
    kind = rng.randrange(9 if depth else 6)
    if kind >= 7:
        return {
            rng.choice([*words, "", "a/b", "~"]): random_json(rng, words, depth - 1) for _ in range(rng.randrange(6))
        }
    if kind == 6:
        return [random_json(rng, words, depth - 1) for _ in range(rng.randrange(5))]
    numbers: list[Json] = [0, -1, 3, 0.5, 1e300, -0.0, 10**30, 1e-320]
    scalars: list[Json] = [None, True, False, rng.choice(words), rng.choice(numbers), chr(rng.randrange(0x3000))]
    return scalars[kind]


def mutated(rng: random.Random, document: Document, words: Sequence[str]) -> Json:
    """A strategy with one to four places damaged: removed, renamed, doubled, or replaced by anything."""
    damaged: Any = copied(document)
    for _ in range(rng.randint(1, 4)):
        places = list(_containers(damaged))
        if not places:
            return random_json(rng, words)
        place = rng.choice(places)
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
        _damage(rng, place, key, words)
    whole: Json = damaged
    return whole


def _damage(rng: random.Random, place: Any, key: Any, words: Sequence[str]) -> None:
    action = rng.randrange(5)
    if action == 0:
        del place[key]
    elif action == 1 and isinstance(place, dict):
        place[rng.choice(words)] = place.pop(key)
    elif action == 2 and isinstance(place, list):
        place.append(copied(place[key]))
    elif action == 3 and isinstance(place[key], str):
        place[key] = place[key][:-1] + rng.choice("xyz.0 ")
    else:
        place[key] = random_json(rng, words, 3)


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list) and value:
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from _containers(item)
