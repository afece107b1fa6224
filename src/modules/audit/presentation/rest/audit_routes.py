"""Counterfactual audits over HTTP: ask for one, follow its job, read what it found."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from packages.core.messages import Language, LanguageCode
from packages.infra.http import Caller
from src.modules.audit.application.audits import Audits
from src.modules.audit.application.views import CounterfactualAuditOut, CounterfactualAuditPage

router = APIRouter(prefix="/audits", tags=["audit"])


class AuditIn(BaseModel):
    """What to audit; `as_of` null: by what is known today."""

    model_config = ConfigDict(extra="forbid")

    symbol: Annotated[str, Field(min_length=1, max_length=40)]
    as_of: date | None = None
    language: LanguageCode = "zh"
    idempotency_key: Annotated[str, Field(min_length=1, max_length=200)] | None = None


def _audits(request: Request) -> Audits:
    audits: Audits = request.app.state.audits
    return audits


State = Annotated[Audits, Depends(_audits)]


@router.post("", status_code=202)
async def run_audit(body: AuditIn, audits: State, caller: Caller) -> CounterfactualAuditOut:
    """Its progress is told at `/jobs/{id}/events`. The same `idempotency_key` is the same audit. With a model it asks
    about fifty questions."""
    return await audits.submit(caller.id, body.symbol, body.as_of, Language(body.language), body.idempotency_key)


@router.get("")
async def list_audits(
    audits: State,
    caller: Caller,
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
    symbol: Annotated[str | None, Query(max_length=40, description="Only those of one instrument.")] = None,
) -> CounterfactualAuditPage:
    return CounterfactualAuditPage(audits=await audits.page(caller.id, limit, symbol))


@router.get("/{audit_id}")
async def get_audit(audit_id: str, audits: State, caller: Caller) -> CounterfactualAuditOut:
    return await audits.get(caller.id, audit_id)
