"""Events by which people date when they began, kept as data (`market_events.tsv`): the month, and the words for it."""

import re
from datetime import date
from functools import cache
from importlib import resources

_LEADING = re.compile(r"^(?:the|when|that|a) ")


@cache
def market_events() -> tuple[tuple[re.Pattern[str], date], ...]:
    """A pattern for all the words of a month, the longest first, with the middle of that month."""
    words: dict[str, list[str]] = {}
    for line in resources.files(__package__).joinpath("market_events.tsv").read_text("utf-8").splitlines():
        month, name = line.split("\t")
        words.setdefault(month, []).append(_bounded(_LEADING.sub("", name.casefold())))
    return tuple(
        (re.compile("|".join(sorted(names, key=len, reverse=True))), date(int(month[:4]), int(month[5:]), 15))
        for month, names in sorted(words.items())
    )


def _bounded(name: str) -> str:
    """Latin words and numbers stand by themselves, Chinese ones anywhere."""
    before = r"(?<![a-z0-9])" if name[0].isascii() else ""
    after = r"(?![a-z0-9])" if name[-1].isascii() else ""
    return f"{before}{re.escape(name)}{after}"
