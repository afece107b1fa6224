"""The desk over history: real instruments by rules, with the debate and without it, against base rate and momentum.

`python -m benchmarks.walkback [--home FOLDER] [--every 61] [--horizon 60]`; a run that is stopped goes on where it was
when it is given the same folder.
"""

import argparse
import asyncio
import json
import os
import time
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.walkback_data import RealMarket, real_market
from packages.core.clock import SystemClock
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.judge.application.walk_back import WalkBackReport
from src.modules.judge.container import JudgeContainer
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.domain.scores.report import NotEnough, Scores
from src.modules.judge.domain.walk_back import WalkBackPlan

_WARM_UP = timedelta(days=400)


async def main() -> None:
    asked = _arguments()
    if asked.home:
        asked.home.mkdir(parents=True, exist_ok=True)
        await walk(asked.home, asked.every, asked.horizon, asked.symbols)
        return
    with TemporaryDirectory() as folder:
        await walk(Path(folder), asked.every, asked.horizon, asked.symbols)


async def walk(home: Path, every: int, horizon: int, symbols: list[str] | None) -> None:
    market = await asyncio.to_thread(real_market, home)
    os.environ["PARLEY_HOME"] = str(home)
    settings = load_settings()
    clock, database = SystemClock(), Database(settings.database_url)
    started = time.perf_counter()
    try:
        await upgrade(database)
        library = DataEngineeringContainer(database, settings, clock).library()
        if not await library.stored():
            await _store(library, market, clock)
        judge = JudgeContainer(database=database, settings=settings, library=library, clock=clock)
        walked = {}
        silent = sorted(set(market.first) - set(market.reported))
        print(f"Left out, because one expert alone has rows and the judge then calls nothing: {', '.join(silent)}")
        for name in symbols or sorted(market.reported, reverse=True):
            plan = WalkBackPlan(
                symbols=(parse_symbol(name),),
                start=_start(max(market.first[name] + _WARM_UP, market.reported[name])),
                end=market.last[name],
                every=every,
                horizon_days=horizon,
                language=Language.EN,
            )
            walked[name] = await judge.walk_back().run(plan)
            _one(name, walked[name], time.perf_counter() - started)
        await _all(judge, walked, time.perf_counter() - started)
        await judge.aclose()
    finally:
        await database.aclose()


def _start(earliest: date) -> date:
    """Days that all instruments share, so that looks of one week are one draw."""
    epoch = date(2001, 1, 3)
    return epoch + timedelta(days=61 * -(-(earliest - epoch).days // 61))


async def _store(library, market: RealMarket, clock) -> None:
    for series in market.bars:
        await library.bars.append(series, clock.now())
    for start in range(0, len(market.rows), 2000):
        await library.rows.add(market.rows[start : start + 2000], clock.now())


def _one(name: str, report: WalkBackReport, seconds: float) -> None:
    counts, scores = report.counts, report.scores
    settled = [_settled(one) for one in (scores.overall, scores.without_debate)]
    print(
        f"{name}: {len(report.plan)} looks from {report.plan.start} to {report.plan.end} "
        f"({counts.made} made, {counts.kept} kept, {counts.silent} silent); settled {settled[0]} with the debate, "
        f"{settled[1]} without; {seconds:.0f} s",
        flush=True,
    )


def _settled(scores: Scores | NotEnough) -> int:
    return scores.settled


async def _all(judge: JudgeContainer, walked: dict[str, WalkBackReport], seconds: float) -> None:
    scores, tally = await judge.calls(LOCAL_OWNER_ID, CallBookName.WALK_BACK).scores()
    print(json.dumps(asdict(scores), default=str, indent=1))
    print(tally, f"{seconds:.0f} s")
    for title, one in (("with the debate", scores.overall), ("without", scores.without_debate)):
        print(_line(title, one))
    print("debate effect on Brier", scores.debate_effect)


def _line(title: str, one: Scores | NotEnough) -> str:
    if isinstance(one, NotEnough):
        return f"{title}: {one.settled} settled, not enough"
    return (
        f"{title}: n={one.settled} base rate {one.base_rate:.3f} hit {_span(one.hit_rate)} Brier {_span(one.brier)} "
        + " ".join(
            f"{b.name}: Brier {b.brier:.4f} skill {_span(b.skill)} hit {_span(b.hit_rate)}" for b in one.baselines
        )
        + f" calibration {one.calibration.found} slope {one.calibration.slope}"
    )


def _span(one) -> str:
    return f"{one.value:.4f} [{one.low:.4f}, {one.high:.4f}]"


def _arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--home", type=Path)
    parser.add_argument("--every", type=int, default=61)
    parser.add_argument("--horizon", type=int, default=60)
    parser.add_argument("--symbols", nargs="*")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
