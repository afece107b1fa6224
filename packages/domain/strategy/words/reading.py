"""Rules in words, read into a strategy document: what was understood, what was not, and what was assumed."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache

from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.words.backing.rules import without_unbacked
from packages.domain.strategy.words.completing.leaning import Heard, in_other_words
from packages.domain.strategy.words.grammar.chunks import Chunked, chunked, words_of
from packages.domain.strategy.words.grammar.meanings import Assumed, assumed
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.lexing.lexer import MESSAGES_AT_ONCE, Symbols, cut
from packages.domain.strategy.words.lexing.lexicon import UNIT
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.model import WordedClause, WordedRules
from packages.domain.strategy.words.rules.gathering import gathered_from
from packages.domain.strategy.words.rules.sentences import Reading
from packages.domain.strategy.words.rules.strictness import leaves_bars_open
from packages.domain.strategy.words.rules.writing import Written, understood, written

MOST_WORDS = 600  # words of English, characters of Chinese, numbers and marks; the longest rules people gave have 60
_LONGEST = 4000
_MARKS = (Tag.BULLET, Tag.BOTH, Tag.MARK, Tag.COMMA, Tag.BREAK, Tag.COLON, Tag.LISTING, Tag.OPEN, Tag.CLOSE, Tag.SLASH)
_LEADING = (
    Tag.AND,
    Tag.OR,
    Tag.WHEN,
    Tag.THEN,
    Tag.SET,
    Tag.TO,
    Tag.SETTING,
    Tag.EITHER,
    Tag.PER_TRADE,
    Tag.ALSO,
)
_SAYS_NOTHING = (*_MARKS, Tag.UNKNOWN, Tag.NUMBER)
_POINTING = (Tag.PRONOUN, Tag.WHEN, Tag.MARK)  # words that say nothing by themselves


def rules_in(
    text: str,
    *,
    symbols: Symbols = known_symbol,
    default_symbol: str | None = None,
    default_timeframe: str | None = None,
) -> WordedRules:
    """What a message says of when to buy and sell; nothing that it says is left out of the answer."""
    if is_too_long(text):
        return WordedRules(None, {}, (), (text,), (), False)
    read = _rules_in(text, symbols, default_symbol, default_timeframe or Timeframe.D1.value)
    return replace(read, document=deepcopy(read.document), understood=deepcopy(read.understood))


def is_too_long(text: str) -> bool:
    """Before any of it is cut: what is longer is told so, and nothing of it is read as rules."""
    return len(text) > _LONGEST or sum(1 for _ in UNIT.finditer(text.casefold())) > MOST_WORDS


@lru_cache(MESSAGES_AT_ONCE)
def _rules_in(text: str, symbols: Symbols, default_symbol: str | None, default_timeframe: str) -> WordedRules:
    """To be copied before it is handed on."""
    words, chunks, reading = _heard(text, symbols, default_timeframe)
    tickers = tuple(dict.fromkeys(each for _, one in reading.gathered.named("instrument") for each in one.value))
    taken = tickers or ((default_symbol,) if default_symbol else ())
    has_bars = chunks.context.names_bars or not leaves_bars_open(reading, words)
    made = written(reading.gathered, taken, chunks.context.timeframe, text) if taken and has_bars else None
    said_bars = chunks.context.timeframe if chunks.context.names_bars else None
    parts = understood(reading.gathered, tickers, said_bars)
    problems = Validator(CATALOGUE).document(made.document).problems if made is not None else ()
    if problems:
        clauses, unread = tuple(_clauses(text, reading, None)), _unread(text, words, reading)
        return WordedRules(None, parts, clauses, unread, _assumed(reading, None, ()), True, (), problems)
    assumptions = _assumed(reading, made, tickers)
    if made is not None and not chunks.context.names_bars:
        assumptions = (*assumptions, assumed("timeframe", pointer="/timeframe", timeframe=chunks.context.timeframe))
    return WordedRules(
        made.document if made is not None else None,
        parts,
        tuple(_clauses(text, reading, made)),
        _unread(text, words, reading),
        tuple(dict.fromkeys(assumptions)),
        _is_strategy(reading),
        (*_missing(reading, taken), *(() if has_bars else ("timeframe",))),
    )


@lru_cache(MESSAGES_AT_ONCE)
def _heard(text: str, symbols: Symbols, timeframe: str) -> tuple[list[Token], Chunked, Reading]:
    """Before it is known what the person need not say; nothing of it is changed any more."""

    def hear(said: str) -> Heard:
        words = words_of(cut(said, symbols), keeps_demands=True)
        chunks = chunked(words, timeframe)
        reading = gathered_from(chunks)
        without_unbacked(reading, chunks)
        return Heard(words, chunks, reading)

    heard = hear(text)
    if any(word.kind not in _SAYS_NOTHING for word in heard.words):
        heard = in_other_words(text, heard, hear)
    return heard.words, heard.chunks, heard.reading


def _assumed(reading: Reading, made: Written | None, tickers: tuple[str, ...]) -> tuple[Assumed, ...]:
    if made is None:
        return tuple(dict.fromkeys(reading.gathered.assumed))
    instrument = () if tickers else (assumed("instrument", pointer="/universe/tickers", symbol=_first(made)),)
    return tuple(dict.fromkeys([*reading.gathered.assumed, *made.assumed, *instrument]))


def _first(made: Written) -> object:
    universe = made.document["universe"]
    tickers = universe["tickers"] if isinstance(universe, dict) else None
    return tickers[0] if isinstance(tickers, list) else ""


def _missing(reading: Reading, taken: tuple[str, ...]) -> Iterator[str]:
    if not any(side.entries for side in reading.gathered.sides.values()):
        yield "entry"
    if not taken:
        yield "instrument"


def _is_strategy(reading: Reading) -> bool:
    """A way in or out with a condition, whether or not all of it was understood."""
    kinds = {clause.kind for clause in reading.clauses}
    has_rule = bool(kinds & {"exit", "filter"}) or ("entry" in kinds and not _is_bare(reading))
    managed = kinds & {"stop", "target", "trailing", "time", "reward"}
    return has_rule or reading.has_unread_rule or (reading.unread_entry and bool(managed))


def _is_bare(reading: Reading) -> bool:
    """A condition with nothing about trading around it: `RSI below 30`."""
    return reading.gathered.assumed == [Assumed("side_long")] and len({clause.kind for clause in reading.clauses}) == 1


def _clauses(text: str, reading: Reading, made: Written | None) -> Iterator[WordedClause]:
    for number, clause in enumerate(reading.clauses):
        if not clause.kind:
            continue
        start, end = min(token.start for token in clause.tokens), max(token.end for token in clause.tokens)
        pointer = made.pointers.get(number, "") if made is not None else ""
        yield WordedClause(text[start:end], clause.kind, pointer, start, end)


def _unread(text: str, words: list[Token], reading: Reading) -> tuple[str, ...]:
    """The quotes of what no clause has, in order; neighbours are one quote."""
    clause_spans = [(token.start, token.end) for clause in reading.clauses for token in clause.tokens]
    said = [tokens for tokens in map(_by_place, reading.unread) if any(token.kind not in _POINTING for token in tokens)]
    unread_spans = [(tokens[0].start, tokens[-1].end) for tokens in said]
    whole = [
        (min(token.start for token in clause.tokens), max(token.end for token in clause.tokens))
        for clause in reading.clauses
        if clause.tokens
    ]
    covered = [*clause_spans, *unread_spans]
    for token in words:
        joins = token.kind in (Tag.UNLESS, Tag.ONLY, Tag.FILTER, Tag.ADD, Tag.SIGN)
        among = [*whole, *unread_spans] if joins else covered
        inside = any(start <= token.start and token.end <= end for start, end in among)
        is_mark = token.kind in (*_MARKS, *_LEADING, Tag.PRONOUN) or (token.kind is Tag.OVER and token.value == "eq")
        if not inside and not is_mark:
            unread_spans.append((token.start, token.end))
    return tuple(text[start:end] for start, end in _merged(text, sorted(unread_spans)))


def _by_place(tokens: list[Token]) -> list[Token]:
    ordered = sorted(tokens, key=lambda token: token.start)
    while ordered and ordered[0].kind in (*_MARKS, Tag.AND):
        ordered = ordered[1:]
    while ordered and ordered[-1].kind in (*_MARKS, Tag.AND):
        ordered = ordered[:-1]
    return ordered


def _merged(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1] + 1 and not set(text[merged[-1][1] : start]) & set(",;，；。"):
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
