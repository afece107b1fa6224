"""What is wrong with a document: where, what was expected, what was found, and what to write instead."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from packages.core.messages import Language, Message, Param, Sentence, render

_LONGEST_QUOTE = 60
_MOST_LISTED = 12


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
    INDEX_NOT_TRADED = "index_not_traded"
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

    NEWER_VERSION_NEEDED = "newer_version_needed"
    EXPRESSION_TOO_DEEP = "expression_too_deep"
    EXPRESSION_TOO_COSTLY = "expression_too_costly"
    TOO_MANY_REFERENCES = "too_many_references"
    ONE_SERIES_NEEDED = "one_series_needed"
    TIMEFRAME_TOO_SLOW = "timeframe_too_slow"
    NOT_WHOLE_BARS = "not_whole_bars"
    ACCOUNT_NOT_ALLOWED = "account_not_allowed"

    CROSS_MISPLACED = "cross_misplaced"
    RULE_NEEDS_PORTFOLIO = "rule_needs_portfolio"
    NOT_IN_MARKET = "not_in_market"
    DAILY_BARS_NEEDED = "daily_bars_needed"
    UNUSED_BY_PORTFOLIO = "unused_by_portfolio"
    CONTRADICTORY_LEG = "contradictory_leg"
    SCORE_NEEDED = "score_needed"

    UNITS_NEEDED = "units_needed"
    NO_WHOLE_EXIT = "no_whole_exit"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault; `pointer` (RFC 6901) is empty when the whole document is meant."""

    stage: Stage
    code: Code
    pointer: str
    expected: Message
    found: Message
    suggestion: Message

    @property
    def said(self) -> Message:
        place = self.pointer or phrase("whole_document")
        return phrase("sentence", place=place, expected=self.expected, found=self.found, suggestion=self.suggestion)

    @property
    def sentence(self) -> str:
        return Sentence(self.said)

    def as_json(self, language: Language = Language.EN) -> dict[str, str]:
        return {
            "stage": self.stage.value,
            "code": self.code.value,
            "pointer": self.pointer,
            "expected": render(self.expected, language),
            "found": render(self.found, language),
            "suggestion": render(self.suggestion, language),
        }


def phrase(code: str, /, **params: Param) -> Message:
    """What is said about a fault; its sentences are in `strategy.problem.json` of each language."""
    return Message(f"strategy.problem.{code}", params)


def quoted(text: str) -> str:
    """A text as a person can read it in a sentence; what cannot be encoded is escaped, what is long is cut."""
    cut = text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
    return json.dumps(cut, ensure_ascii=not cut.isprintable())


def listed(words: Iterable[str]) -> Message:
    known = tuple(words)
    if len(known) <= _MOST_LISTED:
        return phrase("list", words=known)
    return phrase("list_cut", words=known[:_MOST_LISTED], count=len(known) - _MOST_LISTED)


def described(value: object) -> Message:
    """What was found, in few words."""
    match value:
        case None:
            return Message.verbatim("null")
        case bool():
            return Message.verbatim("true" if value else "false")
        case int() | float():
            is_short = isinstance(value, float) or abs(value) < 10**15
            return phrase("found_number", number=f"{value:.12g}") if is_short else phrase("huge_number")
        case str():
            return phrase("found_text", text=quoted(value))
        case list():
            return phrase("list_of", count=len(value))
        case dict():
            keys = listed(quoted(str(key)) for key in value)
            return phrase("object_with_keys", keys=keys) if value else phrase("empty_object")
        case _:
            return phrase("value_of_kind", kind=type(value).__name__)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a typo was meant for, if one is near."""
    by_folded = {word.casefold(): word for word in known}
    matches = get_close_matches(name[:64].casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[matches[0]] if matches else None


def did_you_mean(name: str, known: Iterable[str]) -> Message:
    """A suggestion for a name that is not known: the nearest one, or all there are."""
    words = list(known)
    near = nearest(name, words)
    if near is not None:
        return phrase("did_you_mean", name=quoted(near))
    return phrase("use_one_of", words=listed(words)) if words else phrase("remove_it")
