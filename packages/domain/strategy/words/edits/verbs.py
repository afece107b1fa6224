"""Words that are verbs in an edit though rules use them otherwise: `lower` at its head, `wider` after an amount."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.tokens import Tag, Token

# Words of conditions that are verbs at the head of an edit.
_AT_THE_HEAD = {
    "drop": (Tag.REMOVE, None),
    "lower": (Tag.SET, "less"),
    "lose": (Tag.REMOVE, None),
    "take out": (Tag.REMOVE, None),
    "get rid of": (Tag.REMOVE, None),
}
_AFTER_AN_AMOUNT = {
    **dict.fromkeys(("longer", "long", "larger", "large", "bigger", "big", "higher", "high", "more", "much"), "more"),
    **dict.fromkeys(("shorter", "smaller", "lower", "less", "fewer", "sooner"), "less"),
    **dict.fromkeys(("wider", "wide", "looser", "further", "farther"), "wider"),
    **dict.fromkeys(("tighter", "closer", "nearer", "narrower"), "tighter"),
}
_COMPARATIVES = frozenset(_AFTER_AN_AMOUNT) - {"long", "large", "big", "high", "much", "wide"}
_BEFORE_AN_AMOUNT = {
    **dict.fromkeys(("多", "高", "长", "加长", "扩大", "调多", "加多"), "more"),
    **dict.fromkeys(("少", "低", "短", "缩小", "缩减", "压缩", "调少", "减"), "less"),
    **dict.fromkeys(("宽", "加宽", "松", "放松", "扩宽"), "wider"),
    **dict.fromkeys(("紧", "缩紧", "窄"), "tighter"),
}
_AMOUNTS = (
    Tag.NUMBER, Tag.PERCENT_SIGN, Tag.TENTHS, Tag.POINTS, Tag.TIME_UNIT, Tag.MULTIPLE, Tag.FRACTION, Tag.TIMES,
)  # fmt: skip
_AMOUNT_NEXT = (Tag.NUMBER, Tag.PERCENT_OF, Tag.MULTIPLE, Tag.FRACTION, Tag.HOLD, Tag.MODIFIER)
_MEASURED = (Tag.SIZE, Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.HOLD, Tag.SETTING)
_SPENDING = frozenset({"投", "投入", "买", "买入", "放", "下", "开"})
_LONGEST = 2  # characters of a Chinese verb that the lexicon does not know


def as_verbs(text: str, words: list[Token]) -> list[Token]:
    """The words of an edit, without colons."""
    made: list[Token] = []
    place = 0
    while place < len(words):
        verb, taken = _verb(text, words, place, made)
        if verb is not None:
            made.append(verb)
        elif words[place].kind is not Tag.COLON:
            made.append(words[place])
        place += taken
    return made


def compares(quote: str) -> bool:
    """Whether words that were not read say more, less, wider: then a number beside them is no new value."""
    return any(each in _COMPARATIVES for each in quote.lower().split())


def _verb(text: str, words: list[Token], place: int, made: list[Token]) -> tuple[Token | None, int]:
    word = words[place]
    written = text[word.start : word.end].lower()
    head = _AT_THE_HEAD.get(written) if not made or made[-1].kind in (Tag.COMMA, Tag.AND, Tag.BREAK) else None
    if head is not None:
        return replace(word, kind=head[0], value=head[1]), 1
    if written in _AFTER_AN_AMOUNT and made and made[-1].kind in _AMOUNTS and _ends(words, place):
        return replace(word, kind=Tag.SET, value=_AFTER_AN_AMOUNT[written]), 1
    if written == "不动" and made and made[-1].kind in _MEASURED:
        return replace(word, kind=Tag.SAME, value=None), 1
    if written in ("少", "多") and _is_spent(text, words, place):
        return replace(word, kind=Tag.SET, value=_BEFORE_AN_AMOUNT[written]), 1
    if written in _SPENDING and made and text[made[-1].start : made[-1].end] in ("少", "多"):
        return replace(word, kind=Tag.SIZE, value=None), 1
    if written in ("加", "再加") and made and made[-1].kind in _MEASURED and _is_amount(words, place + 1):
        return replace(word, kind=Tag.SET, value="more"), 1
    for count in range(_LONGEST, 0, -1):
        last = place + count
        way = _BEFORE_AN_AMOUNT.get(text[word.start : words[min(last, len(words)) - 1].end])
        if way is not None and last < len(words) and words[last].kind in _AMOUNT_NEXT:
            is_free = all(each.kind in (Tag.UNKNOWN, Tag.ADD, Tag.MODIFIER) for each in words[place:last])
            return (replace(word, kind=Tag.SET, value=way, end=words[last - 1].end), count) if is_free else (None, 1)
    return None, 1


def _is_spent(text: str, words: list[Token], place: int) -> bool:
    """少投20%, 多买一成."""
    spends = text[words[place + 1].start : words[place + 1].end] in _SPENDING if place + 2 < len(words) else False
    return spends and words[place + 2].kind in _AMOUNT_NEXT


def _is_amount(words: list[Token], place: int) -> bool:
    """仓位加5%, but not 加20日均线过滤."""
    rest = [word.kind for word in words[place : place + 3]]
    return rest[:1] == [Tag.NUMBER] and rest[1:2] in ([], [Tag.PERCENT_SIGN], [Tag.TIME_UNIT]) and len(rest) < 3


def _ends(words: list[Token], place: int) -> bool:
    """`5 days longer`, but not `20 day high`: nothing but the thing itself comes after it."""
    after = words[place + 1].kind if place + 1 < len(words) else None
    return after in (None, Tag.COMMA, Tag.BREAK, Tag.AND, Tag.THEN, Tag.PER_TRADE)
