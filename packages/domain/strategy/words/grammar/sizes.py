"""How much is bought: shares of the equity, amounts, numbers of shares and risks."""

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Directive
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.grammar.quantities import Percent, plain
from packages.domain.strategy.words.lexing.tokens import Tag

_SMALLEST_BARE_CASH = 500
_SMALLEST_LONE_CASH = 5000


def size_of(found: Found, context: SentenceContext) -> Directive | None:
    percent: Percent | None = found.one(Tag.PERCENT)
    portion = found.one(Tag.PORTION) or found.one(Tag.FRACTION)
    value = percent.value if percent is not None else portion
    if value is None or not 0 < value <= 1 or (percent is not None and percent.sign):
        return None
    other = (Tag.RISK, Tag.LOSS, Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.GAIN, Tag.PEAK)
    if any(token is not None and token.kind in other for token in (found.before, found.after)):
        return None
    return Directive("size", {"mode": "pct_equity", "pct": _rounded(value)})


def part_of_equity(found: Found, context: SentenceContext) -> Directive | None:
    """`Equity fraction 0.3`."""
    part = found.one(Tag.NUMBER)
    if not 0 < part < 1 or found.follows("PERCENT_SIGN | TIMES | SHARES | SYMBOL | TIME_UNIT"):
        return None
    return Directive("size", {"mode": "pct_equity", "pct": _rounded(part)})


def share_of(found: Found, context: SentenceContext) -> Directive | None:
    """2% per trade is a size, unless it is said of a risk or a loss."""
    before = found.before
    is_other = before is not None and before.kind not in (
        Tag.COMMA,
        Tag.BREAK,
        Tag.ACTION,
        Tag.AND,
        Tag.WHEN,
        Tag.SIZE,
    )
    return None if is_other else size_of(found, context)


def _rounded(value: float) -> int | float:
    return plain(round(value, 4))


def risk_of(found: Found, context: SentenceContext) -> Directive | None:
    percent: Percent = found.one(Tag.PERCENT)
    is_ours = percent.sign <= 0 and 0 < percent.value <= 1
    return Directive("size", {"mode": "risk_per_trade", "pct": plain(percent.value)}) if is_ours else None


def cash_of(found: Found, context: SentenceContext) -> Directive | None:
    value = found.one(Tag.MONEY)
    if value is None:
        value = found.one(Tag.NUMBER)
        if value is None or value < _SMALLEST_BARE_CASH:
            return None
    return Directive("size", {"mode": "fixed_cash", "cash": plain(value)})


def bare_cash(found: Found, context: SentenceContext) -> Directive | None:
    """拿两万买, `buy MSFT with 5k when …`: an amount without its currency beside the word for buying."""
    buys = found.after is not None and found.after.kind is Tag.ACTION and found.after.value in ("buy", "short")
    before = found.before
    heads = before is None or before.kind in (Tag.COMMA, Tag.BREAK, Tag.PER_TRADE)
    bought = found.has(Tag.AND) and before is not None and before.kind in (Tag.SYMBOL, Tag.ACTION)
    takes = found.has(Tag.HOLD) or found.has(Tag.SIZE)
    buys = buys or (found.has(Tag.SIZE) and (heads or before is not None) and found.follows("SYMBOL WHEN"))
    return cash_of(found, context) if bought or ((heads or takes) and buys) else None


def lone_cash(found: Found, context: SentenceContext) -> Directive | None:
    """`Ten grand.`: an amount that stands by itself is what is put in."""
    before = found.before
    stands = before is None or before.kind in (Tag.COMMA, Tag.BREAK)
    is_large = found.has(Tag.MONEY) or found.one(Tag.NUMBER) >= _SMALLEST_LONE_CASH
    if found.others(Tag.PER_TRADE):
        return None  # 手里5万块，每次买1万
    return cash_of(found, context) if stands and is_large and context.may_be_price else None


def put_in_first(found: Found, context: SentenceContext) -> Directive | None:
    """拿五千块，…就买: said before anything else."""
    return cash_of(found, context) if found.before is None else None


def put_in(found: Found, context: SentenceContext) -> Directive | None:
    """每次投5万, `put 5 grand in`: an amount without its currency after the word for putting in."""
    number = found.one(Tag.NUMBER)
    holds = found.has(Tag.HOLD) and not (found.has(Tag.PER_TRADE) and number >= _SMALLEST_LONE_CASH)
    return None if holds or found.follows("SHARES | TIME_UNIT") else cash_of(found, context)


def with_cash(found: Found, context: SentenceContext) -> Directive | None:
    """`Buy with $5000`."""
    before = found.before
    fits = before is None or before.kind in (Tag.COMMA, Tag.BREAK, Tag.ACTION, Tag.SYMBOL)
    return cash_of(found, context) if fits else None


def worth_of(found: Found, context: SentenceContext) -> Directive | None:
    """`Buy 2k worth`."""
    before = found.before
    bought = before is not None and before.kind is Tag.ACTION and before.value in ("buy", "short")
    return cash_of(found, context) if bought else None


def each_for(found: Found, context: SentenceContext) -> Directive | None:
    """每次买1万."""
    before = found.before
    bought = before is not None and before.kind is Tag.ACTION and before.value in ("buy", "short")
    each = found.further is not None and found.further.kind is Tag.PER_TRADE
    return cash_of(found, context) if bought and each else None


def bare_count(found: Found, context: SentenceContext) -> Directive | None:
    """`Buy 1 BTC`."""
    before, count = found.before, found.one(Tag.NUMBER)
    bought = before is not None and before.kind is Tag.ACTION and before.value in ("buy", "short")
    bought = bought or found.has(Tag.SIZE)
    return Directive("size", {"mode": "fixed_qty", "qty": plain(count)}) if bought and 0 < count <= 10_000 else None


def shares_of(found: Found, context: SentenceContext) -> Directive | None:
    shorts = found.before is not None and found.before.kind is Tag.ACTION and found.before.value == "short"
    if (context.trades_every_day or shorts) and found.all(Tag.SHARES)[-1] != 1:
        return None  # a lot of a hundred is of shares that are bought, not of coins or futures
    value = found.all(Tag.NUMBER)[-1] * found.all(Tag.SHARES)[-1]
    return Directive("size", {"mode": "fixed_qty", "qty": plain(value)})


def volatility_of(found: Found, context: SentenceContext) -> Directive | None:
    percent: Percent = found.one(Tag.PERCENT)
    fits = percent.sign >= 0 and 0 < percent.value <= 5
    return Directive("size", {"mode": "vol_target", "target": plain(percent.value)}) if fits else None


def bought_for(found: Found, context: SentenceContext) -> Directive | None:
    """An amount right after the word for buying, as in `buy $1000 of it`."""
    before = found.before
    is_bought = before is not None and before.kind is Tag.ACTION and before.value in ("buy", "short")
    is_bought = is_bought or found.follows("SYMBOL") or found.preceded_by(Tag.ACTION, Tag.SYMBOL)
    return cash_of(found, context) if is_bought or found.has(Tag.SIZE) or found.has(Tag.PER_TRADE) else None


def bought_share(found: Found, context: SentenceContext) -> Directive | None:
    """就买两成: a share right after the word for buying."""
    before = found.before
    is_bought = before is not None and before.kind is Tag.ACTION and before.value in ("buy", "short")
    ends = found.after is None or found.follows("COMMA | BREAK | AND | OR | SYMBOL | ACTION | WHEN | CLOSE")
    return size_of(found, context) if is_bought and ends else None


def bought_with_half(found: Found, context: SentenceContext) -> Directive | None:
    """`Go long with half`."""
    before = found.before
    is_bought = before is not None and before.kind is Tag.ACTION and before.value in ("buy", "short")
    return size_of(found, context) if is_bought else None


def put_in_share(found: Found, context: SentenceContext) -> Directive | None:
    """`15% in PLTR when …`, at the beginning of a sentence."""
    begins = found.before is None or found.before.kind in (Tag.BREAK, Tag.BULLET)
    return size_of(found, context) if begins else None
