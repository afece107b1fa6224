"""Ask one expert about a company."""

import re
from dataclasses import replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BeforeValidator

from packages.core.errors import Conflict, Invalid, NotFound, Unavailable, Unusable
from packages.core.messages import Language, Sentence, message
from packages.infra.http import Caller, failing_by
from src.modules.research.application.running import Question
from src.modules.research.container import ResearchContainer
from src.modules.research.domain.brief import Expert
from src.modules.research.presentation.rest.schemas import (
    AuditOut,
    CatalystOut,
    MacroOut,
    TechnicalOut,
    ValuationOut,
)

# A symbol without data, and data too thin to say anything by, are mended by asking otherwise: bad requests both.
ResearchRoute = failing_by({Invalid: 400, NotFound: 400, Unusable: 422, Conflict: 500, Unavailable: 500})


router = APIRouter(prefix="/research", tags=["research"], route_class=ResearchRoute)


def _research(request: Request) -> ResearchContainer:
    research: ResearchContainer = request.app.state.research
    return research


def _iso_day(text: object) -> object:
    """A bare number would otherwise be taken for seconds since 1970."""
    if not isinstance(text, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise ValueError(Sentence(message("validation.date")))
    return text


Day = Annotated[date, BeforeValidator(_iso_day)]


def _question(
    symbol: Annotated[str, Query(max_length=60, description="As 000001.SZ, AAPL, BTC-USD.")],
    analysis_date: Annotated[
        Day | None, Query(description="Only what was known by the end of this day; default: today where it trades.")
    ] = None,
    language: Annotated[Language, Query(description="The language of the report.")] = Language.ZH,
) -> Question:
    return Question(symbol=symbol, analysis_date=analysis_date, language=language)


Research = Annotated[ResearchContainer, Depends(_research)]
Asked = Annotated[Question, Depends(_question)]


@router.get("/technical-analysis")
async def analyse_chart(research: Research, caller: Caller, question: Asked) -> TechnicalOut:
    """What a year of daily bars says; below 30 bars it says nothing."""
    scope = research.scope(caller.id)
    return TechnicalOut.model_validate(await research.ask(Expert.TECHNICAL_ANALYST, question, scope))


@router.get("/financial-audit")
async def audit_reports(
    research: Research,
    caller: Caller,
    question: Asked,
    limit: Annotated[int, Query(ge=1, le=20, description="How many report periods to look at.")] = 5,
) -> AuditOut:
    """What the reports say, and what they are worth in points."""
    scope, asked = research.scope(caller.id), replace(question, limit=limit)
    return AuditOut.model_validate(await research.ask(Expert.FINANCIAL_AUDITOR, asked, scope))


@router.get("/valuation-model")
async def model_valuation(research: Research, caller: Caller, question: Asked) -> ValuationOut:
    """What the share may be worth, by several methods."""
    scope = research.scope(caller.id)
    return ValuationOut.model_validate(await research.ask(Expert.VALUATION_MODELER, question, scope))


@router.get("/macro-intelligence")
async def survey_economy(research: Research, caller: Caller, question: Asked) -> MacroOut:
    """Liquidity, policy, economy and the cycle of the industry."""
    scope = research.scope(caller.id)
    return MacroOut.model_validate(await research.ask(Expert.MACRO_INTELLIGENCE, question, scope))


@router.get("/catalyst-detective")
async def find_catalysts(research: Research, caller: Caller, question: Asked) -> CatalystOut:
    """What is about to move the price."""
    scope = research.scope(caller.id)
    return CatalystOut.model_validate(await research.ask(Expert.CATALYST_DETECTIVE, question, scope))
