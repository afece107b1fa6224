"""Random strategies that look at their own account: entries that wait for it, and exits by what the position has done.

`account_run(seed)` is a strategy with a market and terms for it.
"""

from random import Random

from packages.domain.backtest.outcome import ExitReason, OpenPosition, Trade
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_terms
from tests.corpus.strategies import TICKERS
from tests.reference.both import engine_backtest
from tests.reference.expressive_strategies import ExpressiveDraw, hangs_on_the_last_bit, panel_for
from tests.reference.lively_strategies import LivelyDraw, Run

_VALIDATOR = Validator(CATALOGUE)
_DUST = 1e-8  # of the money at the start
CLOSE: Document = {"ref": "close"}


def account(field: str) -> Document:
    return {"account": field}


class AccountDraw(ExpressiveDraw):
    """Draws one random document whose rules read the account."""

    def __init__(self, rng: Random, cash: float) -> None:
        super().__init__(rng)
        self._cash = cash

    _cmp = LivelyDraw._cmp  # expressions of the market alone have a proof of their own
    _cross = LivelyDraw._cross

    def document(self) -> Document:
        document = super().document()
        trade = document["trade"]
        assert isinstance(trade, dict)
        for side in trade.values():
            assert isinstance(side, dict)
            entry, exits = side["entry"], side["exits"]
            assert isinstance(entry, dict)
            assert isinstance(exits, list)
            turns = len(trade) > 1 and self._rng.random() < 0.3
            if self._rng.random() < 0.5:
                entry["condition"] = self._joined(
                    entry["condition"], self._of_a_position() if turns else self._of_money()
                )
            condition = self._joined(self._condition(1), self._of_a_position())
            exits.insert(self._rng.randint(0, len(exits)), {"type": "signal_exit", "condition": condition})
        return document

    def _joined(self, condition: Json, live: Document) -> Document:
        """Alone, beside another condition, or deep inside."""
        rng = self._rng
        either: Document = {rng.choice(["all", "any"]): [condition, live]}
        neither: Document = {"not": {rng.choice(["all", "any"]): [{"not": live}, condition]}}
        deep: Document = {"any": [{"all": [condition, live]}, {"all": [live, {"not": condition}, self._of_money()]}]}
        return rng.choice([live, either, either, neither, deep])

    def _of_money(self) -> Document:
        rng = self._rng
        op = rng.choice(["gt", "gte", "lt", "lte", "neq"])
        odd = rng.uniform(-0.02, 0.02)
        values: list[tuple[Json, Json]] = [
            (account("equity"), round(self._cash * (1 + odd), 3)),
            ({"log": {"divide": [account("equity"), self._cash]}}, round(odd, 5)),
            (account("drawdown"), -round(abs(odd) + 1e-4, 5)),
            (account("position"), round(rng.uniform(-0.7, 0.7), 3)),
            ({"abs": account("position")}, round(rng.uniform(0.01, 0.7), 3)),
            ({"add": [account("drawdown"), {"return": {"of": CLOSE, "bars": rng.randint(1, 5)}}]}, round(odd, 5)),
        ]
        left, right = rng.choice(values)
        sides: Document = {"left": left, "op": op, "right": right}
        turned: Document = {"left": right, "op": op, "right": left}
        return {"cmp": turned if rng.random() < 0.3 else sides}

    def _of_the_market(self) -> Json:
        """A column of its own, with a window or of another instrument."""
        rng = self._rng
        window: Document = {"of": CLOSE, "bars": rng.randint(2, 9)}
        other: Document = {**CLOSE, "of": rng.choice(TICKERS[self._market])}
        drawn: list[Document] = [{"mean": window}, {"highest": window}, {"lag": window}, other]
        return rng.choice(drawn)

    def _of_a_position(self) -> Document:
        rng = self._rng
        if rng.random() < 0.15:
            return self._of_money()
        op, odd = rng.choice(["gt", "gte", "lt", "lte"]), rng.uniform(-0.03, 0.03)
        entered, best = account("entry_price"), account("best_price")
        values: list[tuple[Json, Json]] = [
            (account("open_return"), round(odd, 5)),
            (account("bars_held"), rng.randint(1, 9)),
            (CLOSE, {"multiply": [entered, round(1 + odd, 5)]}),
            (self._reference(), entered),
            ({"divide": [{"subtract": [CLOSE, best]}, best]}, -round(abs(odd), 5)),
            (CLOSE, {rng.choice(["min", "max"]): [entered, {"ref": "open", "lag": 1}, best]}),
            ({"subtract": [self._of_the_market(), entered]}, round(odd, 5)),
            (
                {rng.choice(["min", "max"]): [account("open_return"), {"divide": [account("bars_held"), 100]}]},
                round(odd, 5),
            ),
        ]
        left, right = rng.choice(values)
        return {"cmp": {"left": left, "op": op, "right": right}}


def account_run(seed: int, bars: int = 130) -> Run:
    """The run of a seed; the same one every time."""
    rng = Random(f"account {seed}")
    while True:
        terms = random_terms(rng)
        strategy = _VALIDATOR.document(AccountDraw(rng, float(terms.cash)).document()).strategy
        if strategy is not None:
            panel = panel_for(rng, strategy, bars)
            run = Run(strategy, panel, terms)
            if not hangs_on_the_last_bit(strategy, panel) and not holds_dust(run):
                return run


def holds_dust(run: Run) -> bool:
    """Whether it buys with what rounding left of its money: who always wants in does, where parts of shares trade, and
    so does who was called for margin, whose equity is a small difference of large sums."""
    outcome = engine_backtest(run.strategy, run.panel, run.terms)
    if run.panel.market is Market.CRYPTO and any(each.reason is ExitReason.MARGIN_CALL for each in outcome.trades):
        return True
    bought: list[Trade | OpenPosition] = [*outcome.trades, *outcome.open_positions]
    return any(each.quantity * abs(each.entry_price) < _DUST * float(run.terms.cash) for each in bought)
