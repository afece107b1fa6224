"""Strategies and portfolios of several instruments are stressed as a whole: one world of them all, and the others say
why not."""

from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.backtest.portfolio.naming import TooManyToName, symbols_of
from packages.domain.backtest.portfolio.running import NoWholeMarket
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.lineage import TrialPool
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.request import WORLDS
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.stored import BacktestStatus
from tests.corpus import well_known
from tests.packages.domain.backtest.asking import NOW
from tests.packages.domain.stress.jobs.desk import ByDate, GentleMarket, asking, open_desk

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


def by_rule(told: Any) -> Any:
    """The same over whoever meets a rule that all of them meet."""
    return {**told, "universe": {"market": "us_stocks", "rule": {"min_price": 1}}}


async def test_a_market_by_rule_is_stressed_as_its_tickers_by_name() -> None:
    async with open_desk(market=GentleMarket(tickers=TICKERS)) as desk:
        reports: list[Any] = []
        for told in (held_portfolio(), by_rule(held_portfolio())):
            stored = await desk.shelf.create("ann", told)
            done = await desk.done(asking(stored, seed=5))
            assert (done.status, done.error) == (BacktestStatus.DONE, None)
            reports.append(await desk.service.report("ann", done.id))
        listed, ruled = reports
        assert ruled["monte_carlo"] == listed["monte_carlo"]
        assert ruled["crises"][0] == listed["crises"][0]
        assert {each["status"] for each in (ruled["crises"][1], listed["crises"][1])} == {"gap"}
        assert ruled["sensitivity"]["base"] == listed["sensitivity"]["base"]
        assert {each["pointer"] for each in ruled["sensitivity"]["curves"]} >= {
            each["pointer"] for each in listed["sensitivity"]["curves"]
        }
        trials = await desk.shelf.ledger.count("elsewhere", TrialPool("ann", ("us_stocks:*",), None, None))
        assert trials > 20, "a whole market is one pool"


async def test_a_market_of_more_than_can_be_named_is_refused_with_their_number() -> None:
    many = tuple(f"DEMO{number}" for number in range(1, 502))
    market = GentleMarket(tickers=many)
    view, now = market.view(None), NOW
    strategy = Validator(CATALOGUE).document(by_rule(held_portfolio())).require()
    with pytest.raises(TooManyToName, match="501 instruments of it have bars"):
        await symbols_of(strategy, ByDate(market), view.as_of, None, now.date())


async def test_without_bars_by_date_a_rule_is_refused() -> None:
    strategy = Validator(CATALOGUE).document(by_rule(held_portfolio())).require()
    with pytest.raises(NoWholeMarket):
        await symbols_of(strategy, None, NOW, None, None)
