"""Words of the trade with one letter wrong: `crosess`, `bolinger`, `stochastc`."""

from functools import cache

_WORDS = frozenset(
    {
        "crosses", "crossed", "crossing", "crossover", "average", "averages", "moving", "bollinger", "stochastic",
        "supertrend", "donchian", "keltner", "exponential", "histogram", "oversold", "overbought", "breakout",
        "trailing", "percent", "volume", "signal", "positive", "negative", "consecutive", "minutes", "hourly", "weekly",
        "position", "capital", "account", "equity", "portfolio", "profit", "highest", "lowest", "candle", "candles",
        "whenever", "between", "threshold", "period", "multiple", "williams",
    }
)  # fmt: skip
_SHORTEST = 6
# Of these only a letter that is missing, too many or in the wrong place is mended: `whne`, `abov`, `blow`.
_SHORT_WORDS = ("when", "price", "above", "below", "drops", "sell", "enter", "under", "close")
_FEWEST = 4


@cache
def spelt(word: str) -> str:
    """The word that is meant, where only one is a letter away; else the word itself."""
    if _FEWEST <= len(word) < _SHORTEST and word.isascii() and word.isalpha():
        close = [known for known in _SHORT_WORDS if known[0] == word[0] and _is_slip(word, known)]
        return close[0] if len(close) == 1 else word
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()) or word in _WORDS:
        return word
    near = [known for known in _WORDS if known[0] == word[0] and _is_near(word, known)]
    return near[0] if len(near) == 1 else word


def _is_slip(one: str, other: str) -> bool:
    """The same letters in another order, or all but one of them."""
    return _is_near(one, other) and (len(one) != len(other) or sorted(one) == sorted(other))


def _is_near(one: str, other: str) -> bool:
    """A letter too many or too few, another letter, or two neighbours that changed places."""
    if abs(len(one) - len(other)) > 1:
        return False
    pairs = enumerate(zip(one, other, strict=False))
    start = next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))
    rest, wanted = one[start:], other[start:]
    if len(one) == len(other):
        return rest[1:] == wanted[1:] or (rest[2:] == wanted[2:] and rest[:2] == wanted[:2][::-1])
    return rest[1:] == wanted if len(one) > len(other) else rest == wanted[1:]
