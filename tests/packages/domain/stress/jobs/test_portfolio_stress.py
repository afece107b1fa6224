"""A strategy of several instruments is stressed as a whole: one world of them all, and the others say why not."""

from typing import Any

from packages.core.messages import Language
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.request import WORLDS
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.stored import BacktestStatus
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
