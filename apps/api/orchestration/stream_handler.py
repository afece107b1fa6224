"""Reads the upstream events of a turn and passes them on: text without tags, tool calls, and what went wrong."""

import asyncio
import importlib
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TypeAlias

from apps.api.orchestration.answer_gate import AnswerGate
from apps.api.orchestration.constants import DEFAULT_STREAM_SECONDS, LONGEST_ANSWER, MOST_EVENTS
from apps.api.orchestration.mcp_records import collect_mcp_records, masked
from apps.api.orchestration.shared import UpstreamEvent
from apps.api.orchestration.tags import TagFilter
from apps.api.orchestration.types import Ended, Inbox, _TurnPreparation, _TurnStreamState
from apps.api.orchestration.upstream import (
    BURST,
    TOO_LONG,
    Breather,
    Timeouts,
    Upstream,
    broke_off,
    note_error,
    text_length,
    too_much,
    upstream_error,
)
from packages.contracts.chat_events import ChatEvent, Engine, McpEvent, OpenAiEvent, TextDelta, TurnUsage
from packages.domain.conversation.claims.instrument_claims import figure_names

Batch: TypeAlias = tuple[ChatEvent, ...]
_MUCH = 2_000  # characters
_SHOWN_WITHIN = 0.2  # seconds
_TEXTS = ("delta", "text", "arguments")
_PAUSES = frozenset({"response.output_text.done", "response.completed"})
_ITEM_DONE = "response.output_item.done"
_TEXT_EVENTS = frozenset({"response.output_text.delta", "response.output_text.done", _ITEM_DONE})
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_BROKEN = frozenset({"error", "response.failed", "response.incomplete"})


def _resolve_stream_timeout_seconds(setting: float) -> float:
    """The package's own value where somebody has changed it, else the setting's."""
    given = float(importlib.import_module("apps.api.orchestration")._OPENAI_STREAM_HARD_TIMEOUT_SECONDS)
    return setting if given == DEFAULT_STREAM_SECONDS else given


class StreamHandler:
    """`hard` and `idle` give seconds and are asked for each answer: for all of it, and between two of its events."""

    def __init__(self, hard: Callable[[], float], idle: Callable[[], float]) -> None:
        self._hard = hard
        self._idle = idle
        figure_names()  # built at the start, so that no answer waits for it

    async def stream(self, upstream: Upstream, state: _TurnStreamState, inbox: Inbox) -> AsyncGenerator[Batch, None]:
        """Events that arrive together leave together. What goes wrong is in `state` at the end. Who puts an `Ended`
        with `stopped` into the inbox ends it. The upstream is closed at the end."""
        translation = _Translation(state, upstream.prepared)
        async with aclosing(upstream), aclosing(self._batches(translation, inbox)) as batches:
            async for batch in batches:
                yield batch
        rest = translation.finish()
        if rest:
            yield rest

    async def _batches(self, translation: "_Translation", inbox: Inbox) -> AsyncGenerator[Batch, None]:
        timeouts = Timeouts(inbox, self._hard(), self._idle())
        try:
            while not translation.over:
                arrived = await _arrived(inbox, timeouts)
                await translation.gate.look_back()
                async with aclosing(translation.translated(arrived)) as batches:
                    async for batch in batches:
                        yield batch
        finally:
            timeouts.end()


async def _arrived(inbox: Inbox, timeouts: Timeouts) -> Sequence[UpstreamEvent | Ended]:
    if timeouts.is_over:
        return [TOO_LONG]
    arrived = [await inbox.get()]
    arrived += [inbox.get_nowait() for _ in range(min(inbox.qsize(), BURST - 1))]
    for each in arrived:
        if not isinstance(each, Ended):
            timeouts.saw(each)
    return arrived


class _Translation:
    """Translates what arrives into chat events, until the end; what comes behind it is dropped."""

    def __init__(self, state: _TurnStreamState, prepared: _TurnPreparation) -> None:
        self.over = False
        self.gate = AnswerGate(prepared, state)
        self._state = state
        self._engine = prepared.streamer.engine
        self._tags = TagFilter()
        self._completed = False
        self._events = self._written = 0  # of every kind: text, thinking, arguments
        self._newlines = ""  # that what was shown ends with, two at most
        self._begun_parts: set[tuple[object, object]] = set()

    async def translated(self, arrived: Sequence[UpstreamEvent | Ended]) -> AsyncGenerator[Batch, None]:
        """A long text off the loop, many short ones with room for everybody else between them. Who reads does not wait
        for the last of many."""
        events: list[ChatEvent] = []
        breather, since = Breather(len(arrived)), time.monotonic()
        for each in arrived:
            is_long = not isinstance(each, Ended) and text_length(each) > _MUCH
            events += await asyncio.to_thread(self.translate, each) if is_long else self.translate(each)
            await breather.rest()
            if events and time.monotonic() - since > _SHOWN_WITHIN:
                yield tuple(_joined(events))
                events, since = [], time.monotonic()
        if events:
            yield tuple(_joined(events))

    def translate(self, arrived: UpstreamEvent | Ended) -> list[ChatEvent]:
        if self.over:
            return []
        if isinstance(arrived, Ended):
            self._end(arrived)
            return []
        self._events += 1
        if self._events > MOST_EVENTS or self._written > 2 * LONGEST_ANSWER:
            self.over = True
            note_error(self._state, too_much(LONGEST_ANSWER))
            return []
        self._written += text_length(arrived)
        return self._event(arrived, _kind(arrived))

    def finish(self) -> Batch:
        extracted = self._tags.finish()
        rest = self.gate.feed(extracted.rest) + self.gate.finish()
        cards = self.gate.true_cards(extracted.cards)
        self._state.extracted = replace(extracted, cards=cards, problems=(*extracted.problems, *self.gate.notes))
        return (self._shown(rest),) if rest else ()

    def _event(self, event: UpstreamEvent, kind: str) -> list[ChatEvent]:
        event = bounded(event)
        payload = dict(masked(event))
        collect_mcp_records(self._state, event)
        about_tools = ".mcp_" in kind
        begun = self.gate.pause() if about_tools or kind in _PAUSES else ""
        raw = payload if about_tools else self.gate.as_released(payload)
        events: list[ChatEvent] = [self._shown(begun)] if begun else []
        events.append(OpenAiEvent(openai_type=kind, sequence_number=_number(event), payload=dict(raw)))
        if kind in _TEXT_EVENTS:
            events += self._text(self._words(event, kind))
        if kind == _ITEM_DONE:
            self.gate.saw_tools()
        if about_tools:
            events.append(McpEvent(openai_type=kind, payload={**payload, **self._tool(event)}))
        if kind == "response.completed":
            self._completed = True
            _complete(self._state, event.get("response"), self._engine)
        if kind in _BROKEN:
            self.over = True
            note_error(self._state, upstream_error(event))
        return events

    def _tool(self, event: UpstreamEvent) -> dict[str, object]:
        """Which tool it is about, which most of these events do not say themselves."""
        known = self._state.mcp_call_records.get(str(event.get("item_id", "")), {})
        return {name: known[name] for name in ("name", "server_label") if name in known}

    def _words(self, event: UpstreamEvent, kind: str) -> object:
        """Of a part that arrived only when it was done, all of it then."""
        if kind == _ITEM_DONE:
            item = event.get("item")
            begun = {item_id for item_id, _ in self._begun_parts}
            return _said_in(item) if isinstance(item, Mapping) and not begun & {item.get("id"), None} else None
        part = (event.get("item_id"), event.get("content_index"))
        if kind == "response.output_text.done":
            is_new = part not in self._begun_parts
            self._begun_parts.add(part)
            return event.get("text") if is_new else None
        self._begun_parts.add(part)
        return event.get("delta")

    def _text(self, delta: object) -> list[ChatEvent]:
        if not isinstance(delta, str):
            return []
        words = _storable(delta[:LONGEST_ANSWER])[: LONGEST_ANSWER - self._state.written]
        self._state.written += len(words)
        if self._state.written >= LONGEST_ANSWER:
            self.over = True
            note_error(self._state, too_much(LONGEST_ANSWER))
        visible = self.gate.feed(self._without_blank_lines(self._tags.feed(words)))
        return [self._shown(visible)] if visible else []

    def _without_blank_lines(self, text: str) -> str:
        """One blank line stays, of however many, and whatever the split."""
        before, whole = self._newlines, _BLANK_LINES.sub("\n\n", f"{self._newlines}{text}")
        self._newlines = "\n" * min(2, len(whole) - len(whole.rstrip("\n")))
        return whole.removeprefix(before)

    def _shown(self, text: str) -> TextDelta:
        self._state.shown.append(text)
        return TextDelta(delta=text)

    def _end(self, ended: Ended) -> None:
        self.over = True
        error = ended.error
        if ended.stopped:
            self._state.stopped = True
        elif error is not None:
            note_error(self._state, error)
        elif not self._completed:
            note_error(self._state, broke_off())


def _joined(events: Sequence[ChatEvent]) -> Iterator[ChatEvent]:
    """Words that leave together leave as one: between them are only upstream events of text."""
    words: list[str] = []
    for each in events:
        if isinstance(each, TextDelta):
            words.append(each.delta)
            continue
        if words and not (isinstance(each, OpenAiEvent) and each.openai_type in _TEXT_EVENTS):
            yield TextDelta(delta="".join(words))
            words = []
        yield each
    if words:
        yield TextDelta(delta="".join(words))


def bounded(event: UpstreamEvent) -> UpstreamEvent:
    """Without text that no answer may have: what is longer is neither read, stored nor passed on."""
    if not any(text_length(event, name) > LONGEST_ANSWER for name in _TEXTS):
        return event
    cut = {name: str(event[name])[:LONGEST_ANSWER] for name in _TEXTS if text_length(event, name) > LONGEST_ANSWER}
    return {**event, **cut}


def _said_in(item: Mapping[str, object]) -> str | None:
    """The text of a message that came in one piece."""
    parts = item.get("content") if item.get("type") == "message" else None
    texts = [part.get("text") for part in parts if isinstance(part, Mapping)] if isinstance(parts, list | tuple) else []
    return "".join(text for text in texts if isinstance(text, str)) or None


def _kind(event: UpstreamEvent) -> str:
    kind = event.get("type")
    return kind if isinstance(kind, str) else ""


def _number(event: UpstreamEvent) -> int | None:
    return _count(event.get("sequence_number"))


def _storable(text: str) -> str:
    """Without halves of characters and NULs, which not every database takes."""
    if text.isascii():
        return text.replace("\0", "")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").replace("\0", "")


def _complete(state: _TurnStreamState, response: object, engine: Engine) -> None:
    completed: Mapping[str, object] = response if isinstance(response, Mapping) else {}
    usage, response_id, model = completed.get("usage"), completed.get("id"), completed.get("model")
    counted: Mapping[str, object] = usage if isinstance(usage, Mapping) else {}
    state.response_id = response_id if isinstance(response_id, str) else None
    state.completed_usage = TurnUsage(
        engine=engine,
        model=model if isinstance(model, str) and engine == "llm" else None,
        input_tokens=_count(counted.get("input_tokens")),
        output_tokens=_count(counted.get("output_tokens")),
        total_tokens=_count(counted.get("total_tokens")),
    )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
