"""Fetch an instrument's data from the outside sources, as a job that is followed like any other."""

from datetime import date, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator

from packages.contracts.market_data.views import FetchView
from packages.contracts.sentences import SaidText
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.work.jobs import Job, JobStatus
from packages.infra.http import Caller
from src.modules.data_engineering.application.fetching import Fetches


class FetchIn(BaseModel):
    """Either a symbol, or a query as somebody typed it: a code, a name, in Chinese or English."""

    model_config = ConfigDict(extra="forbid")

    symbol: str | None = Field(default=None, min_length=1, max_length=40)
    query: str | None = Field(default=None, min_length=1, max_length=60)
    timeframe: Timeframe = Timeframe.D1
    since: date | None = None
    idempotency_key: str | None = Field(default=None, min_length=1, max_length=100)

    @model_validator(mode="after")
    def _one_of_both(self) -> "FetchIn":
        if (self.symbol is None) is (self.query is None):
            raise ValueError("give either symbol or query")
        return self


class FetchOut(BaseModel):
    """A fetch under way or ended; its progress is told at `/jobs/{job_id}/events`."""

    job_id: str
    status: JobStatus
    symbol: str
    timeframe: str
    progress: float
    message: SaidText
    brought: FetchView | None
    error: SaidText | None
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, job: Job) -> "FetchOut":
        return cls(
            job_id=job.id,
            status=job.status,
            symbol=str(job.payload["symbol"]),
            timeframe=str(job.payload["timeframe"]),
            progress=job.progress,
            message=job.message,
            brought=None if job.result is None else FetchView.model_validate(job.result),
            error=job.error,
            created_at=job.created_at,
            updated_at=job.updated_at,
        )


router = APIRouter(prefix="/data/fetches", tags=["data"])


def _fetches(request: Request) -> Fetches:
    fetches: Fetches = request.app.state.fetches
    return fetches


FetchService = Annotated[Fetches, Depends(_fetches)]


@router.post("", status_code=202)
async def start_fetch(body: FetchIn, fetches: FetchService, caller: Caller) -> FetchOut:
    """Several instruments that go by the text are a 409 with the candidates; none is a 404 with the nearest names."""
    key = body.idempotency_key
    if body.query is not None:
        return FetchOut.of(await fetches.start_query(caller.id, body.query, body.timeframe, body.since, key))
    return FetchOut.of(await fetches.start(caller.id, body.symbol or "", body.timeframe, body.since, key))


@router.get("/{job_id}")
async def get_fetch(job_id: str, fetches: FetchService, caller: Caller) -> FetchOut:
    return FetchOut.of(await fetches.get(caller.id, job_id))
