"""The one entrance to research by several experts: checks the question and its options, and has it carried out."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial

from packages.core.clock import Clock, SystemClock
from packages.core.messages import message
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import parse_symbol
from src.modules.coordinator.application.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.domain.exceptions import (
    AllExpertsFailed,
    BadOptions,
    BlankSymbol,
    NoExperts,
    UnknownExpert,
)
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.research_orchestration import IResearchOrchestrationPort

DEFAULT_LIMIT = 5
_LIMITS = range(1, 21)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

Options = dict[str, dict[str, object]]


def checked_options(given: Mapping[str, Mapping[str, object]], experts: Sequence[ExpertType], today: date) -> Options:
    """The options of the selected experts; `today` is that of the exchange, or the day that the whole run looks back
    from. What is said to others is not read."""
    strangers = [name for name in given if name not in set(ExpertType)]
    if strangers:
        raise BadOptions("coordinator.unknown_expert_in_options", names=_listed(strangers))
    checks = _checks(today)
    checked = {expert: _known(expert, given.get(expert, {}), checks.get(expert, {})) for expert in experts}
    return {expert.value: values for expert, values in checked.items() if values}


def checked_day(given: date | None, today: date) -> date | None:
    """The day that a whole run looks back from; None is today, where it trades."""
    if given is not None and given > today:
        raise BadOptions("coordinator.date_in_future", given=given, today=today)
    return given


Check = Callable[[object], object]


def _checks(today: date) -> dict[ExpertType, dict[str, tuple[object, Check]]]:
    """By expert and option: the default, and who checks what was given."""
    return {
        ExpertType.TECHNICAL_ANALYST: {"analysis_date": (today.isoformat(), partial(_analysis_date, today=today))},
        ExpertType.FINANCIAL_AUDITOR: {"limit": (DEFAULT_LIMIT, _limit)},
    }


def _known(
    expert: ExpertType, given: Mapping[str, object], checks: Mapping[str, tuple[object, Check]]
) -> dict[str, object]:
    unknown = [key for key in given if key not in checks]
    if unknown:
        takes = message("coordinator.takes_options", names=_listed(list(checks)))
        known = takes if checks else message("coordinator.takes_none")
        raise BadOptions("coordinator.unknown_option", expert=expert.value, unknown=_listed(unknown), known=known)
    return {key: check(given[key]) if key in given else default for key, (default, check) in checks.items()}


def _analysis_date(given: object, today: date) -> str:
    day = _day(given)
    if day is None:
        raise BadOptions("coordinator.date_not_a_day")
    if day > today:
        raise BadOptions("coordinator.expert_date_in_future", day=day, today=today)
    return day.isoformat()


def _day(given: object) -> date | None:
    if type(given) is date:
        return given
    if not isinstance(given, str) or not _DAY.fullmatch(given):
        return None
    try:
        return date.fromisoformat(given)
    except ValueError:
        return None


def _limit(given: object) -> int:
    if type(given) is not int or given not in _LIMITS:
        raise BadOptions("coordinator.bad_report_limit")
    return given


def _listed(names: Sequence[str]) -> str:
    return ", ".join(repr(name[:60]) for name in names[:5])


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
