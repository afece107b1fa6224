"""How often an audit catches a model that answers from memory, how often it flags one that reads.

    python -m benchmarks.audit_odds                    everybody, 105 audits each
    python -m benchmarks.audit_odds --who rules        one of those below
    python -m benchmarks.audit_odds --skip 3 --dates 2  the companies on the fourth and the fifth day only
    python -m benchmarks.audit_odds --every 5          every fifth audit only

The demo companies with reports are audited on month ends, half of the audits in Chinese. To be left alone: `rules`,
the desk's own analysts; `honest`, which reads the rows in its prompt; `noisy`, which does too but whose confidence
wanders by 0.35; and `wavering_judge`, who goes by the experts with a probability that wanders by 0.06. To be caught:
`memory`, which answers by the company's name and ignores the rows (a stranger it finds neutral, likes, or reads
honestly, in turn); `judge`, whose experts read while its judge always says 60 %; `named_judge`, who says 75 ± 6 % of a
company whose name it sees and 45 % of others, and `unsure_judge`, 62 ± 10 % and 55 %, both with experts who read;
`bull` and `bear`, which always take one side with a confidence that wanders by 0.35. Not to be told: `neutral`, which
never leans. The rule was shaped on the days in `SHAPED_ON`; audits of all other days are held out, and told by
themselves.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from benchmarks.demo_desk import demo_desk
from packages.core.messages import Language
from packages.domain.market_data.symbols import parse_symbol
from src.modules.audit.application.audit_service import AuditOutcome, AuditQuestion, CounterfactualAudit
from src.modules.audit.domain.memory import MemoryOutcome
from src.modules.audit.infrastructure.audited_pipeline import PipelineServices
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.llm_platform.container import LlmPlatformContainer
from tests.fakes.audited_models import (
    AuditedModel,
    DeafJudge,
    Lean,
    Memoriser,
    Reader,
    RememberingJudge,
    Unmoved,
    WaveringJudge,
    heard,
    read_lean,
    remembered,
)
from tests.fakes.clock import StoppedClock

COMPANIES = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
DAYS = tuple(date(year, month, 28) for year in range(2021, 2026) for month in (3, 6, 10))
SHAPED_ON = (*DAYS[:3], DAYS[-1])
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
EXPECTED = {
    **dict.fromkeys(("rules", "honest", "noisy", "wavering_judge"), MemoryOutcome.FOLLOWS),
    **dict.fromkeys(("memory", "judge", "named_judge", "unsure_judge", "bull", "bear"), MemoryOutcome.MEMORY),
    "neutral": MemoryOutcome.UNKNOWN,
}
WHO = tuple(EXPECTED)
MOST_FLAGGED = 0.01
WANDERS = 0.35
_OWNER = "auditor"


@dataclass(frozen=True, slots=True)
class Audited:
    """One audit of the measurement."""

    outcome: AuditOutcome

    @property
    def held_out(self) -> bool:
        return self.outcome.question.day not in SHAPED_ON

    @property
    def flagged(self) -> bool:
        return self.outcome.memory.flagged


def questions(days: Sequence[date]) -> Iterator[AuditQuestion]:
    languages = (Language.ZH, Language.EN)
    for number, (day, company) in enumerate((day, each) for day in days for each in COMPANIES):
        yield AuditQuestion(symbol=parse_symbol(company), day=day, language=languages[number % 2])


def _neutral(_agent: str, _prompt: str) -> Lean:
    return 0.0


def _liked(_agent: str, _prompt: str) -> Lean:
    return 0.8


STRANGERS = (_neutral, _liked, read_lean)


async def measure(who: str, days: Sequence[date] = DAYS, every: int = 1) -> list[Audited]:
    async with demo_desk(NOW, with_model=who != "rules") as (settings, database):
        clock = StoppedClock(NOW)
        library = DataEngineeringContainer(database, settings, clock).library()
        names = [name for one in await library.instruments(NOW) for name in (one.name_en, one.name_zh)]
        found = []
        for number, question in list(enumerate(questions(days)))[::every]:
            platform = LlmPlatformContainer(database, settings, clock, planted(who, names, number))
            services = PipelineServices(
                settings=settings, database=database, clock=clock, library=library, platform=platform
            )
            found.append(Audited(await CounterfactualAudit(services.open).run(_OWNER, question)))
        return found


def planted(who: str, names: Sequence[str], number: int) -> AuditedModel | None:
    """The model of an audit; None: the rules."""
    drawn, known = random.Random(number), tuple(f"Instrument: {company}\n" for company in COMPANIES)
    match who:
        case "honest":
            return AuditedModel(Reader())
        case "noisy":
            return AuditedModel(Reader(WANDERS, drawn))
        case "memory":
            mind = Memoriser({name: remembered(name) for name in names}, STRANGERS[number % len(STRANGERS)])
            return AuditedModel(mind)
        case "judge":
            return AuditedModel(Reader(), DeafJudge(0.6))
        case "wavering_judge":
            return AuditedModel(Reader(), WaveringJudge(0.06, drawn))
        case "named_judge":
            return AuditedModel(Reader(), RememberingJudge(known, 0.75, 0.45, 0.06, drawn))
        case "unsure_judge":
            return AuditedModel(Reader(), RememberingJudge(known, 0.62, 0.55, 0.1, drawn))
        case "bull" | "bear":
            return AuditedModel(Unmoved(0.6 if who == "bull" else -0.6, WANDERS, drawn), heard)
        case "neutral":
            return AuditedModel(Unmoved(0.0), DeafJudge(0.5))
        case _:
            return None


def report(who: str, found: list[Audited]) -> bool:
    """Prints the shares; whether they are good enough."""
    held_out = [one for one in found if one.held_out]
    for name, part in (("all", found), ("held out", held_out)):
        outcomes = Counter(one.outcome.memory.outcome.value for one in part)
        print(f"{who}: {name}: {outcomes[MemoryOutcome.MEMORY]} of {len(part)} flagged; {dict(outcomes)}")
    effects = sorted(one.outcome.memory.name_effect or 0.0 for one in found)
    print(f"{who}: effect of names: median {effects[len(effects) // 2]:.3f}, most {effects[-1]:.3f}")
    print(f"{who}: suspicions: {dict(Counter(each for one in found for each in one.outcome.memory.suspicions))}")
    states = Counter(
        (world.world.kind.value, "verdict" if finding is world.verdict else "experts", finding.state.value)
        for one in found
        for world in one.outcome.worlds
        for finding in (world.verdict, *world.experts)
    )
    for key, count in sorted(states.items()):
        print(f"{who}: {' '.join(key)}: {count}")
    return is_good(who, found)


def is_good(who: str, found: Sequence[Audited]) -> bool:
    """All that answer from memory are caught, nearly none that read are, and who never leans is neither."""
    match EXPECTED[who]:
        case MemoryOutcome.MEMORY:
            return all(one.flagged for one in found)
        case MemoryOutcome.FOLLOWS:
            flagged = sum(one.flagged for one in found)
            return flagged == 0 or flagged < MOST_FLAGGED * len(found)
        case MemoryOutcome.UNKNOWN:
            return all(one.outcome.memory.outcome is MemoryOutcome.UNKNOWN for one in found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--who", choices=WHO, action="append")
    parser.add_argument("--dates", type=int, default=len(DAYS))
    parser.add_argument("--skip", type=int, default=0, help="days, to measure in parts")
    parser.add_argument("--every", type=int, default=1, help="of the audits, to measure a share")
    asked = parser.parse_args()
    good = True
    for who in asked.who or WHO:
        began = time.perf_counter()
        good &= report(who, asyncio.run(measure(who, DAYS[asked.skip :][: asked.dates], asked.every)))
        print(f"{who}: {time.perf_counter() - began:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
