"""Which instrument a person means: by its symbol or by its name, among those that have data."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.corrections import corrects, prefers
from packages.domain.conversation.understanding.lexicon.instrument_names import NICKNAMES, NO_NAMES
from packages.domain.conversation.understanding.lexicon.market_words import MARKETS
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.resolver import NoneMeant, Resolution, Resolved, SeveralMeant, resolve
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.well_known import NamedInstrument, well_known

_TOKEN = lazy_pattern(r"\$?[A-Za-z0-9][A-Za-z0-9.^=/-]{0,14}")
_VERB = lazy_pattern(
    r"^(?:(?:那|我)?(?:还是|必须)?(?:想|要)?(?:就|选|做|买|交易|用|看|换成|改成|换|改|标的|是|应该|个|了)*\s?"
    r"|(?:i'?d like(?: to)?|i want(?: to)?|let'?s|trade|buy|use|take|go(?:ing)? with|switch to|change to"
    r"|make it|actually|maybe|just|do|it's|pick|probably|i think|how about)\s+)+",
    re.IGNORECASE,
)
_FILLER = lazy_pattern(
    r"(?:[\s,]{0,3}(?:吧|啊|呀|呗|哈|好了|的?股票|公司|please|pls|plz|thx|thanks|i guess|i think|obviously"
    r"|of course|then|maybe|stock|shares?|inc))+$",
    re.IGNORECASE,
)
_MANY = lazy_pattern(
    r"\s*(?:那些|那类|之类|这类|等|类的|成分股|系列|names\b|type\b|stuff\b|(?:&|and) friends|(?:&"
    r"|and) (?:co|such|the like)|components?\b|上市|[^,]{0,6}(?:成分|板块|那些|之类|这些))",
    re.I,
)
_EXAMPLE = lazy_pattern(r"(?:\b(?:like|such as|e\.g\.|for example)|比如|例如|像)\s*\S{0,6}\s*$", re.I)
_INDEX = lazy_pattern(r"^\^|=F$")
INSTRUMENT, MARKET = "target_instrument", "target_market"
_LONGEST_NAME = 40
_SHORTEST_CODE = 4  # letters and digits of a code that is known without its ending
_ENDINGS = (".", "-", "=", "/")
_MOST_TOKENS = 40  # of one clause


@dataclass(frozen=True, slots=True)
class Name:
    """A name that an instrument goes by, in small letters and as it is spelt."""

    text: str
    spelt: str
    symbol: str


_COMPANY = lazy_pattern(
    r"[\s,]+(?:inc|corp|corporation|co|company|ltd|limited|plc|holdings?|group|sa|ag|nv|class [a-c]|the)\b\.?.*$|\(.*$",
    re.IGNORECASE,
)


def named_instrument(said: Spelling, asked: AskedFields) -> str | None:
    """The symbol; None when nothing is named, more than one, or only denied. A market settles what it can, and of what
    a person corrects themselves to only the last counts."""
    text = said.text
    is_asked = bool({INSTRUMENT, MARKET} & asked.open) or not asked.open or corrects(text) or prefers(text)
    whole = _whole(text, asked.instruments, is_asked=is_asked)
    if whole is not None:
        return whole
    may_be_called = INSTRUMENT in asked.open or _bare(text).casefold() not in NO_NAMES
    if may_be_called and (called := _called(text, asked)):
        return called
    found: dict[int, set[str]] = {}
    names = [name for name in names_of(tuple(asked.instruments)) if name.text in text.casefold()]
    for clause in said.stated:
        for symbol in _in_clause(clause, asked.instruments, names, is_asked=is_asked):
            found.setdefault(clause.part, set()).add(symbol)
    if MARKET in asked.open:  # an index or a commodity stands for its market there
        found = {
            part: left for part, each in found.items() if (left := {one for one in each if not _INDEX.search(one)})
        }
    return _settled(found[max(found)], asked, _market_of(text)) if found else None


def _market_of(text: str) -> str | None:
    """The one market that a message names beside an instrument that is traded in several."""
    named = [market for market, words in MARKETS.items() if words.search(text)]
    return named[0] if len(named) == 1 else None


def names_nothing_else(said: Spelling, asked: AskedFields) -> bool:
    """Whether all of a message is the symbol or the name of one instrument."""
    words = said.text
    whole = _whole(words, asked.instruments, is_asked=False)
    return whole is not None or (_bare(words).casefold() not in NO_NAMES and _called(words, asked) is not None)


def _settled(found: set[str], asked: AskedFields, named: str | None = None) -> str | None:
    if len(found) > 1 and (one := _one_company(found)):
        return one
    market = asked.market or named
    if len(found) > 1 and market is not None:
        found = {each.symbol for each in asked.instruments if each.symbol in found and each.market == market}
    return found.pop() if len(found) == 1 else None


def _one_company(found: set[str]) -> str | None:
    """The first share class of a company that has two in one market: GOOGL for Google."""
    listed = [each for each in well_known() if str(each.symbol) in found]
    is_one = len(listed) == len(found) and len({each.symbol.market for each in listed}) == 1
    shared = set.intersection(*(set(each.names) for each in listed)) if is_one else set()
    return str(listed[0].symbol) if len(shared) > 1 else None  # one name alone may be that of two companies


def _whole(text: str, known: Sequence[InstrumentFact], *, is_asked: bool) -> str | None:
    """The message is a symbol and nothing else."""
    bare = _bare(text)
    is_word = bare.casefold() in NO_NAMES and (bare != text or not is_asked)
    symbols = {each.symbol for each in known}
    symbol = canonical(bare)
    if is_word or symbol is None:
        return None
    return symbol if symbol in symbols else beginning_so(bare, symbols)


def _called(text: str, asked: AskedFields) -> str | None:
    """The message is a name or a bare code and nothing else: a word of everyday, such as gold, is a name there."""
    bare = _bare(text).casefold()
    found = {name.symbol for name in names_of(tuple(asked.instruments)) if name.text == bare}
    found = found or {*meant_symbols(text)} & {each.symbol for each in asked.instruments}
    return _settled(found, asked) if found else None


def _bare(text: str) -> str:
    """Without the words around a name: "let's go with Apple, please"."""
    return _FILLER.sub("", _VERB.sub("", text.strip())).strip(" .!。！?")


def _in_clause(
    clause: Clause, known: Sequence[InstrumentFact], names: Sequence[Name], *, is_asked: bool
) -> Iterator[str]:
    symbols = {each.symbol for each in known}
    by_symbol = set(_by_symbol(clause, symbols, is_asked=is_asked))
    if by_symbol:
        yield from by_symbol
        return
    by_name = set(_by_name(clause, names, is_asked=is_asked))
    yield from by_name or (_by_part(clause, known) if is_asked else ())


def _by_symbol(clause: Clause, symbols: set[str], *, is_asked: bool) -> Iterator[str]:
    for token in islice(_TOKEN.finditer(clause.text), _MOST_TOKENS):
        code = token[0].strip("$.")
        is_alone = is_asked and code == _bare(clause.text) and code.casefold() not in NO_NAMES
        if not (_is_code(token[0]) or is_alone) or _stands_for_many(clause.text, *token.span()):
            continue
        meant = {str(canonical(code))} & symbols or (_coins(code) & symbols)
        if not meant and (begun := beginning_so(code, symbols)) is not None:
            meant = {begun}
        if not clause.denies(token.start(), token.end()):
            yield from meant


def _stands_for_many(text: str, start: int, end: int) -> bool:
    """比特币那些, "EURUSD type stuff": an example of a market, and no instrument."""
    return bool(_MANY.match(text[end : end + 20]) or _EXAMPLE.search(text[max(0, start - 20) : start]))


def beginning_so(code: str, symbols: Iterable[str]) -> str | None:
    """The one stored symbol of which a code is all but the ending: DEMO1 is DEMO1.SZ where no other begins so."""
    head = code.strip("$.").upper()
    if len(head) < _SHORTEST_CODE or not any(each.isdigit() for each in head) or head.isdigit():
        return None
    found = [each for each in symbols if each.startswith(head) and each[len(head) : len(head) + 1] in _ENDINGS]
    return found[0] if len(found) == 1 else None


@cache
def _coins(code: str) -> set[str]:
    """BTC is BTC-USD."""
    return {f"{code.upper()}-USD"} if code.isalpha() and 2 < len(code) < 6 else set()


def lone_symbol(said: Spelling) -> str | None:
    """The canonical spelling of a message that is a symbol and nothing else; a word is none."""
    bare = _VERB.sub("", said.text).strip(" .!。！")
    return canonical(bare) if _is_code(bare) and bare.casefold() not in NO_NAMES else None


def meant_symbols(text: str) -> tuple[str, ...]:
    """What a message may stand for that is a code or a well-known name and nothing else; demo companies aside."""
    bare = _VERB.sub("", plain(text)).strip(" .!。！")
    if not bare or len(bare) > _LONGEST_NAME or bare.casefold() in NO_NAMES:
        return ()
    return _real_symbols(bare)


@lru_cache(maxsize=1_000)  # each question that is open looks for it
def _real_symbols(name: str) -> tuple[str, ...]:
    found = _found(resolve(name))
    return tuple(str(each.symbol) for each in found if not each.symbol.is_demo and (each.names or _is_code(name)))


def _found(meant: Resolution) -> tuple[NamedInstrument, ...]:
    match meant:
        case Resolved(instrument):
            return (instrument,)
        case SeveralMeant(candidates):
            return candidates
        case NoneMeant():
            return ()


def _is_code(token: str) -> bool:
    """`ALL` is a ticker, "all" is a word: letters alone count when they are capitals, two at least."""
    bare = token.strip("$.")
    return not bare.isalpha() or token.startswith("$") or (bare.isupper() and len(bare) > 1)


def canonical(text: str) -> str | None:
    """The one spelling of a symbol; None where it is none."""
    try:
        return parse_symbol(text).text
    except BadSymbol:
        return None


def _by_name(clause: Clause, names: Sequence[Name], *, is_asked: bool) -> Iterator[str]:
    places = [
        (name.symbol, start, start + len(name.text))
        for name in names
        if (start := _place(name, clause.text, is_asked=is_asked)) >= 0
    ]
    for symbol, start, end in places:
        is_part = any(s <= start and end <= e and (s, e) != (start, end) for _, s, e in places)
        if not is_part and not clause.denies(start, end) and not _stands_for_many(clause.text, start, end):
            yield symbol


def _place(name: Name, text: str, *, is_asked: bool) -> int:
    """A name in letters is a word of its own, spelt as a name: "Target" is a company, "target" is not; where it was
    asked for, a name that is no word may be small."""
    start = text.casefold().find(name.text)
    if start < 0 or not name.text.isascii():
        return start
    around = text[start - 1 : start] + text[start + len(name.text) : start + len(name.text) + 1]
    if any(each.isascii() and each.isalnum() for each in around):
        return -1
    is_small = text[start : start + len(name.text)] != name.spelt
    may_be_small = is_asked and len(name.text) > 3 and name.text not in NO_NAMES
    return start if not is_small or may_be_small else -1


def _by_part(clause: Clause, known: Sequence[InstrumentFact]) -> Iterator[str]:
    """The whole clause is a part of a name: 茅台, apple."""
    part = _bare(clause.text).casefold()
    if any(pattern.fullmatch(part) for pattern in MARKETS.values()):
        return
    if (
        len(part) < 2
        or part.isdigit()
        or part in NO_NAMES
        or clause.denies(clause.text.casefold().find(part), len(clause.text))
    ):
        return
    for each in known:
        if (
            part in each.name_zh.casefold()
            or part in each.name_en.casefold().split()
            or part == each.name_en.casefold()
        ):
            yield each.symbol


@lru_cache(8)
def names_of(known: tuple[InstrumentFact, ...]) -> tuple[Name, ...]:
    """Every name that an instrument goes by, its nicknames among them."""
    also = _aliases()
    return tuple(
        Name(spelt.casefold(), spelt, each.symbol)
        for each in known
        for spelt in {each.name_zh, short_name(each.name_en), *also.get(each.symbol, ())}
        if len(spelt) >= 2
    )


@cache
def _aliases() -> Mapping[str, tuple[str, ...]]:
    named: dict[str, tuple[str, ...]] = {str(each.symbol): each.names for each in well_known()}
    for symbol, nicknames in NICKNAMES.items():
        named[symbol] = (*named.get(symbol, ()), *nicknames)
    return named


@cache
def short_name(name: str) -> str:
    """`Apple Inc.` is called Apple."""
    return _COMPANY.sub("", name).strip()
