"""Other ways of saying what the grammar knows how to read, put plainly where they were not read as they stand."""

import re
from collections.abc import Iterable, Iterator, Sequence

from packages.domain.strategy.words.completing.placed import Rewording, TextPiece

_LENGTHS = r"(?:5|8|9|10|13|20|21|30|34|50|55|60|89|90|100|120|150|200|250)"
_TWO = "RSI|KDJ|MACD|CCI|MFI|KD|stochastic"
_ALL, _STATES = "(?:都|均|同时|一起)", "超卖|超买|金叉|死叉"
_BARE = r"(?![\d.%-]| ?-?(?:day|week|bar|period|[se]?ma))"
_LEAVES = r"(?=[^,，。.;；]{0,40}(?:sell|exit|out|close|gone|卖|出|走|平|清|离场))"

_PAUSES = ",，。;；!！?？\n"

PARAPHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        # Under a line and over it again is a crossing of it.
        (
            r"(?:跌破|跌穿|跌到|跌至|下穿|击穿)(?P<a>[^,，。;；]{2,14}?)(?:以下|下方|之下)?(?:之后|后|了|并|再|，|,){0,3}"
            r"(?:又|再|重新|再次){1,2}(?:站上|站回|站稳|涨回|升回|回到|收回|突破|上穿)(?:来|了|到){0,2}(?:(?P=a)|它)?"
            r"(?:以上|上方|之上|上面)?",
            "上穿{a}",
        ),
        (
            r"(?:falls?|drops?|dips?|goes|closes?|crosses|has been|was) (?:below|under) (?P<a>[^,.;]{2,30}?),? "
            r"(?:and then|then|and) (?:\w+ )?(?:back )?(?:above|over)(?: it| (?P=a))?(?= |,|$)",
            "crosses above {a}",
        ),
        # The first of its kind is the one that ends a trade, for there is no other before it.
        (rf"\bfirst (?=(?:up|down|green|red|higher|lower|close)\b){_LEAVES}", ""),
        (rf"(?:第一次|首次|第一根|首根){_LEAVES}", ""),
        (r"\bup close\b", "higher close"),
        (r"\b(?:green|up) (?:day|bar|candle)\b", "close above the open"),
        (r"\b(?:red|down) (?:day|bar|candle)\b", "close below the open"),
        (r"\bhigher close\b", "close above yesterday's close"),
        (r"\blower close\b", "close below yesterday's close"),
        # Times to leave.
        (
            r"第(?P<a>[0-9一二三四五六七八九十两]+)(?:天|个交易日|日)(?:收盘)?(?:时)?(?:不管盈亏|无条件)?(?=卖|走|出|平|清)",
            "{a}天后",
        ),
        (r"(?:次日|隔天|隔日|第二天)(?:收盘|开盘|尾盘)(?=卖|走|出|平|清)", "次日"),
        (r"\b(?:at|on) (?:the )?(?:close|end) of (?:the )?(?P<a>\d+)(?:st|nd|rd|th) (?:day|bar)", "after {a} days"),
        (r"\bend of (?:the )?(?P<a>\d+)(?:st|nd|rd|th) (?:day|bar)", "after {a} days"),
        # The same of two.
        (rf"(?P<a>{_TWO})(?:和|与|跟|、)(?P<b>{_TWO}){_ALL}(?P<c>{_STATES})", "{a}{c}且{b}{C}"),
        (
            rf"\b(?P<a>{_TWO}) and (?P<b>{_TWO}) (?:are )?both (?P<c>oversold|overbought)",
            "{a} {c} and {b} {C}",
        ),
        # Words that say the same once more.
        (r"(?<=%) at the open\b", ""),
        (r"(?<=买)(?:回来|回)", ""),
        (r"(?P<a>均量)(?P<b>[0-9.一二两三四五六七八九十]+)倍", "{a}的{b}倍"),
        (r"(?:突破|放大到|达到)(?=[0-9一二三四五六十]+日均量)", "超过"),
        (r"(?P<a>[0-9.]+)(?:元|块)以下(?=不买|不碰|不做|不进)", "价格低于{a}元"),
        (r"(?P<a>[0-9.]+)(?:元|块)以上(?=不买|不碰|不做|不进)", "价格高于{a}元"),
        (
            r"(?P<a>\bATR|ATR\(\d+\))(?: is)? (?:under|below|less than) (?P<b>[\d.]+)% of (?:the )?price",
            "ATR percent under {b}",
        ),
        (r"ATR(?:\(14\))?/(?:价格|收盘价|股价)(?:小于|低于)(?P<b>[\d.]+)%", "ATR percent低于{b}"),
        (r"\bthe touch of\b", "a touch of"),
        (r"\bsell (?P<a>[\d.]+)% higher\b", "sell at +{a}%"),
        (
            r"\bbuy (?P<a>[\d.]+) (?=(?:BTC|ETH|SOL|DOGE|XRP|BNB|LTC|ADA|DOT|LINK|bitcoin|ether)\b)",
            "buy {a} shares of ",
        ),
    )
)


# Lines by their length alone, where nothing is spoken of that has levels of its own.
_LEVELS = re.compile(r"\b(?:rsi|mfi|adx|cci|kdj|k|d|j|stoch\w*|williams|%r|roc|momentum|vix)\b", re.IGNORECASE)
LINES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), plain)
    for pattern, plain in (
        (
            rf"(?P<a>above|over|below|under) the (?P<b>{_LENGTHS}) and (?:the )?(?P<c>{_LENGTHS}){_BARE}",
            "{a} the {b}-bar average and the {c}-bar average",
        ),
        (
            rf"(?P<a>above|over|below|under) the (?P<b>{_LENGTHS}){_BARE}",
            "{a} the {b}-bar average",
        ),
    )
)


def put_plainly(text: str, unread: Sequence[tuple[int, int]]) -> Rewording | None:
    """The text with what was not read said in plainer words; None where none of it has any."""
    pieces: list[TextPiece] = []
    last, changed = 0, False
    for begin, finish in unread:
        if begin < last:
            continue
        start, end = _clause_around(text, begin, finish)
        start = max(start, last)
        pieces.append(TextPiece(text[last:start], last))
        of_levels = _LEVELS.search(text, start, end) is not None
        own = list(_plain([TextPiece(text[start:end], start)], of_levels))
        changed = changed or len(own) > 1 or own[0].start is None
        pieces.extend(own)
        last = end
    pieces.append(TextPiece(text[last:], last))
    return Rewording(pieces) if changed else None


def _clause_around(text: str, start: int, end: int) -> tuple[int, int]:
    while start and text[start - 1] not in _PAUSES:
        start -= 1
    while end < len(text) and text[end] not in _PAUSES:
        end += 1
    return start, end


def _plain(pieces: Iterable[TextPiece], of_levels: bool) -> Iterable[TextPiece]:
    for pattern, plain in (*PARAPHRASES, *(() if of_levels else LINES)):
        pieces = [part for piece in pieces for part in _put(piece, pattern, plain)]
    return pieces


def _put(piece: TextPiece, pattern: re.Pattern[str], plain: str) -> Iterator[TextPiece]:
    """The person's own words that the plain ones keep stay where they are; in capitals they are said once more."""
    match = pattern.search(piece.text) if piece.start is not None else None
    if match is None or piece.start is None:
        yield piece
        return
    yield TextPiece(piece.text[: match.start()], piece.start)
    said = (piece.start + match.start(), piece.start + match.end())
    for number, part in enumerate(re.split(r"\{(\w)\}", plain)):
        if number % 2 and part.islower():
            yield TextPiece(match[part], piece.start + match.start(part))
        else:
            yield TextPiece(match[part.lower()] if number % 2 else part, None, said)
    yield TextPiece(piece.text[match.end() :], piece.start + match.end())
