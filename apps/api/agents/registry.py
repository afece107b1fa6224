"""Which handler a phase has.

A handler holds nothing but its skills: the services come with the context of each turn (`PhaseContext.services`), so
the same handlers serve every app of a process, and nothing has to be registered. `load_handlers` is called at start-up
and fails there when a skill is missing.
"""

from collections.abc import Mapping
from functools import cache

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseHandler


def get_handler(phase: Phase) -> PhaseHandler:
    return load_handlers()[phase]


@cache
def load_handlers() -> Mapping[Phase, PhaseHandler]:
    """All handlers with their skills; raises `BrokenSkill`."""
    from apps.api.agents.anywhere.handler import AnyPhaseHandler
    from apps.api.agents.handlers.completed_handler import CompletedHandler
    from apps.api.agents.handlers.deployment_handler import DeploymentHandler
    from apps.api.agents.handlers.error_handler import ErrorHandler
    from apps.api.agents.handlers.kyc_handler import KycHandler
    from apps.api.agents.handlers.pre_strategy_handler import PreStrategyHandler
    from apps.api.agents.handlers.strategy_handler import StrategyHandler
    from apps.api.agents.handlers.stress_test_handler import StressTestHandler

    made: tuple[PhaseHandler, ...] = (
        AnyPhaseHandler(KycHandler()),
        AnyPhaseHandler(PreStrategyHandler()),
        AnyPhaseHandler(StrategyHandler()),
        AnyPhaseHandler(StressTestHandler()),
        AnyPhaseHandler(DeploymentHandler()),
        CompletedHandler(),
        ErrorHandler(),
    )
    return {handler.phase: handler for handler in made}
