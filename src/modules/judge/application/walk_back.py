"""Walks research over past days into the walk-back book, with the debate and without it, and scores both."""

from dataclasses import dataclass

from packages.domain.market_data.sessions import local_day
from src.modules.judge.application.call_book import OwnedCalls, Report, Settling, no_report
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.application.judge_service import JudgeService
from src.modules.judge.domain.ports import CallBook
from src.modules.judge.domain.scores.report import ScoreReport
from src.modules.judge.domain.walk_back import HistoricalResearch, WalkBackPlan, WalkBackStep


@dataclass(slots=True)
class WalkBackCounts:
    """Looks at an instrument on a day: `made` now, `kept` from a walk before, `silent` where no expert had a report."""

    made: int = 0
    kept: int = 0
    silent: int = 0


@dataclass(frozen=True, slots=True)
class WalkBackReport:
    """What a walk came to; `scores` are those of its own calls alone."""

    plan: WalkBackPlan
    engine: str
    counts: WalkBackCounts
    scores: ScoreReport


@dataclass(frozen=True, slots=True)
class WalkBack:
    """Each call is in the book before the next is looked at: a walk that is killed loses at most the look that it was
    at, and one that is repeated resumes behind it."""

    owner_id: str
    research: HistoricalResearch
    judge: JudgeService
    book: CallBook
    settling: Settling

    async def run(self, plan: WalkBackPlan, report: Report = no_report) -> WalkBackReport:
        now = self.judge.market.now()
        plan.checked(min(local_day(symbol.market, now) for symbol in plan.symbols) if plan.symbols else now.date())
        engine, counts = await self.research.engine(), WalkBackCounts()
        for number, step in enumerate(plan.steps()):
            await report(number / len(plan), f"{step.symbol} {step.day}")
            await self._look(plan, step, engine, counts)
        await self.settling.settle_due(owner_id=self.owner_id)
        scores, _ = await OwnedCalls(self.owner_id, self.book).scores(self._runs(plan, engine))
        return WalkBackReport(plan, engine, counts, scores)

    def _runs(self, plan: WalkBackPlan, engine: str) -> frozenset[str]:
        arms = (True, False)
        return frozenset(plan.run_of(step, self.owner_id, engine, debated=arm) for step in plan.steps() for arm in arms)

    async def _look(self, plan: WalkBackPlan, step: WalkBackStep, engine: str, counts: WalkBackCounts) -> None:
        names = {arm: plan.run_of(step, self.owner_id, engine, debated=arm) for arm in (True, False)}
        wanted = [arm for arm, name in names.items() if await self.book.find(self.owner_id, name) is None]
        if not wanted:
            counts.kept += 1
            return
        reports = await self.research.reports(step, plan.language)
        if not reports:
            counts.silent += 1
            return
        for arm in wanted:
            request = JudgeRequest(
                symbol=str(step.symbol),
                expert_results=reports,
                debate_outcome=await self.research.debate(step, reports) if arm else None,
                horizon_days=plan.horizon_days,
                language=plan.language.value,
                session_id=names[arm],
                walk_back=True,
                without_debate=not arm,
            )
            await self.judge.run(request)
        counts.made += 1
