"""How far the long work of a conversation is, asked of the services that run it."""

from apps.api.services import Services
from packages.core.errors import NotFound
from packages.domain.conversation.awaited import AwaitedKind, AwaitedWork, WorkProgress
from packages.domain.work.jobs import Job, JobStatus
from packages.domain.work.stored import BacktestStatus
from src.modules.coordinator.domain.model.enums import ResearchStatus


class ServiceWatch:
    """`WorkWatch` over the services; each look is by owner."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def look(self, owner_id: str, work: AwaitedWork) -> WorkProgress | None:
        try:
            return await self._look(owner_id, work)
        except NotFound:
            return None

    async def _look(self, owner_id: str, work: AwaitedWork) -> WorkProgress:
        match work.kind:
            case AwaitedKind.BACKTEST:
                backtest = await self._services.backtests.get(owner_id, work.id)
                return _tested(backtest.status, backtest.progress, backtest.message)
            case AwaitedKind.STRESS:
                stress = await self._services.stress.get(owner_id, work.id)
                return _tested(stress.status, stress.progress, stress.message)
            case AwaitedKind.RESEARCH:
                return _researched((await self._services.sessions.get(owner_id, work.id)).status)
            case AwaitedKind.FETCH:
                return _fetched(await self._services.fetches.get(owner_id, work.id))


def _tested(status: BacktestStatus, fraction: float, message: str) -> WorkProgress:
    match status:
        case BacktestStatus.PENDING | BacktestStatus.RUNNING:
            return WorkProgress("running", fraction, message)
        case BacktestStatus.DONE:
            return WorkProgress("done", 1.0)
        case BacktestStatus.FAILED | BacktestStatus.CANCELLED:
            return WorkProgress("failed")


def _researched(status: ResearchStatus) -> WorkProgress:
    """What broke off midway is not over for good, and still nothing comes of it without somebody's word."""
    match status:
        case ResearchStatus.RUNNING:
            return WorkProgress("running")
        case ResearchStatus.COMPLETED | ResearchStatus.PARTIAL:
            return WorkProgress("done", 1.0)
        case ResearchStatus.FAILED | ResearchStatus.STOPPED | ResearchStatus.INTERRUPTED:
            return WorkProgress("failed")


def _fetched(job: Job) -> WorkProgress:
    match job.status:
        case JobStatus.QUEUED | JobStatus.RUNNING:
            return WorkProgress("running", job.progress, job.message)
        case JobStatus.SUCCEEDED:
            return WorkProgress("done", 1.0)
        case JobStatus.FAILED | JobStatus.CANCELLED:
            return WorkProgress("failed")
