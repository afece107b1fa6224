"""A number that a person takes back at once: `above the 20-week… sorry, 140-day average`."""

from packages.domain.strategy.words.lexing.tokens import Tag, Token

_OF_NUMBERS = (Tag.NUMBER, Tag.DURATION, Tag.TIME_UNIT, Tag.PERCENT_SIGN, Tag.TIMES, Tag.DAY_LINE)
_OF_LINES = (Tag.INDICATOR, Tag.AVERAGE, Tag.LINE)
_COUNTS = (Tag.NUMBER, Tag.DURATION)
_LABELS = (Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.SIZE)
_PAUSES = (Tag.COMMA, Tag.BREAK)


def with_last_numbers(tokens: list[Token]) -> list[Token]:
    """Without a number and what is said of it, where the corrected one stands right after the correction."""
    kept = list(tokens)
    for mark in [token for token in tokens if token.kind is Tag.CORRECTION]:
        if mark not in kept:
            continue
        place = kept.index(mark)
        before, after = _run_before(kept, place), _run_after(kept, place)
        if before is not None and after is not None:
            labels = [token for token in kept[before:place] if token.kind in _LABELS]
            kept = [*kept[:before], *labels, *kept[after:]]
    return kept


def _run_before(tokens: list[Token], place: int) -> int | None:
    """Where the number right before it begins."""
    at = place
    while at and tokens[at - 1].kind in (*_PAUSES, *_LABELS):
        at -= 1
    start = at
    while start and tokens[start - 1].kind in (*_OF_NUMBERS, *_OF_LINES):
        start -= 1
    return start if start < at and tokens[start].kind in _COUNTS and _counts(tokens[start:at]) else None


def _run_after(tokens: list[Token], place: int) -> int | None:
    """Where the number right after it begins."""
    at = place + 1
    while at < len(tokens) and tokens[at].kind in (*_PAUSES, Tag.CORRECTION, Tag.ONLY, Tag.NOT):
        at += 1
    return at if at < len(tokens) and tokens[at].kind in _COUNTS else None


def _counts(run: list[Token]) -> bool:
    return sum(token.kind in _COUNTS for token in run) == 1
