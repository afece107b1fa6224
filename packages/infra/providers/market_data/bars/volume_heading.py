"""The unit that the heading of a volume names, in brackets or after the word: `Volume (000s)`, `Volume in thousands`,
`成交量 万股`."""

import re

_SPELT: dict[str, tuple[str, ...]] = {
    "lots": ("手", "lots", "lot", "百股"),
    "shares": ("股", "株", "shares", "share", "units"),
    "10k_shares": ("万", "万股", "万株"),
    "10k_lots": ("万手",),
    "thousands": ("k", "000", "000s", "thousand", "thousands", "thsd", "tsd", "milliers", "千", "千股", "千株"),
    "millions": ("m", "mm", "mn", "mln", "mil", "mio", "million", "millions", "百万", "百万股", "百万株"),
    "100_millions": ("亿", "亿股"),
    "billions": ("b", "bn", "bln", "billion", "billions", "milliards", "十亿", "十亿股"),
}  # fmt: skip
_UNITS = {spelling: unit for unit, spellings in _SPELT.items() for spelling in spellings}
_BRACKETS = re.compile(r"[(（\[]\s*(.+?)\s*[)）\]]")
_BARE = re.compile(
    r"(?:vol(?:umes?)?|trading volume|成交量|交易量|出来高|売買高)(?![a-z])[\s._:：/,，-]*(.+)", re.IGNORECASE
)
_FILLERS = re.compile(r"\b(in|of|en|traded)\b|单位|単位|[\s'’.,:：]", re.IGNORECASE)


def unit_in_heading(heading: str) -> str | None:
    """None where it names none that is known."""
    plain = heading.strip().strip('"')
    if plain in ("总手", "手数"):
        return "lots"
    found = _BRACKETS.search(plain)
    return _unit(found[1]) if found else unit_after_volume(plain)


def unit_after_volume(heading: str) -> str | None:
    """Of a heading that is nothing but a volume and its unit, without brackets."""
    found = _BARE.fullmatch(heading.strip().strip('"'))
    return _unit(found[1]) if found else None


def _unit(text: str) -> str | None:
    word = _FILLERS.sub("", text.lower().replace("_", " "))
    return _UNITS.get(word) or _UNITS.get(word.removesuffix("shares"))
