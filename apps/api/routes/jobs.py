"""Long work: look at it, follow it live, cancel it, run it again."""

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from apps.api.routes.dependencies import App
from apps.api.schemas import responses
from packages.domain.work.jobs import Job, job_stream
from packages.infra.http import Caller, cursor, event_stream

router = APIRouter(prefix="/jobs", tags=["jobs"])


@router.get("")
async def list_jobs(services: App, caller: Caller, limit: int = Query(50, ge=1, le=200)) -> responses.JobList:
    return responses.JobList(jobs=[_job(job) for job in await services.jobs.list(caller.id, limit)])


@router.get("/{job_id}")
async def get_job(job_id: str, services: App, caller: Caller) -> responses.JobOut:
    return _job(await services.jobs.get(caller.id, job_id))


@router.post("/{job_id}/cancel", status_code=202)
async def cancel_job(job_id: str, services: App, caller: Caller) -> responses.JobOut:
    return _job(await services.jobs.cancel(caller.id, job_id))


@router.post("/{job_id}/retry", status_code=202)
async def retry_job(job_id: str, services: App, caller: Caller) -> responses.JobOut:
    return _job(await services.jobs.retry(caller.id, job_id))


@router.get("/{job_id}/events", response_class=StreamingResponse)
async def job_events(job_id: str, request: Request, services: App, caller: Caller) -> StreamingResponse:
    """The newest attempt's events from the first, or behind `Last-Event-ID` / `?after=`."""
    job = await services.jobs.get(caller.id, job_id)
    stream = job_stream(job.id, job.attempt)
    return await event_stream(services.events, stream, caller.id, cursor(request))


def _job(job: Job) -> responses.JobOut:
    return responses.JobOut(
        id=job.id,
        kind=job.kind,
        attempt=job.attempt,
        status=job.status,
        progress=job.progress,
        message=job.message,
        result=job.result,
        error=job.error,
        created_at=job.created_at,
        updated_at=job.updated_at,
    )
