"""Random strategies and portfolios that read what was known of companies, each with companies that reported.

`company_run(seed)` and `company_portfolio(seed)` are the same every time.
"""

from dataclasses import replace
from random import Random

import numpy as np

from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.market.needs import CompanyNeeds, needs_of
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.company_fields import EventField, FundamentalField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from tests.corpus.markets import random_terms
from tests.reference.companies import ToldRecord
from tests.reference.company_draws import random_company, told_record
from tests.reference.expressive_strategies import ExpressiveDraw, hangs_on_the_last_bit, panel_for
from tests.reference.lively_portfolios import PortfolioRun, random_portfolio
from tests.reference.lively_strategies import Run

_VALIDATOR = Validator(CATALOGUE)
_COMMON: dict[str, tuple[float, float]] = {
    **{"pe": (8, 40), "pb": (0.2, 4), "ps": (0.5, 4), "earnings_yield": (0.02, 0.12), "roe": (0.01, 0.08)},
    **{"net_margin": (0.08, 0.12), "gross_margin": (0.3, 0.5), "debt_to_assets": (0.4, 0.5)},
    **{"revenue_growth": (-0.2, 0.2), "profit_growth": (-0.3, 0.3), "quarter_profit_growth": (-0.3, 0.3)},
}


class CompanyDraw(ExpressiveDraw):
    """Every other comparison is one of a figure or a date with a number."""

    def _cmp(self) -> Document:
        rng = self._rng
        if rng.random() < 0.5:
            return super()._cmp()
        op = rng.choice(["gt", "gte", "lt", "lte"])
        if rng.random() < 0.4:
            return {"cmp": self._by_the_dates(op)}
        name = rng.choice(list(_COMMON))
        return {"cmp": {"left": {"fundamental": name}, "op": op, "right": round(rng.uniform(*_COMMON[name]), 3)}}

    def _by_the_dates(self, op: str) -> Document:
        rng = self._rng
        field = rng.choice(list(EventField))
        if field is EventField.NEW_REPORT:
            return {"left": {"event": field.value}, "op": rng.choice(["eq", "neq"]), "right": rng.choice([0, 1])}
        return {"left": {"event": field.value}, "op": op, "right": rng.randint(1, 60)}

    def _leaf(self) -> Json:
        if self._rng.random() < 0.35:
            return super()._leaf()
        if self._rng.random() < 0.2:
            return {"event": self._rng.choice(list(EventField)).value}
        return {"fundamental": self._rng.choice(list(FundamentalField)).value}


def company_strategy(rng: Random) -> Strategy:
    """Valid, and of companies."""
    while True:
        document = CompanyDraw(rng, rng.choice([Timeframe.D1, Timeframe.D1, Timeframe.W1])).document()
        strategy = _VALIDATOR.document(document).strategy
        if strategy is not None and needs_of(strategy).company.anything:
            return strategy


def company_run(seed: int, bars: int = 130) -> Run:
    rng = Random(f"company {seed}")
    while True:
        strategy = company_strategy(rng)
        panel = with_companies(rng, panel_for(rng, strategy, bars), strategy)
        if not hangs_on_the_last_bit(strategy, panel):
            return Run(strategy, panel, random_terms(rng))


def company_portfolio(seed: int) -> PortfolioRun:
    """A drawn portfolio of shares that is scored, and now and then chosen, by figures."""
    rng = Random(f"company portfolio {seed}")
    while True:
        run = random_portfolio(rng.randrange(10**6))
        if run.strategy.universe.market.is_stocks:
            break
    document = _with_figures(rng, run.strategy)
    strategy = _VALIDATOR.document(document).require()
    return replace(run, strategy=strategy, panel=with_companies(rng, run.panel, strategy))


def _with_figures(rng: Random, strategy: Strategy) -> Document:
    document = document_of(strategy)
    portfolio, universe = document["portfolio"], document["universe"]
    assert isinstance(portfolio, dict)
    assert isinstance(universe, dict)
    first, second = rng.sample(["pe", "roe", "pb", "earnings_yield", "profit_growth", "net_margin"], 2)
    cheap: Document = {"cross_rank": {"fundamental": first}}
    good: Document = {"cross_zscore": {"fundamental": second}}
    single: list[Document] = [{"fundamental": first}, {"add": [cheap, {"multiply": [-0.37, good]}]}]
    portfolio["score"] = rng.choice(single)
    where: Document = {"cmp": {"left": {"fundamental": "roe"}, "op": "gt", "right": round(rng.uniform(0.0, 0.05), 3)}}
    rule = universe.get("rule")
    if rng.random() < 0.5:
        universe["rule"] = {**(rule if isinstance(rule, dict) else {}), "where": where}
    if rng.random() < 0.3:
        quiet: Document = {"cmp": {"left": {"event": "days_to_report"}, "op": "lte", "right": 5}}
        portfolio["hold_if"] = {"not": quiet}
    return document


def with_companies(rng: Random, panel: Panel, strategy: Strategy) -> Panel:
    needs = needs_of(strategy).company
    records = tuple(_record(rng, panel, row, needs) for row in range(len(panel.tickers)))
    return replace(panel, alongside=replace(panel.alongside or Alongside(), records=records))


def _record(rng: Random, panel: Panel, row: int, needs: CompanyNeeds) -> ToldRecord:
    held = np.flatnonzero(np.isfinite(panel.close[row]))
    first, last = (panel.time[at].astype("datetime64[D]").item() for at in (0, held[-1] if len(held) else -1))
    close = float(np.nanmean(panel.close[row])) if len(held) else 10.0
    return told_record(random_company(rng, panel.tickers[row], needs, first, last, close), needs)
