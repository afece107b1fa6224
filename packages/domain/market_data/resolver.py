"""Which instrument a text means: exactly one, several to choose from, or none with a reason and the nearest names.

A text that names its exchange (`VOD.L`, `LSE:VOD`, `700 HK`) means that one. A bare code or a name means every
instrument that goes by it; where that is more than one, the person is asked. Nothing is ever guessed.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache, partial
from typing import TypeAlias

from packages.core.messages import Message, message
from packages.domain.market_data.company_names import without_legal_form
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol, rightly_placed
from packages.domain.market_data.well_known import NamedInstrument, well_known

_MOST = 8
_NEAR = 0.72
# How other platforms name an exchange, before a colon or after a space; an empty suffix is the US.
_PLACES = {
    "NASDAQ": "", "NYSE": "", "AMEX": "", "NYSEARCA": "", "US": "", "UW": "", "UN": "",
    "SHSE": "SH", "SSE": "SH", "SHA": "SH", "SH": "SH", "CH": "", "SZSE": "SZ", "SHE": "SZ", "SZ": "SZ", "BSE": "",
    "HKEX": "HK", "HKG": "HK", "HK": "HK", "SEHK": "HK", "TYO": "T", "TSE": "T", "JP": "T", "JT": "T",
    "LSE": "L", "LON": "L", "LN": "L", "XETR": "DE", "XETRA": "DE", "ETR": "DE", "GY": "DE", "GR": "DE",
    "EPA": "PA", "FP": "PA", "AMS": "AS", "NA": "AS", "BIT": "MI", "IM": "MI", "BME": "MC", "SM": "MC",
    "SWX": "SW", "SIX": "SW", "SE": "SW", "VX": "SW", "NSE": "NS", "IN": "NS", "BOM": "BO",
}  # fmt: skip
_AMBIGUOUS_PLACES = frozenset({"CH", "BSE"})  # China or Switzerland, Bombay or Beijing: no exchange at all
_PREFIXED = re.compile(r"([A-Z]{2,8}):\s*([A-Z0-9.&-]{1,20})")
_SPACED = re.compile(r"([A-Z0-9&/-]{1,20}) ([A-Z]{2})(?: EQUITY)?")
_PAIR = re.compile(r"[A-Z0-9]{2,10}[-/](?:USD[TC]?|EUR|GBP|JPY|CNY|BTC|ETH)")  # `Coca-Cola` is none
_MARKED = re.compile(r"[.^=]|^(?:SH|SZ|BJ)\d{6}$")
# What follows or precedes the name of a company, in Chinese and Japanese; `控股` may be part of it.
_CORPORATE = re.compile(
    r"^株式会社|(?:股份有限公司|有限责任公司|有限公司|股份公司|集团公司|公司|株式会社|股票|股份|の株)$"
)
_LOOSE = re.compile(r"(?:控股|集团|股份|グループ)$")


@dataclass(frozen=True, slots=True)
class Resolved:
    """Exactly one; `instrument` without a name is known by its shape alone, and may not exist."""

    instrument: NamedInstrument

    @property
    def symbol(self) -> Symbol:
        return self.instrument.symbol


@dataclass(frozen=True, slots=True)
class SeveralMeant:
    """The person has to say which; at least two, best known first."""

    candidates: tuple[NamedInstrument, ...]


@dataclass(frozen=True, slots=True)
class NoneMeant:
    """Why it is none, and what is spelt nearly so, which is looked for on use: it is compared with every name."""

    reason: Message
    look_near: Callable[[], tuple[NamedInstrument, ...]]

    @property
    def nearest(self) -> tuple[NamedInstrument, ...]:
        return self.look_near()


Resolution: TypeAlias = Resolved | SeveralMeant | NoneMeant


def resolve(text: str, stored: Sequence[NamedInstrument] = ()) -> Resolution:
    """`stored`: what the desk has data of, known by its names as the well-known ones are."""
    typed = unicodedata.normalize("NFKC", text).strip().removeprefix("$").strip()
    known = _merged((*well_known(), *stored)) if stored else well_known()
    if len(typed) > 60 or not typed:
        return NoneMeant(message("market_data.bad_symbol", text=typed[:40]), tuple)
    found = _marked(typed.upper(), known)
    if found is not None:
        return found
    meant = _merged([*_by_code(typed.upper(), known), *_by_name(typed, known), *_by_shape(typed, known)])
    if len(meant) > 1:
        return SeveralMeant(tuple(meant[:_MOST]))
    if meant:
        return Resolved(meant[0])
    return NoneMeant(message("market_data.nothing_named", text=typed[:40]), partial(nearest, typed, known))


def nearest(text: str, known: Iterable[NamedInstrument] | None = None, most: int = 3) -> tuple[NamedInstrument, ...]:
    """Instruments whose code or name is spelt nearly so or contains the text, the nearest first."""
    wanted = text.casefold()
    among = well_known() if known is None else known
    scored = [(max(_likeness(wanted, each) for each in _spellings(one)), one) for one in among]
    close = [pair for pair in scored if pair[0] >= _NEAR]
    return tuple(one for _, one in sorted(close, key=lambda pair: -pair[0])[:most])


def _merged(instruments: Iterable[NamedInstrument]) -> list[NamedInstrument]:
    """Each symbol once, with the first names given."""
    found: dict[Symbol, NamedInstrument] = {}
    for one in instruments:
        if one.symbol not in found or not found[one.symbol].names:
            found[one.symbol] = one
    return list(found.values())


def _marked(typed: str, known: Sequence[NamedInstrument]) -> Resolution | None:
    """Where the text itself says the exchange or the kind; None where it does not."""
    spelt = _respelt(typed)
    if spelt is None:
        return NoneMeant(message("market_data.ambiguous_place", text=typed[:40]), partial(nearest, typed, known))
    if spelt == typed and not _MARKED.search(typed) and not _PAIR.fullmatch(typed):
        return None
    try:
        symbol = parse_symbol(spelt)
    except BadSymbol as error:
        by_name = _by_name(typed, known)  # `Amazon.com` has a dot, too
        named = _merged(by_name)
        if len(named) == 1:
            return Resolved(named[0])
        return SeveralMeant(tuple(named)) if named else NoneMeant(error.said, partial(nearest, typed, known))
    return _placed(symbol, known)


def _placed(symbol: Symbol, known: Sequence[NamedInstrument]) -> Resolution:
    """A code at an exchange that does not give it out is asked about, unless such an instrument is stored."""
    right = rightly_placed(symbol)
    if right == symbol or any(one.symbol == symbol for one in known):
        return Resolved(_named(symbol, known))
    return NoneMeant(message("market_data.misplaced_code", text=symbol, symbol=right), lambda: (_named(right, known),))


def _respelt(typed: str) -> str | None:
    """`LSE:VOD`, `VOD LN` and `AAPL.US` in our spelling; the same text where it has none; None for a place that may
    be two."""
    code, place = typed, None
    if match := _PREFIXED.fullmatch(typed):
        place, code = match[1], match[2]
    elif (match := _SPACED.fullmatch(typed)) and match[2] in _PLACES:
        code, place = match[1], match[2]
    elif typed.endswith(".US"):
        code, place = typed.removesuffix(".US"), "US"
    if place in _AMBIGUOUS_PLACES:
        return None
    if place is None or place not in _PLACES:
        return typed
    suffix = f".{_PLACES[place]}" if _PLACES[place] else ""
    return code.replace("/", "-").removesuffix(suffix) + suffix


def _named(symbol: Symbol, known: Sequence[NamedInstrument]) -> NamedInstrument:
    return next((one for one in known if one.symbol == symbol), NamedInstrument(symbol))


def _by_code(typed: str, known: Sequence[NamedInstrument]) -> Iterator[NamedInstrument]:
    """Every listing whose code this is: `VOD` is one in New York and one in London."""
    padded = typed.rjust(4, "0") if typed.isdigit() and len(typed) < 4 else typed
    codes = {typed, padded} | ({typed[1:]} if re.fullmatch(r"0\d{4}", typed) else set())
    return (one for one in known if one.code in codes)


def _by_name(typed: str, known: Sequence[NamedInstrument]) -> list[NamedInstrument]:
    wanted = _forms(typed)
    return [one for one in known if not wanted.isdisjoint(_names(one))]


@lru_cache(maxsize=20_000)
def _names(one: NamedInstrument) -> frozenset[str]:
    return frozenset(form for name in one.names for form in _forms(name))


def _forms(name: str) -> frozenset[str]:
    """`Apple Inc.` is called Apple; `Alphabet (A)` is called Alphabet only where an alias says so."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    bare = _CORPORATE.sub("", plain)
    return frozenset({plain, without_legal_form(plain), bare, _LOOSE.sub("", bare)} - {""})


def _by_shape(typed: str, known: Sequence[NamedInstrument]) -> Iterator[NamedInstrument]:
    """What a bare code can be by its form alone. Small letters that are a name are that name; capitals may be a
    ticker as well."""
    is_name = bool(_by_name(typed, known)) and not typed.isupper()
    if is_name and not any(one.code == typed.upper() for one in known):
        return
    for spelt in _shapes(typed.upper()):
        try:
            symbol = parse_symbol(spelt)
        except BadSymbol:
            continue
        if symbol.market is not Market.CRYPTO:
            yield _named(symbol, known)


def _shapes(typed: str) -> tuple[str, ...]:
    """Of four digits both Hong Kong and Tokyo give out codes; Tokyo's begin at 1300. One or two digits are short for a
    code of Hong Kong or of Shenzhen."""
    if re.fullmatch(r"\d{1,4}", typed):
        hong_kong = f"{typed.rjust(4, '0')}.HK"
        if len(typed) <= 2:
            return (hong_kong, f"{typed.rjust(6, '0')}.SZ")
        return (hong_kong, f"{typed}.T") if len(typed) == 4 and int(typed) >= 1300 else (hong_kong,)
    if re.fullmatch(r"5[0-68]\d{4}", typed):
        return (f"{typed}.SH",)
    if re.fullmatch(r"(?:1[568]|39)\d{4}", typed):
        return (f"{typed}.SZ",)
    return (typed,)


@lru_cache(maxsize=20_000)
def _spellings(one: NamedInstrument) -> tuple[str, ...]:
    return (one.symbol.text.casefold(), one.code.casefold(), *(name.casefold() for name in one.names))


def _likeness(wanted: str, spelling: str) -> float:
    if len(wanted) >= 2 and wanted in spelling and wanted in re.split(r"[\s()]+", spelling):
        return 0.95
    if len(wanted) >= 2 and not wanted.isascii() and wanted in spelling:
        return 0.9
    if len(spelling) >= 2 and not spelling.isascii() and spelling in wanted:
        return 0.8
    shorter, longer = sorted((len(wanted), len(spelling)))
    if 2 * shorter < _NEAR * (shorter + longer):  # cannot be near, and a matcher costs a hundred times as much
        return 0.0
    match = SequenceMatcher(None, wanted, spelling)
    return match.ratio() if match.quick_ratio() >= _NEAR else 0.0
