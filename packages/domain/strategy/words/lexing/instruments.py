"""Which instrument a word of a sentence names, for callers that have no list of their own."""

import re
from functools import cache

from packages.domain.market_data.company_names import without_legal_form
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import PERPETUAL, Market, Symbol, parse_symbol
from packages.domain.market_data.well_known import well_known

_CODE = re.compile(
    r"[A-Z]{2,5}|DEMO\d{1,2}|[A-Z0-9]{1,10}[.\-/=^][A-Z0-9]{1,5}|(?:00|30|60|68)\d{4}|(?:SH|SZ|sh|sz)\d{6}|0\d{4}"
)

# What coins are quoted in.
_QUOTES = frozenset(
    {
        "USD", "USDT", "USDC", "BUSD", "FDUSD", "TUSD", "DAI", "BTC", "XBT", "ETH", "BNB", "SOL", "EUR", "GBP", "JPY",
        "AUD", "CAD", "CHF", "KRW", "TRY", "BRL", "CNY", "HKD", "SGD",
    }
)  # fmt: skip
# Abbreviations of the trade that are written like codes.
_TERMS = frozenset(
    {
        "DMI", "NATR", "WR", "PSY", "VR", "DMA", "EXPMA", "ASI", "EMV", "BRAR", "CYC", "MTM", "DPO", "VROC", "UOS",
        "HMA", "LWR", "BBI", "PVT", "BBW", "ATH", "ATL", "TP", "SL", "RR", "DCA", "OCO", "PNL", "HTF", "LTF", "EOD",
        "IV", "HV", "ROE", "PE", "PB", "PEG", "FVG", "BOS", "OB", "ORB", "NR", "LONG", "SHORT", "BUY", "SELL",
    }
)  # fmt: skip


def known_symbol(name: str) -> str | None:
    """The symbol of a well-known name or of a code in capitals; None for a word that is neither, or that may be two."""
    bare = name.strip().removeprefix("$")
    symbol = _names().get(bare.casefold())
    if symbol is not None or bare.casefold() in _names():
        return symbol
    if bare in _TERMS and not name.startswith("$"):
        return None
    if not _CODE.fullmatch(bare if not name.startswith("$") else bare.upper()):
        return None
    try:
        found = parse_symbol(bare)
    except BadSymbol:
        return None
    return found.text if _is_priced_in_money(found) else None


def _is_priced_in_money(symbol: Symbol) -> bool:
    """AAPL/MSFT are two shares, and no coin that is quoted in another."""
    _, mark, quote = symbol.text.removesuffix(PERPETUAL).partition("-")
    return symbol.market is not Market.CRYPTO or not mark or quote in _QUOTES


def may_stand_alone(symbol: str) -> bool:
    """Whether a symbol that is all of what was said means the instrument: of letters alone it has to be a known one,
    since LGTM and WTF are written in capitals as well."""
    return not symbol.isalpha() or symbol.casefold() in _names()


@cache
def _names() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for one in well_known():
        code = {one.code} if not one.code.isdigit() else set()
        for name in {*one.names, *(without_legal_form(each) for each in one.names), *code}:
            key = name.casefold()
            found[key] = one.symbol.text if found.get(key, one.symbol.text) == one.symbol.text else None
    return found
