"""Puts tool calls together from the pieces in which chat-completions servers send them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from src.modules.llm_platform.infrastructure.providers.model_deltas import CallArguments, CallOpened
from src.modules.llm_platform.infrastructure.providers.openai.chat_chunks import CallPiece


@dataclass(slots=True)
class _Call:
    id: str = ""
    function: str = ""
    arguments: list[str] = field(default_factory=list)
    told: int = 0  # how many pieces of the arguments were passed on
    opened: bool = False

    @property
    def is_whole(self) -> bool:
        try:
            json.loads("".join(self.arguments))
        except ValueError:
            return False
        return True


class CallAssembler:
    """Servers differ: ids or indices may be missing, every call may be number 0, a name may come in pieces or be
    repeated, a whole call may come at once. Calls are told in the order in which they began."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._at_index: dict[int, _Call] = {}
        self._latest: _Call | None = None

    def take(self, pieces: Sequence[CallPiece]) -> list[CallOpened | CallArguments]:
        for position, piece in enumerate(pieces):
            call = self._call_of(piece, position)
            call.id = call.id or piece.id
            if piece.function.name != call.function:
                call.function += piece.function.name
            if piece.function.arguments:
                call.arguments.append(piece.function.arguments)
            self._latest = call
        return self._tell(complete=False)

    def finish(self) -> list[CallOpened | CallArguments]:
        """No more pieces come."""
        return self._tell(complete=True)

    def _call_of(self, piece: CallPiece, position: int) -> _Call:
        if piece.index is None and (known := self._without_index(piece)) is not None:
            return known
        index = position if piece.index is None else piece.index
        current = self._at_index.get(index)
        if current is None or _begins_another(piece, current):
            current = self._at_index[index] = _Call()
            self._calls.append(current)
        return current

    def _without_index(self, piece: CallPiece) -> _Call | None:
        if piece.id:
            return next((call for call in self._calls if call.id == piece.id), None)
        return None if piece.function.name else self._latest

    def _tell(self, *, complete: bool) -> list[CallOpened | CallArguments]:
        told: list[CallOpened | CallArguments] = []
        for slot, call in enumerate(self._calls):
            # The name is known to be whole once the arguments begin; later calls wait, so that the order holds.
            if not call.opened and not call.arguments and not complete:
                break
            if not call.opened:
                call.opened = True
                told.append(CallOpened(slot, call.id or None, call.function))
            told += [CallArguments(slot, text) for text in call.arguments[call.told :]]
            call.told = len(call.arguments)
        return told


def _begins_another(piece: CallPiece, current: _Call) -> bool:
    """Whether a piece that carries the number of a call is in truth the start of the next one."""
    if piece.id and current.id and piece.id != current.id:
        return True
    name = piece.function.name
    if not name or not current.arguments:
        return False
    return name != current.function or current.is_whole
