"""Strategies and portfolios of several instruments are stressed as a whole: one world of them all, and the others say
why not."""

from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.strategy.errors import WholeMarketOnlyBacktested
from packages.domain.strategy.json_tree import Json
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import WORLDS
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.stored import BacktestStatus
from tests.corpus import well_known
from tests.packages.domain.backtest.asking import NOW
from tests.packages.domain.stress.jobs.desk import GentleMarket, asking, open_desk

TICKERS = ("DEMO5", "DEMO6", "DEMO7")


async def test_a_portfolio_has_its_monte_carlo_and_the_other_worlds_say_why_not() -> None:
    async with open_desk(market=GentleMarket(tickers=TICKERS)) as desk:
        universe = {"market": "us_stocks", "tickers": list(TICKERS), "max_positions": 3}
        strategy = await desk.strategy(universe=universe)
        done = await desk.done(asking(strategy, worlds=WORLDS))
        assert (done.status, done.error) == (BacktestStatus.DONE, None)
        report: Any = await desk.service.report("ann", done.id)
        blocks, shuffled = report["monte_carlo"]
        assert (blocks["world"], shuffled["world"]) == (World.BLOCK_BOOTSTRAP, World.TRADE_SHUFFLE)
        assert blocks["fitted"]["instruments"] == 3
        assert {each["what"]: each["code"] for each in report["unmeasured"]} == {
            f"monte_carlo/{world}": "one_instrument_only" for world in WORLDS[1:]
        }
        assert StressPart.MONTE_CARLO not in report["verdict"]["not_measured"]
        page = await desk.service.file("ann", done.id, "md", Language.ZH)
        assert "仅适用于单一标的" in page


def held_portfolio(**parts: Any) -> Any:
    """The better two of three, half of the money in one pocket for the year's volatility."""
    score: Json = {"cross_rank": well_known.momentum(20)}
    return well_known.portfolio("The better two", list(TICKERS), score=score, long={"count": 2}, **parts)


async def test_a_portfolio_of_target_weights_is_stressed_in_every_part() -> None:
    async with open_desk(market=GentleMarket(tickers=TICKERS)) as desk:
        rhythm = {"every": "month", "session": 2, "tolerance": 0.01}
        stored = await desk.shelf.create("ann", held_portfolio(rebalance=rhythm))
        done = await desk.done(asking(stored, worlds=WORLDS[:2]))
        assert (done.status, done.error) == (BacktestStatus.DONE, None)
        report: Any = await desk.service.report("ann", done.id)
        assert {each["what"]: each["code"] for each in report["unmeasured"]} == {
            f"monte_carlo/{WORLDS[1]}": "one_instrument_only"
        }
        assert report["verdict"]["not_measured"] == ["crises/own_20080901_20081231"]
        assert [window["status"] for window in report["crises"]] == ["exercised", "gap"]
        assert report["monte_carlo"][0]["fitted"]["instruments"] == 3
        curves = {each["pointer"].removeprefix("/portfolio") for each in report["sensitivity"]["curves"]}
        assert {"/score/cross_rank/return/bars", "/long/count", "/rebalance/session", "/rebalance/tolerance"} <= curves
        kinds = {each["kind"] for each in report["sensitivity"]["frictions"]}
        assert kinds == {"cost_x2", "cost_x3", "delay_1", "missed_fills"}
        assert report["walk_forward"]["folds"] == 5
        tried = report["sensitivity"]["runs"] + report["walk_forward"]["trials"] // report["walk_forward"]["folds"]
        assert tried / 2 < report["overfitting"]["trials"] <= 1 + tried


async def test_a_portfolio_that_never_sells_whole_counts_what_it_holds_and_not_what_it_trims() -> None:
    async with open_desk(market=GentleMarket(tickers=TICKERS)) as desk:
        stored = await desk.shelf.create("ann", well_known.portfolios(list(TICKERS))["inverse_volatility"])
        done = await desk.done(asking(stored))
        report: Any = await desk.service.report("ann", done.id)
        assert report["sensitivity"]["base"]["trades"] == 3
        assert [each["code"] for each in report["unmeasured"]] == ["too_few_trades"]


async def test_a_portfolio_over_a_whole_market_is_refused_by_name() -> None:
    async with open_desk(market=GentleMarket(tickers=TICKERS)) as desk:
        told = held_portfolio()
        told["universe"] = {"market": "us_stocks", "rule": {"min_price": 5}}
        stored = await desk.shelf.create("ann", told)
        with pytest.raises(WholeMarketOnlyBacktested, match="tickers by name"):
            await make_stress_plan(desk.shelf, "ann", asking(stored), NOW)
