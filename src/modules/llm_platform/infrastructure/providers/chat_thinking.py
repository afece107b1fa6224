"""Tells apart what a model thought from what it says, where its server leaves both in one text."""

from enum import Enum, auto

from src.modules.llm_platform.infrastructure.providers.model_deltas import ReasoningDelta, TextDelta

_OPEN, _CLOSE = "<think>", "</think>"


class _State(Enum):
    UNDECIDED = auto()
    THINKING = auto()
    PAUSING = auto()
    SPEAKING = auto()


class ThinkingSplitter:
    """Only thinking at the very start counts: further on, the tag is a word like any other."""

    def __init__(self) -> None:
        self._state = _State.UNDECIDED
        self._held = ""

    def take(self, text: str) -> list[ReasoningDelta | TextDelta]:
        self._held += text
        told: list[ReasoningDelta | TextDelta] = []
        if self._state is _State.UNDECIDED:
            self._decide()
        if self._state is _State.THINKING:
            told.append(ReasoningDelta(self._thought()))
        if self._state is _State.PAUSING:
            self._held = self._held.lstrip()
            self._state = _State.SPEAKING if self._held else _State.PAUSING
        if self._state is _State.SPEAKING:
            told.append(TextDelta(self._held))
            self._held = ""
        return told

    def flush(self) -> list[ReasoningDelta | TextDelta]:
        """Gives back what was held in case that a tag would become of it."""
        held, self._held = self._held, ""
        if self._state is _State.THINKING:
            return [ReasoningDelta(held)]
        self._state = _State.SPEAKING
        return [TextDelta(held)]

    def _decide(self) -> None:
        begun = self._held.lstrip()
        if begun.startswith(_OPEN):
            self._held = begun.removeprefix(_OPEN)
            self._state = _State.THINKING
        elif not _OPEN.startswith(begun):
            self._state = _State.SPEAKING

    def _thought(self) -> str:
        thought, found, rest = self._held.partition(_CLOSE)
        if found:
            self._held, self._state = rest, _State.PAUSING
            return thought
        kept = next(size for size in range(len(_CLOSE), -1, -1) if self._held.endswith(_CLOSE[:size]))
        thought, self._held = self._held[: len(self._held) - kept], self._held[len(self._held) - kept :]
        return thought


def without_thinking(text: str) -> str:
    """What the model says, of a whole answer."""
    splitter = ThinkingSplitter()
    told = [*splitter.take(text), *splitter.flush()]
    return "".join(delta.text for delta in told if isinstance(delta, TextDelta))
