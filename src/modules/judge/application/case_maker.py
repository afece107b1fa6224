"""Makes the case: reads what was handed over, and asks the market what it knew at that instant."""

from dataclasses import dataclass
from datetime import UTC, datetime

from packages.core.messages import Language
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.symbols import Symbol, parse_symbol
from src.modules.judge.application.dtos import JudgeRequest
from src.modules.judge.domain.benchmarks import usual_benchmark
from src.modules.judge.domain.case import LONGEST_HORIZON, Case, ExpertFinding, MarketFacts
from src.modules.judge.domain.errors import BadCase
from src.modules.judge.domain.market_facts import LOOK_BACK, market_facts
from src.modules.judge.domain.notes import note
from src.modules.judge.domain.ports import JudgeMarket
from src.modules.judge.domain.reading import read_debate, read_experts


@dataclass(frozen=True, slots=True)
class CaseMaker:
    """Everything is read as of the latest instant that any expert could know."""

    market: JudgeMarket

    async def case(self, request: JudgeRequest) -> Case:
        symbol, language = parse_symbol(request.symbol), _language(request.language)
        if not 1 <= request.horizon_days <= LONGEST_HORIZON:
            raise BadCase("judge.bad_horizon", days=request.horizon_days, longest=LONGEST_HORIZON)
        experts = read_experts(request.expert_results)
        as_of = self._as_of(experts)
        return Case(
            symbol=symbol,
            as_of=as_of,
            horizon_days=request.horizon_days,
            language=language,
            market=await self._facts(symbol, as_of, request, language),
            experts=experts,
            debate=read_debate(request.debate_outcome),
        )

    def _as_of(self, experts: tuple[ExpertFinding, ...]) -> datetime:
        now = self.market.now()
        told = [one.as_of for one in experts if one.as_of is not None]
        return min(now, max(told)).astimezone(UTC) if told else now

    async def _facts(self, symbol: Symbol, as_of: datetime, request: JudgeRequest, language: Language) -> MarketFacts:
        wanted = parse_symbol(request.benchmark) if request.benchmark else usual_benchmark(symbol)
        bars, benchmark, name = await self._bars(symbol, as_of), None, "itself"
        if wanted is not None and wanted != symbol:
            benchmark = await self._bars(wanted, as_of)
            name = "measured" if benchmark is not None else "nothing_stored"
        told = note(name, language, symbol=symbol, benchmark=wanted)
        return market_facts(symbol, as_of, request.horizon_days, bars, benchmark, told, language)

    async def _bars(self, symbol: Symbol, as_of: datetime) -> BarSeries | None:
        return await self.market.bars(symbol, as_of, start=as_of - LOOK_BACK)


def _language(text: str) -> Language:
    if text not in set(Language):
        raise BadCase("judge.bad_language", text=text[:20])
    return Language(text)
