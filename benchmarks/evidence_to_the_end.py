"""Whether anything that nobody knows gets through: filler, good reports, and a model that invents at every station.

    python -m benchmarks.evidence_to_the_end              1,000 filler and 1,000 good reports, 500 runs of inventions
    python -m benchmarks.evidence_to_the_end --share 0.02 a fiftieth of it

Experts, debate, judge and exports are the real ones, over the demo companies; only the model is scripted. It ends with
a status other than 0 when a filler report is accepted, 1 % of the good ones are lost, an honest run has
no verdict, an invention comes to BUY or SELL, or an invented sentence stands unmarked in an export.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.demo_desk import quietly
from benchmarks.evidence_runs import Station, invented_run
from packages.core.messages import Language
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.research.application.grounding import grounded_draft
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.errors import InsufficientEvidence
from tests.demo import NOW
from tests.fakes.citing_model import cited_sentences, expert_answer
from tests.fakes.clock import StoppedClock
from tests.fakes.desk_briefs import SHAPES, Briefs, ScriptedAnalyst, all_briefs
from tests.fakes.inventing_model import filler

REPORTS, RUNS = 1_000, 500
MOST_LOST = 0.01
SYMBOLS = ("DEMO1.SZ", "DEMO3.SZ", "DEMO5", "DEMO6")


@dataclass(slots=True)
class EvidenceFigures:
    """What was measured; `actions` counts the verdicts of the runs."""

    filler: int = 0
    filler_accepted: int = 0
    good: int = 0
    good_lost: int = 0
    sentences_removed: int = 0
    honest: int = 0
    honest_verdicts: int = 0
    runs: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    invented: int = 0
    unmarked: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        lost = self.good_lost < MOST_LOST * max(1, self.good) and self.honest == self.honest_verdicts
        return not (self.filler_accepted or self.actions["BUY"] or self.actions["SELL"] or self.unmarked) and lost

    def __str__(self) -> str:
        told = ", ".join(f"{name} {count}" for name, count in sorted(self.actions.items()))
        return (
            f"filler reports accepted: {self.filler_accepted} of {self.filler}\n"
            f"good reports lost: {self.good_lost} of {self.good} ({self.sentences_removed} sentences removed)\n"
            f"runs with an honest model that came to a verdict: {self.honest_verdicts} of {self.honest}\n"
            f"runs with an inventing model: {self.runs}, verdicts: {told}\n"
            f"invented sentences: {self.invented}, unmarked in an export: {len(self.unmarked)} {self.unmarked[:3]}"
        )


async def measured(briefs: Mapping[tuple[str, Language], Briefs], share: float = 1.0) -> EvidenceFigures:
    figures, dice = EvidenceFigures(), random.Random(21)
    every = [(expert, brief) for one in briefs.values() for expert, brief in one.items()]
    for number in range(max(1, round(REPORTS * share))):
        expert, brief = every[number % len(every)]
        await _filler(figures, expert, brief, dice)
        await _good(figures, expert, brief, dice)
    for number, run in enumerate(briefs.values()):
        came = await invented_run(run, Station.NONE, random.Random(number))
        figures.honest += 1
        figures.honest_verdicts += came.action == "HOLD"
    stations = [one for one in Station if one is not Station.NONE]
    for number in range(max(len(stations), round(RUNS * share))):
        run = list(briefs.values())[number // len(stations) % len(briefs)]
        came = await invented_run(run, stations[number % len(stations)], random.Random(number))
        figures.runs += 1
        figures.actions[came.action] += 1
        figures.invented += came.invented
        figures.unmarked += came.unmarked
    return figures


async def _filler(figures: EvidenceFigures, expert: Expert, brief: Brief, dice: random.Random) -> None:
    said = [filler(dice, chinese=brief.language is Language.ZH) for _ in range(dice.randrange(1, 12))]
    figures.filler += 1
    figures.filler_accepted += await _accepted(expert, brief, said) is not None


async def _good(figures: EvidenceFigures, expert: Expert, brief: Brief, dice: random.Random) -> None:
    """Some of the sentences that the rows bear out, in any order, with a remark of the writer's own between them."""
    known = cited_sentences(ScriptedAnalyst.question(brief))
    said = dice.sample(known, dice.randrange(min(2, len(known)), len(known) + 1))
    remark = "总体看，这支持我们的判断。" if brief.language is Language.ZH else "On the whole this supports our view."
    figures.good += 1
    removed = await _accepted(expert, brief, [*said, remark])
    figures.good_lost += removed is None
    figures.sentences_removed += removed or 0


async def _accepted(expert: Expert, brief: Brief, said: Sequence[str]) -> int | None:
    """How many sentences were removed; None when the report was refused."""
    analyst = ScriptedAnalyst(expert, lambda _brief, _again: expert_answer(SHAPES[expert].__name__, said))
    try:
        draft, _ = await grounded_draft(analyst, brief, strict=False)
    except InsufficientEvidence:
        return None
    return draft.removed


async def _demo_briefs() -> Mapping[tuple[str, Language], Briefs]:
    settings = load_settings()
    database = Database(settings.database_url)
    try:
        await upgrade(database)
        data = DataEngineeringContainer(database, settings, StoppedClock(NOW))
        await data.packs().load_demo(quietly)
        return await all_briefs(database, data.library(), SYMBOLS)
    finally:
        await database.aclose()


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0)
    share = parser.parse_args(argv).share
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PARLEY_HOME"] = str(Path(folder))
        briefs = asyncio.run(_demo_briefs())
        started = time.perf_counter()
        figures = asyncio.run(measured(briefs, share))
    print(f"{figures}\n{time.perf_counter() - started:.0f} s")
    return 0 if figures.holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
