"""Which instrument a person means: by its symbol or by its name, among those that have data."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.understanding.clauses import Clause, clauses, plain
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.resolver import NoneMeant, Resolution, Resolved, SeveralMeant, resolve
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.well_known import NamedInstrument

_TOKEN = lazy_pattern(r"\$?[A-Za-z0-9][A-Za-z0-9.^=/-]{0,14}")
_VERB = lazy_pattern(
    r"^(?:我?(?:想|要)?(?:就|选|做|买|交易|用|看|换成|改成|换|改)*"
    r"|(?:i'?d like|i want|let'?s|trade|buy|use|take|go with|switch to|change to)\s+)+",
    re.IGNORECASE,
)
_LONGEST_NAME = 40
_WORDS = frozenset(
    {"all", "any", "big", "both", "fast", "good", "hello", "hey", "hi", "how", "it", "low", "no", "nope", "now", "ok"}
    | {"okay", "on", "one", "real", "some", "what", "why", "yes", "you"}
)
_COMPANY = lazy_pattern(
    r"[\s,]+(?:inc|corp|corporation|co|company|ltd|limited|plc|holdings?|group|sa|ag|nv|class [a-c]|the)\b\.?.*$|\(.*$",
    re.IGNORECASE,
)


def named_instrument(text: str, asked: AskedFields) -> str | None:
    """The symbol; None when nothing is named, more than one, or only denied. A market settles what it can."""
    text, known, market = plain(text), asked.instruments, asked.market
    found = set(_by_symbol(text, known)) or set(_by_name(text, known)) or set(_by_part(text, known))
    if len(found) > 1 and market is not None:
        found = {each.symbol for each in known if each.symbol in found and each.market == market}
    return found.pop() if len(found) == 1 else None


def _by_symbol(text: str, known: Sequence[InstrumentFact]) -> Iterator[str]:
    symbols = {each.symbol for each in known}
    whole = _VERB.sub("", text).strip(" .!。！")
    is_word = whole != text and whole in _WORDS
    if not is_word and (symbol := canonical(whole)) in symbols:
        yield str(symbol)
        return
    for clause in clauses(text):
        for token in _TOKEN.finditer(clause.text):
            symbol = canonical(token[0].strip("$.")) if _looks_meant(token[0]) else None
            if symbol in symbols and not clause.denies(token.start(), token.end()):
                yield str(symbol)


def lone_symbol(text: str) -> str | None:
    """The canonical spelling of a message that is a symbol and nothing else; a word is none."""
    bare = _VERB.sub("", plain(text)).strip(" .!。！")
    return canonical(bare) if _looks_meant(bare) and bare.casefold() not in _WORDS else None


def meant_symbols(text: str) -> tuple[str, ...]:
    """What a message may stand for that is a code or a well-known name and nothing else; demo companies aside."""
    bare = _VERB.sub("", plain(text)).strip(" .!。！")
    if not bare or len(bare) > _LONGEST_NAME or bare.casefold() in _WORDS:
        return ()
    found = _found(resolve(bare))
    real = [each for each in found if not each.symbol.is_demo and (each.names or _looks_meant(bare))]
    return tuple(str(each.symbol) for each in real)


def _found(meant: Resolution) -> tuple[NamedInstrument, ...]:
    match meant:
        case Resolved(instrument):
            return (instrument,)
        case SeveralMeant(candidates):
            return candidates
        case NoneMeant():
            return ()


def _looks_meant(token: str) -> bool:
    """`ALL` is a ticker, "all" is a word: letters alone count when they are capitals, two at least."""
    bare = token.strip("$.")
    return not bare.isalpha() or token.startswith("$") or (bare.isupper() and len(bare) > 1)


def canonical(text: str) -> str | None:
    """The one spelling of a symbol; None where it is none."""
    try:
        return parse_symbol(text).text
    except BadSymbol:
        return None


def _by_name(text: str, known: Sequence[InstrumentFact]) -> Iterator[str]:
    for clause in clauses(text):
        places = list(_places(clause, known))
        for symbol, start, end in places:
            is_part = any(s <= start and end <= e and (s, e) != (start, end) for _, s, e in places)
            if not is_part and not clause.denies(start, end):
                yield symbol


def _places(clause: Clause, known: Sequence[InstrumentFact]) -> Iterator[tuple[str, int, int]]:
    for instrument in known:
        for name in {instrument.name_zh, short_name(instrument.name_en)}:
            if len(name) >= 2 and (start := _place(name, clause.text)) >= 0:
                yield instrument.symbol, start, start + len(name)


def _place(name: str, text: str) -> int:
    """A name in letters is a word of its own, spelt as a name: "Target" is a company, "target" is not."""
    start = text.find(name)
    if start < 0 or not name.isascii():
        return start
    around = text[start - 1 : start] + text[start + len(name) : start + len(name) + 1]
    return -1 if any(each.isascii() and each.isalnum() for each in around) else start


def _by_part(text: str, known: Sequence[InstrumentFact]) -> Iterator[str]:
    """The whole message is a part of a name: 茅台, apple."""
    part = _VERB.sub("", text).strip(" .!。！").casefold()
    if len(part) >= 2 and not part.isdigit():
        for each in known:
            if (
                part in each.name_zh.casefold()
                or part in each.name_en.casefold().split()
                or part == each.name_en.casefold()
            ):
                yield each.symbol


@cache
def short_name(name: str) -> str:
    """`Apple Inc.` is called Apple."""
    return _COMPANY.sub("", name).strip()
