"""The agent's tags in a model's text: taken out while it streams, whatever the split, and parsed at the end."""

from dataclasses import dataclass

from apps.api.orchestration.session_echo import Echo
from apps.api.orchestration.tag_json import tag_objects
from apps.api.orchestration.tag_marks import CLOSING, MARK, held_from
from packages.core.events import JsonObject

_LONGEST_END = 64  # characters of a closing tag
_UNCLOSED = "The {tag} block was never closed, so it was not read: close it with </{tag}>."


@dataclass(frozen=True, slots=True)
class Extracted:
    """What the tags held. `rest` is text that was held back and may be shown; `problems` are for the model."""

    rest: str = ""
    cards: tuple[JsonObject, ...] = ()
    patches: tuple[JsonObject, ...] = ()
    problems: tuple[str, ...] = ()


class TagFilter:
    """Fed with deltas in any split; gives back at once what may be shown. A block that is never closed is hidden to
    the end, and what stood in it is lost to the person: half a block is no text."""

    def __init__(self) -> None:
        self._held = ""  # text that may be the beginning of a mark
        self._tag: str | None = None
        self._block: list[str] = []
        self._echo: Echo | None = None
        self._found: dict[str, list[JsonObject]] = {"agent_ui_json": [], "agent_state_patch": []}
        self._problems: list[str] = []

    def feed(self, delta: str) -> str:
        shown: list[str] = []
        text = self._held + delta
        self._held = ""
        while text:
            if self._tag is not None:
                text = self._in_block(text)
            elif self._echo is not None:
                text = self._in_echo(text)
            else:
                text = self._in_text(text, shown)
        return "".join(shown)

    def finish(self) -> Extracted:
        if self._tag is not None:
            self._problems.append(_UNCLOSED.format(tag=self._tag.upper()))
        rest = self._held if self._tag is None and self._echo is None else ""
        found = self._found
        return Extracted(rest, tuple(found["agent_ui_json"]), tuple(found["agent_state_patch"]), tuple(self._problems))

    def _in_text(self, text: str, shown: list[str]) -> str:
        mark = MARK.search(text)
        if mark is None:
            end = held_from(text)
            shown.append(text[:end])
            self._held = text[end:]
            return ""
        shown.append(text[: mark.start()])
        if mark["tag"]:
            self._tag, self._block = mark["tag"].lower(), []
        elif mark["state"]:
            self._echo = Echo()
        return text[mark.end() :]

    def _in_block(self, text: str) -> str:
        tag = self._tag or ""
        before = self._block.pop() if self._block else ""
        joined = before[-_LONGEST_END:] + text
        end = CLOSING[tag].search(joined)
        if end is None:
            self._block += [before[:-_LONGEST_END], joined]
            return ""
        self._block += [before[:-_LONGEST_END], joined[: end.start()]]
        self._read(tag, "".join(self._block))
        self._tag = None
        return joined[end.end() :]

    def _in_echo(self, text: str) -> str:
        after = (self._echo or Echo()).feed(text)
        if after is None:
            return ""
        self._echo = None
        return after

    def _read(self, tag: str, text: str) -> None:
        if tag not in self._found:
            return
        objects, problem = tag_objects(tag, text)
        self._found[tag] += objects
        if problem:
            self._problems.append(problem)
