"""One research run in which a model invents at some stations and is honest at the others, through to the exports."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from packages.core.errors import ParleyError
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.evidence.reports.run_book import EvidenceNames
from packages.domain.market_data.symbols import parse_symbol
from src.modules.coordinator.application.export.document import document_of
from src.modules.coordinator.application.export.html import html_of
from src.modules.coordinator.application.export.markdown import markdown_of
from src.modules.debate.application.expert_mapping import debate_input_of
from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.domain.model.enums import Engine
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.infrastructure.adapters.bear_advocate_agent_adapter import BearAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.bull_advocate_agent_adapter import BullAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.resolution_agent_adapter import ResolutionAgentAdapter
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.application.judge_service import JudgeService
from src.modules.judge.domain.ports import CallBooks
from src.modules.judge.infrastructure.judge_choice import LibraryJudgeMarket
from src.modules.judge.infrastructure.model_judge import ModelJudge
from src.modules.research.application.grounding import grounded_draft
from src.modules.research.application.names import evidence_names
from src.modules.research.application.results import opinion_fields, provenance
from src.modules.research.domain.brief import Brief, Expert
from tests.fakes.call_book import InMemoryCallBook
from tests.fakes.citing_model import (
    cited_sentences,
    expert_answer,
    honest_answer,
    resolution_answer,
    side_answer,
    verdict_answer,
)
from tests.fakes.clock import StoppedClock
from tests.fakes.desk_briefs import SHAPES, Briefs, ScriptedAnalyst
from tests.fakes.inventing_model import Inventions
from tests.src.modules.judge.making import bars
from tests.src.modules.judge.stored import library_of

_SIGNALS = {
    Expert.TECHNICAL_ANALYST: "BULLISH",
    Expert.VALUATION_MODELER: "Undervalued",
    Expert.MACRO_INTELLIGENCE: "Favorable",
    Expert.CATALYST_DETECTIVE: "Positive",
}


class Station(StrEnum):
    """From which station on the model invents; it is honest before, and at `NONE` throughout."""

    EXPERTS = "experts"
    SIDES = "sides"
    RESOLUTION = "resolution"
    JUDGE = "judge"
    NONE = "none"

    def invents(self, station: "Station") -> bool:
        order = list(Station)
        return order.index(station) >= order.index(self)


@dataclass(frozen=True, slots=True)
class RunEnding:
    """What a run came to: the verdict's action (or why there is none), and invented sentences that stand unmarked."""

    action: str
    invented: int
    unmarked: list[str]


@dataclass
class _Model(ILLMPort):
    """The model of debate and judge."""

    since: Station
    inventions: Inventions
    rows: Sequence[str]

    async def generate(
        self,
        prompt: str,
        system_message: str | None = None,
        temperature: float = 0.7,
        *,
        response_schema: type[Any] | None = None,
    ) -> str:
        system, shape = system_message or "", response_schema.__name__ if response_schema else None
        return json.dumps(self._answer(shape, system, prompt), ensure_ascii=False)

    def _answer(self, shape: str | None, system: str, prompt: str) -> dict[str, Any]:
        said = self.inventions.sentences(4, self.rows)
        if shape == "VerdictAnswer":
            return self._verdict(said) if self.since.invents(Station.JUDGE) else honest_answer(shape, system, prompt)
        if "You resolve" in system:
            invents = self.since.invents(Station.RESOLUTION)
            return resolution_answer(said, "BULLISH") if invents else honest_answer(shape, system, prompt)
        if self.since.invents(Station.SIDES):
            return side_answer("bull" if "You are the bull" in system else "bear", said, 0.9)
        return honest_answer(shape, system, prompt)

    def _verdict(self, said: Sequence[str]) -> dict[str, Any]:
        """A purchase or a sale, with prices that are rows or made up."""
        dice = self.inventions.dice
        buying = dice.random() < 0.5
        row = dice.choice(["E1", "E2", "E8", "E33", "E900"])
        rule = dice.choice(["row", "close-2*atr", "close+2*atr"])
        price = {"expert": "technical_analyst", "row": row, "rule": rule}
        return verdict_answer(
            said,
            action="BUY" if buying else "SELL",
            position_percent=20.0,
            confidence=0.8,
            probability=0.7 if buying else 0.3,
            stop_loss=price if buying or dice.random() < 0.5 else None,
        )


async def invented_run(briefs: Briefs, since: Station, dice: random.Random) -> RunEnding:
    language = next(iter(briefs.values())).language
    inventions = Inventions(dice, chinese=language is Language.ZH)
    results = {expert.value: await _expert(expert, brief, since, inventions) for expert, brief in briefs.items()}
    succeeded = {name: outcome["data"] for name, outcome in results.items() if outcome["status"] == "success"}
    rows = [f"{name}:{row['tag']}" for name, data in succeeded.items() for row in data["evidence"]]
    model = _Model(since, inventions, rows or ["technical_analyst:E1"])
    answer = await _judged(briefs, results, succeeded, model)
    action = (answer["verdict"] or {}).get("action") or f"none ({answer['why']})"
    return RunEnding(action, len(inventions.made), _unmarked(answer, language))


async def _judged(briefs: Briefs, results: dict[str, Any], succeeded: dict[str, Any], model: _Model) -> dict[str, Any]:
    brief = briefs[Expert.TECHNICAL_ANALYST]
    symbol = str(brief.company.symbol)
    answer: dict[str, Any] = {"symbol": symbol, "expert_results": results, "why": "experts failed", "verdict": None}
    if not succeeded:
        return answer
    outcome: dict[str, Any] = {}
    try:
        debate = await _debates(model).run(debate_input_of(symbol, succeeded).debate_input)
        outcome = answer["debate_outcome"] = debate.model_dump(mode="json")
    except ParleyError as error:
        answer["debate_error"] = error.message
    request = JudgeRequest(symbol=symbol, expert_results=succeeded, debate_outcome=outcome, language=brief.language)
    book = InMemoryCallBook()
    try:
        verdict = await _judges(brief, model, book).run(request)
        answer["verdict"] = verdict.model_dump(mode="json")
    except ParleyError as error:
        answer |= {"judge_error": error.message, "why": type(error).__name__}
    for entry in await book.page("ann", 10):
        assert entry.call.action == answer["verdict"]["action"]
    return answer


async def _expert(expert: Expert, brief: Brief, since: Station, inventions: Inventions) -> dict[str, Any]:
    def answered(asked: Brief, _again: bool) -> dict[str, Any]:
        said = cited_sentences(ScriptedAnalyst.question(asked))
        if since.invents(Station.EXPERTS):
            said = inventions.sentences(6, list(asked.book.rows))
        return expert_answer(SHAPES[expert].__name__, said, _SIGNALS.get(expert))

    try:
        draft, grounding = await grounded_draft(ScriptedAnalyst(expert, answered), brief, strict=False)
    except ParleyError as error:
        return {"status": "failed", "error": error.message}
    told = opinion_fields(draft.opinion)
    if expert is Expert.CATALYST_DETECTIVE:
        told = {"result": told, "narrative_report": told.pop("narrative_report")}
    if expert is Expert.FINANCIAL_AUDITOR:
        told["signal"] = "BULLISH"
    return {"status": "success", "data": {**told, **provenance(brief, draft, grounding)}}


async def _by_model() -> Engine:
    return Engine.LLM


def _debates(model: _Model) -> DebateService:
    sides = BullAdvocateAgentAdapter(model), BearAdvocateAgentAdapter(model)
    return DebateService(*sides, ResolutionAgentAdapter(model), engine=_by_model, names=_names)


async def _names() -> EvidenceNames:
    return await evidence_names()


def _judges(brief: Brief, model: _Model, book: InMemoryCallBook) -> JudgeService:
    clock = StoppedClock(brief.as_of)
    close = brief.row("close")
    price = float(close.value) if close is not None and close.value is not None else 10.0
    last = close.ends if close is not None and close.ends is not None else brief.as_of.date()
    symbol = parse_symbol(str(brief.company.symbol))
    library = library_of(clock, bars([price] * 300, symbol, last))
    agent = ModelJudge(model, _nobody)  # type: ignore[arg-type]  # what it uses of the platform's service
    books = CallBooks(book, InMemoryCallBook(live=False))
    return JudgeService("ann", agent, LibraryJudgeMarket(library), books, Ids(clock), names=_names)


async def _nobody() -> str | None:
    return None


_NAMED = re.compile(r"zq\d+")
_MARKS = {Language.ZH: "（观点）", Language.EN: "(opinion)"}


def _unmarked(answer: dict[str, Any], language: Language) -> list[str]:
    """Invented sentences of an export without a mark right behind them."""
    document = document_of(answer, language)
    return [found for text in (html_of(document), markdown_of(document)) for found in _in_export(text, language)]


def _in_export(text: str, language: Language) -> list[str]:
    plain = re.sub(r"<[^>]+>|\\", "", text)
    found = []
    for match in _NAMED.finditer(plain):
        following = _NAMED.search(plain, match.end())
        stretch = plain[match.start() : following.start() if following else len(plain)].split("\n")[0]
        if _MARKS[language] not in stretch:
            found.append(stretch[:120])
    return found
