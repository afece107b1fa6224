"""Sentences that remember their message: stored with it, recalled, and rendered in the reader's language."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, ValidatorFunctionWrapHandler, WrapValidator

from packages.core.events import NewEvent
from packages.core.messages import Language, Message, Sentence, for_reader

SAID = "said"
_READABLE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_ASCII = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


def accepted_language(header: str) -> Language:
    """The first of our languages in `Accept-Language`, by its weights; English where there is none."""
    weighed = [_weighed(each) for each in header.split(",")]
    ranked = sorted((each for each in weighed if each[0] > 0), key=lambda each: -each[0])
    return next((Language(tag) for _, tag in ranked if tag in set(Language)), Language.EN)


def _weighed(choice: str) -> tuple[float, str]:
    tag, _, weight = choice.partition(";")
    try:
        share = float(weight.strip().removeprefix("q=")) if weight.strip() else 1.0
    except ValueError:
        share = 0.0
    return share, tag.strip().lower().partition("-")[0]


def error_sentence(error: BaseException) -> str:
    """The error in words; one without words is called by its kind."""
    said = getattr(error, "message", None)
    return said if isinstance(said, Sentence) else str(error).strip() or type(error).__name__


def stored(text: str) -> str:
    """As a text column keeps it."""
    return _json(text.said.as_json()) if isinstance(text, Sentence) else text


def recalled(text: str) -> str:
    """What `stored` kept."""
    if not text.startswith('{"code":'):
        return text
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return recalled_message(found) or text


def recalled_message(found: object) -> Sentence | None:
    """None: no message, or one that this version of the catalogue does not have or fills otherwise."""
    if not isinstance(found, Mapping):
        return None
    try:
        return Sentence(Message.from_json(found))
    except (KeyError, TypeError):
        return None


def with_messages(data: Mapping[str, object]) -> dict[str, object]:
    """A JSON object with the messages of its sentences beside them."""
    said = {name: value.said.as_json() for name, value in data.items() if isinstance(value, Sentence)}
    return {**data, SAID: said} if said else dict(data)


def event_text(event: NewEvent) -> str:
    """What a client is sent: one line, the type first, readable where the text can be encoded."""
    return _finite_json({"type": event.type, **with_messages(event.data)})


def said_of(**sentences: str | None) -> dict[str, object]:
    """The messages of the fields of a result, for its `said`."""
    return {name: each.said.as_json() for name, each in sentences.items() if isinstance(each, Sentence)}


def recalled_field(data: Mapping[str, object], name: str) -> str:
    """The sentence in a field of an object that `with_messages` made."""
    said = data.get(SAID)
    return recalled_message(said.get(name) if isinstance(said, Mapping) else None) or str(data[name])


def json_for_reader(text: str) -> str:
    """The text of such an object as its reader gets it: sentences in their language, without the messages."""
    if f'"{SAID}":' not in text:
        return text
    data = json.loads(text)
    if not isinstance(data, dict) or not isinstance(said := data.get(SAID), dict):
        return text
    sentences = {name: for_reader(recalled_field(data, name)) for name in said if name in data}
    shown = {name: value for name, value in data.items() if name != SAID} | sentences
    return _json(shown)


def _json(value: object) -> str:
    """Readable where the text can be encoded: what others wrote may hold half characters."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def _finite_json(document: dict[str, object]) -> str:
    text = _READABLE.encode(document)
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _ASCII.encode(document)
    return text


def _said(value: object) -> object:
    return for_reader(value) if isinstance(value, str) else value


def _kept(value: Any, handle: ValidatorFunctionWrapHandler) -> str:
    return value if isinstance(value, Sentence) else recalled(handle(value))


def _carried(value: Any, handle: ValidatorFunctionWrapHandler) -> str:
    return value if isinstance(value, Sentence) else str(handle(value))


# Of an answer: a plain string, in the language of whoever reads it.
SaidText = Annotated[str, BeforeValidator(_said)]
# Of what is handed on within the process, with its message; plain where it leaves.
CarriedText = Annotated[str, WrapValidator(_carried)]
# Of what is stored: its JSON holds the message.
KeptText = Annotated[str, WrapValidator(_kept), PlainSerializer(stored, return_type=str, when_used="json")]
