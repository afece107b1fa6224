"""What a person sees after a turn: the buttons, the ways that they lead, and the place that the conversation is at."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from packages.contracts.phases import Phase
from packages.domain.conversation.model import ChatSession
from tests.chat import Answer

PHASES = (Phase.KYC, Phase.PRE_STRATEGY, Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT, Phase.COMPLETED)
BACK = frozenset({"back", "revise", "needs_changes", "redo_kyc"})
_IDS = frozenset({"strategy_id", "backtest_job_id", "scenario_set_id", "stress_report_id", "deployment_id"})
_CONFIRMING = {("strategy_confirmed", "true"), ("deployment_confirmation_status", "confirmed")}


@dataclass(frozen=True, slots=True)
class Button:
    """An option of a question, or of a proposal, whose `fields` it accepts or wants to change."""

    card: str
    option_id: str
    label: str
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        card = "proposal" if self.card.startswith("proposal:") else self.card
        return f"{card}={self.option_id}"

    @property
    def leads_back(self) -> bool:
        return self.option_id in BACK

    @property
    def confirms(self) -> frozenset[tuple[str, str]]:
        """The decisions on rules and money that it takes."""
        taken = set(self.fields) if self.option_id == "accept" else {(self.card, self.option_id)}
        return frozenset(taken & _CONFIRMING)

    @property
    def message(self) -> str:
        chosen = {
            "choice_id": self.card,
            "selected_option_id": self.option_id,
            "selected_option_label": self.label,
        }
        return f"<CHOICE_SELECTION>{json.dumps(chosen, ensure_ascii=False)}</CHOICE_SELECTION>"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a conversation is after a turn."""

    phase: Phase
    settled: tuple[tuple[str, str], ...]
    pending: tuple[tuple[str, str], ...]
    rules: str  # the content hash of the strategy
    about: str  # what is to be traded, and by which rules
    buttons: tuple[Button, ...]
    text: str

    @property
    def node(self) -> str:
        """Its name in the map of all walks: ids are others in every walk."""
        offered = sorted({button.key for button in self.buttons})
        waiting = [f"{name}?{value}" for name, value in self.pending]
        return " ".join([self.phase, *(f"{name}={value}" for name, value in self.settled), *waiting, "|", *offered])

    @property
    def depth(self) -> tuple[int, int, int]:
        """How far from the first question: less of it lies further back. What is proposed anew for an answer that is
        settled is a step of its own."""
        names = {name for name, _ in (*self.settled, *self.pending)}
        return PHASES.index(self.phase), len(names), len(self.pending)

    @property
    def has_way_on(self) -> bool:
        return any(not button.leads_back for button in self.buttons)

    @property
    def has_way_back(self) -> bool:
        return any(button.leads_back for button in self.buttons)

    @property
    def is_first_question(self) -> bool:
        return self.phase is Phase.KYC and not self.settled and not self.pending


def place_of(answer: Answer, session: ChatSession) -> Place:
    phase = Phase(answer.done["phase"])
    block: Mapping[str, Any] = session.artifacts.get(phase.value, {})
    profile, runtime = block.get("profile") or {}, block.get("runtime") or {}
    settled = tuple(sorted((name, "…" if name in _IDS else str(value)) for name, value in profile.items() if value))
    waiting = (runtime.get("pending") or {}).get("fields") or {}
    artifacts: Mapping[str, Any] = session.artifacts
    strategy = artifacts.get(Phase.STRATEGY, {}).get("runtime") or {}
    rules = str(strategy.get("content_hash") or "")
    scope = artifacts.get(Phase.PRE_STRATEGY, {}).get("profile") or {}
    return Place(
        phase,
        settled,
        tuple(sorted((name, str(value)) for name, value in waiting.items())),
        rules,
        f"{rules} {sorted(scope.values())}",
        tuple(button for card in answer.cards for button in _buttons(card)),
        answer.text,
    )


def _buttons(card: Mapping[str, Any]) -> list[Button]:
    if card["type"] == "proposal":
        fields = tuple(sorted(card["fields"].items()))
        return [Button(card["proposal_id"], each["id"], each["label"], fields) for each in card["options"]]
    if card["type"] != "choice_prompt":
        return []
    return [Button(card["choice_id"], each["id"], each["label"]) for each in card["options"]]
