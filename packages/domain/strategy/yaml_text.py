"""Strategies as YAML: read with JSON's idea of values, so that the ticker ON stays a text, and written back."""

import re
from dataclasses import dataclass, field
from typing import Any

from packages.core.messages import Message
from packages.domain.strategy.json_tree import Json, below
from packages.domain.strategy.problems import Code, phrase
from packages.domain.strategy.reading import (
    DEEPEST,
    LONGEST_TEXT,
    ReadDocument,
    problem,
    read_value,
    too_deep,
    too_long,
)
from packages.domain.strategy.reading import twice as written_twice
from packages.domain.strategy.reading import unread as refused

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


def read_yaml(text: str) -> ReadDocument:
    """The document of a YAML text; anchors and tags are refused, since JSON has nothing like them."""
    import yaml  # type: ignore[import-untyped]

    if len(text) > LONGEST_TEXT:
        return refused(too_long(text))
    tree = _Tree()
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            tree.take(event, type(event).__name__)
            if len(tree.open) > DEEPEST:
                return refused(too_deep(""))
    except yaml.YAMLError as error:
        return refused(
            problem(Code.NOT_YAML, "", phrase("yaml"), _place(error), phrase("correct_the_text_at_that_place"))
        )
    except _NotTaken as error:
        return refused(problem(error.code, error.pointer, phrase("plain_yaml"), error.found, error.suggestion))
    if tree.documents != 1:
        found = phrase("documents", count=tree.documents)
        return refused(problem(Code.NOT_YAML, "", phrase("one_document"), found, phrase("send_one_strategy_at_a_time")))
    if tree.repeated:
        return refused(*(written_twice(pointer, key) for pointer, key in tree.repeated))
    return read_value(tree.root)


def write_yaml(document: Json) -> str:
    """YAML that `read_yaml` reads back as the same document."""
    import yaml

    text: str = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=120)
    return text


class _NotTaken(Exception):
    def __init__(self, pointer: str, found: Message, suggestion: Message) -> None:
        super().__init__(str(found))
        self.code, self.pointer, self.found, self.suggestion = Code.NOT_YAML, pointer, found, suggestion


@dataclass(slots=True)
class _Open:
    """A list or an object whose end was not read yet, where it stands, and the key that waits for its value."""

    value: list[Any] | dict[str, Any]
    pointer: str
    key: str | None = None


@dataclass(slots=True)
class _Tree:
    """Builds a document from the events of a YAML parser."""

    root: Any = None
    documents: int = 0
    open: list[_Open] = field(default_factory=list)
    repeated: list[tuple[str, str]] = field(default_factory=list)

    def take(self, event: Any, kind: str) -> None:
        match kind:
            case "DocumentStartEvent":
                self.documents += 1
            case "ScalarEvent":
                self._scalar(event)
            case "MappingStartEvent" | "SequenceStartEvent":
                self._refuse_extras(event)
                container: list[Any] | dict[str, Any] = {} if kind == "MappingStartEvent" else []
                pointer = self._pointer()
                self._place(container)
                self.open.append(_Open(container, pointer))
            case "MappingEndEvent" | "SequenceEndEvent":
                self.open.pop()
            case "AliasEvent":
                found = phrase("alias", name=event.anchor)
                raise _NotTaken(self._pointer(), found, phrase("write_the_value_out"))
            case _:
                return

    def _scalar(self, event: Any) -> None:
        self._refuse_extras(event)
        holder = self.open[-1] if self.open else None
        if holder is not None and isinstance(holder.value, dict) and holder.key is None:
            if event.value in holder.value:
                self.repeated.append((self._pointer(), event.value))
            holder.key = event.value
            return
        self._place(_plain_value(event.value) if event.implicit[0] else event.value)

    def _place(self, value: Any) -> None:
        if not self.open:
            self.root = value
            return
        holder = self.open[-1]
        if isinstance(holder.value, list):
            holder.value.append(value)
        elif holder.key is None:
            found = phrase("key_that_is_a_list_or_an_object")
            raise _NotTaken(self._pointer(), found, phrase("use_a_text_as_the_key"))
        else:
            holder.value[holder.key] = value
            holder.key = None

    def _refuse_extras(self, event: Any) -> None:
        if event.anchor:
            found = phrase("anchor", name=event.anchor)
            raise _NotTaken(self._pointer(), found, phrase("write_the_value_out_where_it_is_needed"))
        if event.tag:
            raise _NotTaken(self._pointer(), phrase("tag", name=event.tag), phrase("remove_the_tag"))

    def _pointer(self) -> str:
        """Where the next value goes."""
        if not self.open:
            return ""
        holder = self.open[-1]
        if isinstance(holder.value, list):
            return below(holder.pointer, len(holder.value))
        return holder.pointer if holder.key is None else below(holder.pointer, holder.key)


def _plain_value(text: str) -> Json:
    if text in _WORDS:
        return _WORDS[text]
    if not (number := _NUMBER.fullmatch(text)):
        return text
    return float(text) if number[2] or number[3] or len(text) > 20 else int(text)


def _place(error: Any) -> Message:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None)
    what = phrase("yaml_reason", reason=reason) if reason else phrase("text_that_is_none")
    if mark is None:
        return what
    return phrase("in_line", what=what, line=mark.line + 1, column=mark.column + 1)
