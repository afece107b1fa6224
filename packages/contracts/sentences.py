"""Sentences as fields of pydantic models: said in the reader's language, or kept with their message."""

from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, ValidatorFunctionWrapHandler, WrapValidator

from packages.core.messages import Sentence
from packages.core.sentences import for_reader, recalled, stored


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
