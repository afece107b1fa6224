"""Judges a case once it is made from what research and debate hand over, and writes the call into the book."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from packages.core.ids import Ids, derived_id
from packages.core.messages import Language
from packages.domain.evidence.reports.run_book import EvidenceNames
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.symbols import Symbol, parse_symbol
from src.modules.judge.application.dtos import JudgeRequest, VerdictDTO, verdict_dto, verdict_outside_the_book
from src.modules.judge.application.verdict_check import held, run_book_of
from src.modules.judge.domain.call import CallBookName, CallEntry, CallSignature, call_of
from src.modules.judge.domain.case import LONGEST_HORIZON, Case, ExpertFinding, MarketFacts, NoCallReason
from src.modules.judge.domain.chain import digest
from src.modules.judge.domain.coherence import incoherences
from src.modules.judge.domain.errors import BadCase, IncoherentVerdict, OtherRun
from src.modules.judge.domain.market_facts import LOOK_BACK, last_close, market_facts, usual_benchmark
from src.modules.judge.domain.ports import CallBooks, IJudgeAgentPort, JudgeMarket, Judgement
from src.modules.judge.domain.prices import UnboundPrice, bound_price, names_no_row
from src.modules.judge.domain.reading import company_of, evidence_of, read_debate, read_experts, read_targets
from src.modules.judge.domain.verdict import JudgeOpinion, Verdict, VerdictAction, no_call, note

AskNames = Callable[[], Awaitable[EvidenceNames]]


async def _no_names() -> EvidenceNames:
    return EvidenceNames({}, {})


@dataclass(frozen=True, slots=True)
class CaseMaker:
    """Everything is read as of the latest instant that any expert could know."""

    market: JudgeMarket
    names: AskNames

    async def case(self, request: JudgeRequest) -> Case:
        symbol, language = parse_symbol(request.symbol), _language(request.language)
        if not 1 <= request.horizon_days <= LONGEST_HORIZON:
            raise BadCase("judge.bad_horizon", days=request.horizon_days, longest=LONGEST_HORIZON)
        experts = read_experts(request.expert_results)
        as_of = self._as_of(experts)
        case = Case(
            symbol=symbol,
            as_of=as_of,
            horizon_days=request.horizon_days,
            language=language,
            market=await self._facts(symbol, as_of, request, language),
            experts=experts,
            debate=None if request.without_debate else read_debate(request.debate_outcome),
            without_debate=request.without_debate,
            scenarios=read_targets(request.expert_results),
        )
        results = request.expert_results
        return replace(case, book=run_book_of(case, evidence_of(results), await self.names(), company_of(results)))

    def _as_of(self, experts: tuple[ExpertFinding, ...]) -> datetime:
        now = self.market.now()
        instants = [one.as_of for one in experts if one.as_of is not None]
        return min(now, max(instants)).astimezone(UTC) if instants else now

    async def _facts(self, symbol: Symbol, as_of: datetime, request: JudgeRequest, language: Language) -> MarketFacts:
        wanted = parse_symbol(request.benchmark) if request.benchmark else usual_benchmark(symbol)
        bars, benchmark, name = await self._bars(symbol, as_of), None, "itself"
        if wanted is not None and wanted != symbol:
            benchmark = await self._bars(wanted, as_of)
            name = "measured" if benchmark is not None else "nothing_stored"
        notice = note(name, language, symbol=symbol, benchmark=wanted)
        last = last_close(bars)
        stale = last is not None and await self.market.is_stale(symbol, last.day, as_of)
        holes = await self.market.recent_holes(bars, as_of) if bars is not None else ()
        return market_facts(
            symbol, as_of, request.horizon_days, bars, benchmark, notice, language, stale=stale, holes=holes
        )

    async def _bars(self, symbol: Symbol, as_of: datetime) -> BarSeries | None:
        return await self.market.bars(symbol, as_of, start=as_of - LOOK_BACK)


def _language(text: str) -> Language:
    if text not in set(Language):
        raise BadCase("judge.bad_language", text=text[:20])
    return Language(text)


@dataclass(frozen=True, slots=True)
class JudgeService:
    """Judges on behalf of one owner; `run_id`: the run that a request belongs to that does not say so itself."""

    owner_id: str
    agent: IJudgeAgentPort
    market: JudgeMarket
    books: CallBooks
    ids: Ids
    run_id: str | None = None
    names: AskNames = _no_names
    _cases: CaseMaker = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_cases", CaseMaker(self.market, self.names))

    async def run(self, request: JudgeRequest) -> VerdictDTO:
        """A run that has a verdict already keeps it: nobody is asked again, and nothing new is written. Research on a
        past day goes to the walk-back book. A horizon that is over already stands in no live book, and says so."""
        case = await self._cases.case(request)
        session_id = request.session_id or self.run_id or session_of(self.owner_id, request)
        known = await self.books.find(self.owner_id, session_id)
        if known is None:
            return await self._called(case, session_id, past=request.walk_back)
        return self._repeated(*known, case)

    def _repeated(self, entry: CallEntry, book: CallBookName, case: Case) -> VerdictDTO:
        if entry.call.symbol != str(case.symbol):
            raise OtherRun("judge.run_has_call", run=entry.call.session_id, symbol=entry.call.symbol)
        return verdict_dto(entry, book, case.language)

    async def _called(self, case: Case, session_id: str, *, past: bool) -> VerdictDTO:
        verdict, judgement = await self._judged(case)
        signed = CallSignature(
            call_id=self.ids.new(),
            owner_id=self.owner_id,
            session_id=session_id,
            engine=judgement.engine,
            model_alias=judgement.model_alias,
            made_at=self.market.now(),
        )
        call = call_of(verdict, case, signed)
        name = CallBookName.WALK_BACK if past or call.is_retrospective else CallBookName.LIVE
        if name is CallBookName.LIVE and call.is_over:
            return verdict_outside_the_book(call, case.language)
        (entry,) = await self.books.book(name).append([call])
        return self._repeated(entry, name, case)

    async def unbooked(self, request: JudgeRequest) -> Verdict:
        """The verdict on a case that goes into no book, such as one of a changed world: what the judge says, even where
        it contradicts itself after it was sent back."""
        verdict, _ = await self._judged(await self._cases.case(request), refuses=False)
        return verdict

    async def _judged(self, case: Case, *, refuses: bool = True) -> tuple[Verdict, Judgement]:
        """A case with too little to go by is not even shown to a model."""
        if case.why_no_call:
            judgement = Judgement(no_call(case), "rules")
            return bound_verdict(judgement.opinion, case)[0], judgement
        judgement = await self.agent.judge(case)
        words, reasons = held(judgement, case), bound_verdict(judgement.opinion, case)[1]
        if judgement.engine == "llm" and (reasons or words.complaints):
            judgement = await self.agent.judge(case, [*reasons, *words.complaints])
            words, reasons = held(judgement, case), bound_verdict(judgement.opinion, case)[1]
        opinion = no_call(case, words.no_call_because) if words.no_call_because else words.opinion
        if names_no_row(judgement.opinion, case):
            opinion = no_call(case, "unbound_price")
        elif reasons and refuses:
            raise IncoherentVerdict(reasons)
        verdict, _ = bound_verdict(opinion, case)
        return replace(verdict, grounding=words.grounding), judgement


def bound_verdict(opinion: JudgeOpinion, case: Case) -> tuple[Verdict, list[str]]:
    """The verdict, and why it cannot stand."""
    reasons: list[str] = []
    prices = {}
    for name in ("stop_loss", "take_profit"):
        try:
            prices[name] = bound_price(getattr(opinion, name), case)
        except UnboundPrice as unbound:
            prices[name] = None
            reasons.append(f"{name}: {unbound}")
    verdict = Verdict(
        action=opinion.action,
        position_percent=opinion.position_percent,
        confidence=opinion.confidence,
        probability=opinion.probability,
        entry_strategy=opinion.entry_strategy,
        stop_loss=prices["stop_loss"],
        take_profit=prices["take_profit"],
        time_horizon=case.horizon_days,
        benchmark=case.market.benchmark.symbol if case.market.benchmark else None,
        invalidation_triggers=opinion.invalidation_triggers,
        risk_warnings=opinion.risk_warnings,
        reasoning=opinion.reasoning,
        no_call_reason=_no_call_reason(opinion),
    )
    return verdict, reasons + [one.reason for one in incoherences(verdict, case)]


def _no_call_reason(opinion: JudgeOpinion) -> NoCallReason | None:
    """A model that calls nothing says that the material is too thin."""
    if opinion.action is not VerdictAction.NO_CALL:
        return None
    return opinion.no_call_reason or NoCallReason.INSUFFICIENT_EVIDENCE


def session_of(owner_id: str, request: JudgeRequest) -> str:
    """The same question is the same run, so that asking twice does not make two calls."""
    asked = [request.symbol, request.expert_results, request.debate_outcome, request.horizon_days, request.benchmark]
    alone = ["without_debate"] if request.without_debate else []
    return derived_id("judge", owner_id, digest(json.dumps(asked + alone, sort_keys=True, default=str)))
