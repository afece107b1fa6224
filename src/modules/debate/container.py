"""Wires a debate: the model's adapters and the rules' for the three ports, and the service over them."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.infrastructure.adapters.bear_advocate_agent_adapter import BearAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.bull_advocate_agent_adapter import BullAdvocateAgentAdapter
from src.modules.debate.infrastructure.adapters.llm_adapter import LLMAdapter
from src.modules.debate.infrastructure.adapters.resolution_agent_adapter import ResolutionAgentAdapter
from src.modules.debate.infrastructure.engine_choice import (
    CallScope,
    ChosenBearAdvocate,
    ChosenBullAdvocate,
    ChosenResolution,
    EngineChoice,
    KnownInstruments,
    Platform,
    PlatformAccess,
    PlatformCosts,
    ScopedModel,
    evidence_names,
    own_scope,
)
from src.modules.debate.infrastructure.rules.advocate_rules import BearRules, BullRules
from src.modules.debate.infrastructure.rules.resolution_rules import ResolutionRules

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession


class DebateContainer:
    """One for each debate. Without a platform it reads the settings: a model when a key, a base URL or an active
    configuration is there, the rules otherwise. With a `run_id` in its scope, a resumed debate pays nothing twice.
    The session is the caller's own and nothing here writes to it: a debate stores nothing. `library`: whose companies
    are known by name when a text is held to the experts' rows."""

    def __init__(
        self,
        session: "AsyncSession | None" = None,
        *,
        platform: Platform | None = None,
        scope: CallScope | None = None,
        library: KnownInstruments | None = None,
    ) -> None:
        self.session = session
        self._access = PlatformAccess(platform)
        self._scope = scope or own_scope()
        self._library = library

    def debate_service(self) -> DebateService:
        choice = EngineChoice(self._access, self._scope.owner_id)
        return DebateService(
            ChosenBullAdvocate(choice, BullAdvocateAgentAdapter(self.llm("bull_advocate")), BullRules()),
            ChosenBearAdvocate(choice, BearAdvocateAgentAdapter(self.llm("bear_advocate")), BearRules()),
            ChosenResolution(choice, ResolutionAgentAdapter(self.llm("resolution")), ResolutionRules()),
            engine=choice.engine,
            costs=PlatformCosts(self._access, self._scope, choice, self.llm("")),
            names=partial(evidence_names, self._library),
        )

    def llm(self, agent: str) -> LLMAdapter:
        """The model as this agent asks it."""
        return LLMAdapter(ScopedModel(self._access, replace(self._scope, agent=agent)))
