"""The one entrance to research by several experts: checks the question, has it carried out, and judges nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from packages.core.clock import Clock, SystemClock
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import parse_symbol
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.application.options import checked_day, checked_options
from src.modules.coordinator.domain.exceptions import AllExpertsFailed, BlankSymbol, NoExperts, UnknownExpert
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.research_orchestration import IResearchOrchestrationPort


@dataclass(frozen=True, slots=True)
class ResearchOrchestrationService:
    """Thin: how experts are run is the orchestrator's matter."""

    orchestrator: IResearchOrchestrationPort
    clock: Clock = field(default_factory=SystemClock)

    async def run(self, request: ResearchRequest) -> ResearchResult:
        """Checks the request first, and raises an `Invalid` that names what is wrong with it."""
        return await self.run_checked(self.checked(request))

    async def run_checked(self, request: ResearchRequest) -> ResearchResult:
        """Raises `AllExpertsFailed`, which carries the result, when no expert has a report."""
        result = await self.orchestrator.run(request)
        if result.overall_status == "failed":
            raise AllExpertsFailed(result)
        return result

    def checked(self, request: ResearchRequest) -> ResearchRequest:
        """The request as it is carried out: each expert once, the symbol in its canonical spelling, defaults filled
        in. Raises an `Invalid` that names what is wrong."""
        if not request.symbol.strip():
            raise BlankSymbol("coordinator.blank_symbol")
        if not request.experts:
            raise NoExperts("coordinator.no_experts", known=ExpertType)
        symbol = parse_symbol(request.symbol)
        experts = list(dict.fromkeys(request.experts))
        today = local_day(symbol.market, self.clock.now())
        day = checked_day(request.analysis_date, today)
        return request.model_copy(
            update={
                "symbol": str(symbol),
                "experts": experts,
                "options": checked_options(request.options, experts, day or today),
            }
        )


def experts_named(names: Sequence[str]) -> list[ExpertType]:
    """The experts of these names; raises `UnknownExpert` with those that nobody has heard of."""
    strangers = [name for name in names if name not in set(ExpertType)]
    if strangers:
        shown = ", ".join(repr(name[:60]) for name in dict.fromkeys(strangers))
        raise UnknownExpert("coordinator.unknown_experts", names=shown, known=ExpertType)
    return [ExpertType(name) for name in names]
