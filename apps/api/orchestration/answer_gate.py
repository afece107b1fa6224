"""Lets a model's answer out, held to what tools returned and what the person said: a sentence that may claim something
goes out as a whole, any other word by word."""

import re
from collections.abc import Mapping, Sequence

from apps.api.orchestration.mcp_records import succeeded
from apps.api.orchestration.prompt_builder import NOTES
from apps.api.orchestration.types import _TurnPreparation, _TurnStreamState
from packages.contracts.tool_grants import ToolDomain
from packages.core.errors import NotFound
from packages.core.events import JsonObject
from packages.domain.conversation.claims.answer_check import HeldSentences, checked_answer, faults_of, is_held
from packages.domain.conversation.claims.answer_sources import AnswerSources
from packages.domain.conversation.claims.beginnings import may_become_claim, plain_until
from packages.domain.conversation.model import Role, SessionMessage
from packages.domain.evidence.passages import same_at_the_start, whole_until
from packages.domain.evidence.reports.removal import removed_mark
from packages.domain.evidence.reports.texts import texts_of

RESEARCHED = "researched_in"  # in the metadata: the phase in which research was last read
_RESEARCH = ToolDomain.RESEARCH.value
_TEXTS = frozenset({"text", "delta"})
_ENDS = re.compile(r"[.。！？!?\n]")
_SENTENCE_ENDS = (".", "。", "！", "？", "!", "?", ":", "：", "\n")
_LONGEST_END = 8  # characters: a sentence ends only when something follows
_LOOKED_BACK = 60  # characters: the words that make an event stand together
_LONGEST = 2_000  # characters: what is longer is no sentence, and is not waited for
_REFUSED = "Taken out of your answer, as no tool result and no message of the person has it: {faults}."


class AnswerGate:
    """Until research is there, only sentences that claim a finding, a figure of an instrument or an event are held;
    the guided rules never are."""

    def __init__(self, prepared: _TurnPreparation, state: _TurnStreamState) -> None:
        self._prepared, self._state = prepared, state
        self._sources: AnswerSources | None = None
        self._known_calls: set[str] = set()
        self._buffer = ""
        self._begun = ""  # of a sentence whose end is not there yet: what went out
        self._waits = False  # the rest of that sentence, for its end
        self._faults: list[str] = []
        self._earlier = prepared.session.metadata.get(RESEARCHED)
        self._is_held = prepared.streamer.engine == "llm"
        self._this_turn = False

    async def look_back(self) -> None:
        """Reads what was said before, once."""
        if self._sources is None and self._is_held:
            try:
                said = await self._prepared.said()
            except NotFound:  # deleted while it is answered
                said = ()
            self._sources = sources_of(self._prepared, said)

    def saw_tools(self) -> None:
        """After the records of the turn have grown."""
        if self._sources is None:
            return
        for call_id, record in self._state.mcp_call_records.items():
            if call_id not in self._known_calls and succeeded(record):
                self._known_calls.add(call_id)
                know_call(self._sources, record)
                self._this_turn |= record.get("server_label") == _RESEARCH

    def feed(self, text: str) -> str:
        """What may be shown now. A flood is read in pieces: a long text takes longer than its pieces together."""
        if not self._is_held:
            return text
        pieces = range(0, len(text), _LONGEST)
        return "".join(self._fed(text[start : start + _LONGEST]) for start in pieces)

    def _fed(self, text: str) -> str:
        may_end = _ENDS.search(self._buffer[-_LONGEST_END:] + text) is not None or self._is_too_long
        self._buffer += text
        return (self._ended() if may_end else "") + self._plain()

    @property
    def _is_too_long(self) -> bool:
        return len(self._begun) + len(self._buffer) > _LONGEST

    def _ended(self) -> str:
        """The sentences that are whole now."""
        end = whole_until(self._begun + self._buffer) - len(self._begun)
        if end <= 0:
            end = len(self._buffer) if self._is_too_long else 0
        whole, self._buffer = self._buffer[:end], self._buffer[end:]
        self._waits = self._waits and not whole
        return self._checked(whole)

    def _plain(self) -> str:
        """The words of an unfinished sentence up to the first that may make a claim of it."""
        end = 0 if self._waits or self._sources is None else plain_until(self._buffer)
        if end:
            self._waits = may_become_claim(self._begun[-_LOOKED_BACK:] + self._buffer)
        if not self._buffer[:end].strip() or self._waits:
            return ""
        plain, self._buffer = self._buffer[:end], self._buffer[end:]
        self._begun += plain
        return plain

    def pause(self) -> str:
        """Before a tool is called: what was begun is shown, and what follows is read together with it."""
        before, rest, self._buffer = self._begun, self._buffer, ""
        if not rest:
            return ""
        shown = self._checked(rest)
        self._begun = before + rest if shown == rest and not rest.rstrip().endswith(_SENTENCE_ENDS) else ""
        self._waits = bool(self._begun)
        return shown

    def finish(self) -> str:
        rest, self._buffer = self._buffer, ""
        return self._checked(rest)

    def true_cards(self, cards: Sequence[JsonObject]) -> tuple[JsonObject, ...]:
        """Without those whose words about research no source has."""
        sources = self._sources
        if sources is None or not self._is_held:
            return tuple(cards)
        held = HeldSentences.CLAIMS if self._held is HeldSentences.CLAIMS else HeldSentences.ABOUT_RESEARCH
        faults = [
            [one for text in texts_of(card) if is_held(text, held) for one in faults_of(text, sources)]
            for card in cards
        ]
        self._faults += [fault for found in faults for fault in found]
        return tuple(card for card, found in zip(cards, faults, strict=True) if not found)

    @property
    def notes(self) -> tuple[str, ...]:
        """For the model, of what it said."""
        return (_REFUSED.format(faults="; ".join(dict.fromkeys(self._faults))),) if self._faults else ()

    def as_released(self, payload: JsonObject) -> JsonObject:
        """An upstream event as it may be sent: its text goes out by itself, once it is checked."""
        return without_texts(payload) if self._is_held else payload

    @property
    def _held(self) -> HeldSentences:
        if self._this_turn or self._earlier == self._prepared.phase_before.value:
            return HeldSentences.ALL
        return HeldSentences.CLAIMS if self._earlier is None else HeldSentences.ABOUT_RESEARCH

    def _checked(self, text: str) -> str:
        if not text or self._sources is None:
            return text
        language = self._prepared.context.language
        begun, self._begun = self._begun, ""
        found = checked_answer(begun + text, self._sources, language, self._held)
        self._faults += found.faults
        mark = removed_mark(language)
        shown = found.text[same_at_the_start(begun, found.text) :]
        repeated = shown.strip() == mark and self._state.shown_text.rstrip().endswith(mark)
        return shown.replace(mark, "").strip(" ") if repeated else shown


def sources_of(prepared: _TurnPreparation, said: Sequence[SessionMessage]) -> AnswerSources:
    """The person's words, the state of the session, and the tools of earlier turns. The notes in the state tell a model
    what it said wrong: nothing to rest on."""
    sources = AnswerSources()
    sources.know(prepared.turn.message.content)
    sources.know({name: value for name, value in prepared.request.state.items() if name != NOTES})
    for message in said:
        if message.role is Role.USER:
            sources.know(message.content)
        for call in message.tool_calls:
            if call.get("status") == "success":
                know_call(sources, call)
    return sources


def know_call(sources: AnswerSources, call: Mapping[str, object]) -> None:
    """What it returned; and what it was asked, unless that is research: what a model asks is no finding."""
    if call.get("server_label") == _RESEARCH:
        sources.know_research(call.get("output"))
    else:
        sources.know(call.get("output"))
        sources.know(call.get("arguments"))


def without_texts(payload: JsonObject) -> JsonObject:
    blank = _blanked(payload)
    return blank if isinstance(blank, dict) else {}


def _blanked(value: object) -> object:
    if isinstance(value, Mapping):
        return {
            str(name): "" if name in _TEXTS and isinstance(inner, str) else _blanked(inner)
            for name, inner in value.items()
        }
    return [_blanked(inner) for inner in value] if isinstance(value, list | tuple) else value
