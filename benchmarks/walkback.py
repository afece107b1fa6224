"""The desk over history: real instruments by rules, with the debate and without it, against base rate and momentum.

`python -m benchmarks.walkback [--home FOLDER] [--every 61] [--horizon 60] [--symbols …]`; with the same folder, a run
that was stopped goes on where it was. `benchmarks/walkback_data.py` says which prices it may use.
"""

import argparse
import asyncio
import os
import time
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.walkback_data import RealMarket, real_market
from packages.core.clock import SystemClock
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.judge.application.walk_back import WalkBackReport
from src.modules.judge.container import JudgeContainer
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.domain.scores.reliability import ConfidenceInterval
from src.modules.judge.domain.scores.report import NotEnough, ScoreReport, Scores
from src.modules.judge.domain.walk_back import WalkBackPlan

_WARM_UP = timedelta(days=400)
_EPOCH, _GRID = date(2001, 1, 3), 61
_ROWS_AT_ONCE = 2000


async def main() -> None:
    asked = _arguments()
    with TemporaryDirectory() as folder:
        home = asked.home or Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        await walk(home, asked.every, asked.horizon, asked.symbols)


async def walk(home: Path, every: int, horizon: int, symbols: list[str] | None) -> None:
    market = await asyncio.to_thread(real_market, home)
    os.environ["PARLEY_HOME"] = str(home)
    settings, clock, started = load_settings(), SystemClock(), time.perf_counter()
    database = Database(settings.database_url)
    try:
        await upgrade(database)
        library = DataEngineeringContainer(database, settings, clock).library()
        if not await library.stored():
            await _store(library, market)
        judge = JudgeContainer(database=database, settings=settings, library=library, clock=clock)
        silent = sorted(set(market.first) - set(market.reported))
        print(f"Left out, because one expert alone has rows and the judge then calls nothing: {', '.join(silent)}")
        for name in symbols or sorted(market.reported):
            walked = await judge.walk_back().run(_plan(market, name, every, horizon))
            _print_walk(name, walked, time.perf_counter() - started)
        await _print_all(judge)
        await judge.aclose()
    finally:
        await database.aclose()


def _plan(market: RealMarket, name: str, every: int, horizon: int) -> WalkBackPlan:
    """From the first day on which there is a year of bars and a statement; on days that all instruments share, so that
    looks of one week are one draw."""
    earliest = max(market.first[name] + _WARM_UP, market.reported[name])
    start = _EPOCH + timedelta(days=_GRID * -(-(earliest - _EPOCH).days // _GRID))
    return WalkBackPlan(
        symbols=(parse_symbol(name),),
        start=start,
        end=market.last[name],
        every=every,
        horizon_days=horizon,
        language=Language.EN,
    )


async def _store(library: MarketLibrary, market: RealMarket) -> None:
    now = library.clock.now()
    for series in market.bars:
        await library.bars.append(series, now)
    for start in range(0, len(market.rows), _ROWS_AT_ONCE):
        await library.rows.add(market.rows[start : start + _ROWS_AT_ONCE], now)


def _print_walk(name: str, walked: WalkBackReport, seconds: float) -> None:
    counts, scores = walked.counts, walked.scores
    print(
        f"{name}: {len(walked.plan)} looks from {walked.plan.start} to {walked.plan.end} "
        f"({counts.made} made, {counts.kept} kept, {counts.silent} silent); settled {scores.overall.settled} with the "
        f"debate, {scores.without_debate.settled} without; {seconds:.0f} s",
        flush=True,
    )


async def _print_all(judge: JudgeContainer) -> None:
    report, tally = await judge.calls(LOCAL_OWNER_ID, CallBookName.WALK_BACK).scores()
    print(f"{tally.entries} entries, {tally.no_call} without a call, {tally.settled} settled")
    for title, scores in _arms(report):
        _print_scores(title, scores)
    if report.debate_effect is not None:
        print(f"The debate changes the Brier score by {_span(report.debate_effect)}")


def _arms(report: ScoreReport) -> list[tuple[str, Scores | NotEnough]]:
    markets = [(f"with the debate, {name}", scores) for name, scores in report.by_market.items()]
    return [("with the debate", report.overall), ("without the debate", report.without_debate), *markets]


def _print_scores(title: str, scores: Scores | NotEnough) -> None:
    if isinstance(scores, NotEnough):
        print(f"{title}: {scores.settled} settled, not enough")
        return
    print(f"{title}: {scores.settled} settled, {scores.base_rate:.1%} rose, drawn by {scores.drawn_by}")
    print(f"  Brier {_span(scores.brier)}, hit rate {_span(scores.hit_rate)}")
    for one in scores.baselines:
        print(f"  {one.name}: Brier {one.brier:.4f}, skill {_span(one.skill)}, hit rate {_span(one.hit_rate)}")
    slope = _span(scores.calibration.slope) if scores.calibration.slope else "none"
    print(f"  calibration: {scores.calibration.found.value}, slope {slope}, z {scores.calibration.spiegelhalter_z}")
    for part in scores.equal_count:
        print(f"    said {part.said:.3f}: came {_span(part.came)} of {part.count}")


def _span(one: ConfidenceInterval) -> str:
    return f"{one.value:.4f} [{one.low:.4f}, {one.high:.4f}]"


def _arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--every", type=int, default=_GRID)
    parser.add_argument("--horizon", type=int, default=60)
    parser.add_argument("--symbols", nargs="*")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
