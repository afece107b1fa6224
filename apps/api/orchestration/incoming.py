"""A person's message as it arrives, and what is wrong with it before anything begins."""

import json
import re
from dataclasses import dataclass

from apps.api.orchestration.active_turn import ActiveTurn
from apps.api.orchestration.asked_policy import AskedPolicy
from apps.api.orchestration.constants import CHOICE_TAG, LONGEST_MESSAGE
from packages.core.errors import Invalid
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.model import ChatSession, Language, NewTurn, SessionStatus, Turn, TurnStatus

_CHOICE = re.compile(rf"<\s*{CHOICE_TAG}\s*>(.*?)<\s*/\s*{CHOICE_TAG}\s*>", re.IGNORECASE | re.DOTALL)
_CHINESE = re.compile(r"[\u3400-\u9fff]")


class EmptyMessage(Invalid):
    """There is nothing to answer."""


class LongMessage(Invalid):
    """More words than a turn takes."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """Without a session it begins one; `client_turn_id` makes sending it again harmless."""

    owner_id: str
    message: str
    session_id: str | None = None
    client_turn_id: str | None = None
    language: Language | None = None
    runtime_policy: AskedPolicy | None = None

    def __post_init__(self) -> None:
        if not self.words.strip():
            raise EmptyMessage("conversation.empty_message")
        if len(self.message) > LONGEST_MESSAGE:
            raise LongMessage("conversation.long_message", length=len(self.message), most=LONGEST_MESSAGE)

    @property
    def words(self) -> str:
        """As it is stored: a choice is the label that the person chose."""
        return _CHOICE.sub(lambda choice: _label(choice.group(1)) or choice.group(0), self.message).strip()


def guessed_language(words: str) -> Language:
    return "zh" if _CHINESE.search(words) else "en"


def imagined(new: NewTurn, session: ChatSession | None, profile: Profile, asked: AskedPolicy) -> ActiveTurn:
    """The turn that a message would open, to see whether it may ask what it asks."""
    session = session or _beginning(new)
    turn = Turn(
        id="imagined",
        session_id=session.id,
        owner_id=new.owner_id,
        client_turn_id=new.client_turn_id,
        message=new.message,
        status=TurnStatus.STREAMING,
        phase=session.phase,
        holder=new.holder,
        alive_at=new.at,
        started_at=new.at,
    )
    return ActiveTurn(turn, session, profile, asked)


def _beginning(new: NewTurn) -> ChatSession:
    return ChatSession(
        id="imagined",
        owner_id=new.owner_id,
        title="",
        phase=new.first_phase,
        status=SessionStatus.ACTIVE,
        language=new.language or "zh",
        artifacts={},
        metadata={},
        previous_response_id=None,
        version=0,
        created_at=new.at,
        updated_at=new.at,
    )


def _label(text: str) -> str | None:
    try:
        chosen = json.loads(text)
    except ValueError:
        return None
    label = chosen.get("selected_option_label") if isinstance(chosen, dict) else None
    return label.strip() if isinstance(label, str) else None
