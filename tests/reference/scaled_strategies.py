"""Random strategies whose positions grow by units, leave in parts and wait at computed prices.

`scaled_run(seed)` is a strategy with a market and terms for it.
"""

from random import Random

from packages.domain.market_data.symbols import Market
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_terms
from tests.reference.account_strategies import AccountDraw, account, holds_dust
from tests.reference.expressive_strategies import hangs_on_the_last_bit, panel_for
from tests.reference.lively_strategies import LivelyDraw, Run

_VALIDATOR = Validator(CATALOGUE)
CLOSE: Document = {"ref": "close"}
_SHARES = [0.2, 0.34, 0.5, 0.75]


class ScaledDraw(AccountDraw):
    """Draws one random document; rules that only read the account have a proof of their own."""

    def document(self) -> Document:
        document = super(AccountDraw, self).document()
        trade = document["trade"]
        assert isinstance(trade, dict)
        for side in trade.values():
            assert isinstance(side, dict)
            self._scale(side)
        return document

    def _scale(self, side: Document) -> None:
        rng, exits, entry = self._rng, side["exits"], side["entry"]
        assert isinstance(exits, list)
        assert isinstance(entry, dict)
        if rng.random() < 0.3:
            entry["order"] = self._at_level()
        if grows := rng.random() < 0.8:
            side["scale_in"] = self._scale_in()
        for _ in range(rng.randint(0 if grows else 1, 3)):
            exits.insert(rng.randint(0, len(exits)), self._part_exit(grows))

    def _sizing(self, market: Market, has_stop: bool) -> Document:
        """Small enough that most accounts can carry several."""
        sizing = LivelyDraw._sizing(self, market, has_stop)
        if sizing["mode"] in ("pct_equity", "risk_per_trade"):
            return {**sizing, "pct": self._rng.choice([0.01, 0.05, 0.15, 0.3])}
        return sizing

    def _scale_in(self) -> Document:
        rng = self._rng
        drawn: Document = {"condition": self._unit_condition(), "max_units": rng.randint(2, 6)}
        if rng.random() < 0.5:
            market: Document = {"type": "market"}
            drawn["order"] = rng.choice([self._at_level(of_position=True), self._resting(), market])
        if rng.random() < 0.4:
            drawn["position_sizing"] = self._sizing(self._market, has_stop=False)
        if rng.random() < 0.5:
            drawn["stops_from"] = rng.choice(["last_fill", "average_price"])
        return drawn

    def _unit_condition(self) -> Document:
        rng, odd = self._rng, self._rng.uniform(-0.02, 0.02)
        step: Document = {"multiply": [account("last_fill_price"), round(1 + odd, 5)]}
        further: Document = {"cmp": {"left": CLOSE, "op": "gt" if odd > 0 else "lt", "right": step}}
        deeper: Document = {
            "cmp": {
                "left": CLOSE,
                "op": rng.choice(["lt", "gt"]),
                "right": {"multiply": [account("entry_price"), {"add": [1, {"multiply": [odd, account("units")]}]}]},
            }
        }
        return rng.choice([further, deeper, self._condition(1), self._joined(self._condition(1), further)])

    def _resting(self) -> Document:
        kind: Document = {"type": self._rng.choice(["limit", "stop"]), "offset": self._distance()}
        return {**kind, "valid_bars": self._rng.randint(1, 5)}

    def _at_level(self, *, of_position: bool = False) -> Document:
        rng = self._rng
        window: Document = {"of": {"ref": rng.choice(["high", "low", "close"])}, "bars": rng.randint(2, 8)}
        values: list[Json] = [
            {rng.choice(["highest", "lowest"]): window},
            {"multiply": [CLOSE, round(1 + rng.uniform(-0.02, 0.02), 5)]},
            {"ref": rng.choice(["high", "low", "open"]), "lag": rng.randint(0, 2)},
        ]
        if of_position:
            values += [{"multiply": [account("last_fill_price"), round(1 + rng.uniform(-0.03, 0.03), 5)]}] * 2
        kind: Document = {"type": rng.choice(["limit", "stop"]), "at": rng.choice(values)}
        return {**kind, "valid_bars": rng.randint(1, 5)} if rng.random() < 0.7 else kind

    def _part_exit(self, grows: bool) -> Document:
        rng = self._rng
        fraction: Document = {"fraction": rng.choice(_SHARES)}
        part: Document = {"units": rng.randint(1, 2)} if grows and rng.random() < 0.4 else fraction
        if rng.random() < 0.5:
            return {"type": "take_profit", "target": self._distance(), "part": part}
        if rng.random() < 0.6:
            part["times"] = rng.randint(1, 4)
        condition = rng.choice([self._condition(1), self._of_a_position()])
        return {"type": "signal_exit", "condition": condition, "part": part}


def scaled_run(seed: int, bars: int = 130) -> Run:
    """The run of a seed; the same one every time."""
    rng = Random(f"scaled {seed}")
    while True:
        terms = random_terms(rng)
        strategy = _VALIDATOR.document(ScaledDraw(rng, float(terms.cash)).document()).strategy
        if strategy is not None and strategy.scales:
            panel = panel_for(rng, strategy, bars)
            run = Run(strategy, panel, terms)
            if not hangs_on_the_last_bit(strategy, panel) and not holds_dust(run):
                return run
