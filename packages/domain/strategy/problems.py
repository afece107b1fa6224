"""What is wrong with a document: where, what was expected, what was found, and what to write instead."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

_LONGEST_QUOTE = 60


class Stage(StrEnum):
    """Validation goes stage by stage; a later one starts when the earlier found nothing."""

    PARSE = "parse"
    SCHEMA = "schema"
    SEMANTIC = "semantic"


class Code(StrEnum):
    """The stable names of everything that can be wrong."""

    NOT_JSON = "not_json"
    NOT_YAML = "not_yaml"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    NOT_FINITE = "not_finite"
    BAD_TEXT = "bad_text"

    WRONG_TYPE = "wrong_type"
    MISSING_KEY = "missing_key"
    UNKNOWN_KEY = "unknown_key"
    UNKNOWN_WORD = "unknown_word"
    BAD_NAME = "bad_name"
    WRONG_LENGTH = "wrong_length"
    OUT_OF_RANGE = "out_of_range"
    DUPLICATE_ITEM = "duplicate_item"
    ONE_KEY_NEEDED = "one_key_needed"

    UNKNOWN_SYMBOL = "unknown_symbol"
    SYMBOL_SPELLING = "symbol_spelling"
    MARKET_MISMATCH = "market_mismatch"
    NO_SHORT_IN_MARKET = "no_short_in_market"
    NOT_A_LOT = "not_a_lot"
    TOO_MANY_POSITIONS = "too_many_positions"
    RANKING_NEEDED = "ranking_needed"
    RESERVED_NAME = "reserved_name"
    UNKNOWN_INDICATOR = "unknown_indicator"
    UNKNOWN_PARAMETER = "unknown_parameter"
    MISSING_PARAMETER = "missing_parameter"
    PARAMETER_KIND = "parameter_kind"
    PARAMETER_OUT_OF_RANGE = "parameter_out_of_range"
    TIMEFRAME_NOT_SLOWER = "timeframe_not_slower"
    TOO_MANY_TIMEFRAMES = "too_many_timeframes"
    UNKNOWN_REF = "unknown_ref"
    UNKNOWN_OUTPUT = "unknown_output"
    OUTPUT_NEEDED = "output_needed"
    REF_NOT_A_FACTOR = "ref_not_a_factor"
    CONSTANT_CONDITION = "constant_condition"
    NEVER_TRUE = "never_true"
    DUPLICATE_EXIT = "duplicate_exit"
    CONTRADICTORY_EXITS = "contradictory_exits"
    UNREACHABLE_EXIT = "unreachable_exit"
    SIZING_NEEDS_STOP = "sizing_needs_stop"
    CONTRADICTORY_SIDES = "contradictory_sides"
    CONSTRAINT = "constraint"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault; `pointer` (RFC 6901) is empty when the whole document is meant."""

    stage: Stage
    code: Code
    pointer: str
    expected: str
    found: str
    suggestion: str

    @property
    def sentence(self) -> str:
        place = self.pointer or "the document"
        return f"{place}: expected {self.expected}, found {self.found}. {self.suggestion}"

    def as_json(self) -> dict[str, str]:
        return {
            "stage": self.stage.value,
            "code": self.code.value,
            "pointer": self.pointer,
            "expected": self.expected,
            "found": self.found,
            "suggestion": self.suggestion,
        }


def quoted(text: str) -> str:
    """A text as a person can read it in a sentence; what cannot be encoded is escaped, what is long is cut."""
    cut = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
    return json.dumps(cut, ensure_ascii=not cut.isprintable())


def listed(words: Iterable[str]) -> str:
    known = list(words)
    return ", ".join(known[:12]) + (f" and {len(known) - 12} more" if len(known) > 12 else "")


def described(value: object) -> str:
    """What was found, in few words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value:.12g}" if isinstance(value, float) or abs(value) < 10**15 else "a huge number"
        case str():
            return f"the text {quoted(value)}"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return f"an object with {listed(quoted(str(key)) for key in value)}" if value else "an empty object"
        case _:
            return f"a {type(value).__name__}"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a typo was meant for, if one is near."""
    by_folded = {word.casefold(): word for word in known}
    matches = get_close_matches(name[:64].casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[matches[0]] if matches else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A suggestion for a name that is not known: the nearest one, or all there are."""
    words = list(known)
    near = nearest(name, words)
    if near is not None:
        return f"Did you mean {quoted(near)}?"
    return f"Use one of {listed(words)}." if words else "Remove it."
