"""How near a line the price is, said before the number: 距离20日均线不到1% is within one percent of it."""

from packages.domain.evidence.patterns import lazy_pattern

_NEAR = lazy_pattern(r"((?:距离?|离)[^,，。;；\n]{1,16}?)(?:不到|不足)(\s*\d+(?:\.\d+)?\s*%)")


def with_nearness_last(text: str) -> str:
    """The same text with 1%以内 for 不到1%, which is as long, so that every place stays where it was."""
    return _NEAR.sub(r"\1\2以内", text)
