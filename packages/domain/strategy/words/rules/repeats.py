"""Conditions that say the same twice: by the usual level and by one that is named, or with and without the level."""

from packages.domain.strategy.words.grammar.meanings import Meant


def without_repeats(found: list[Meant]) -> list[Meant]:
    """Each once, as it was said most exactly."""
    named = [each for each in found if not _is_said_with_level(each, found)]
    return [each for place, each in enumerate(named) if not any(_is_same(each, other) for other in named[:place])]


def _is_same(one: Meant, other: Meant) -> bool:
    """跌破60日线10%（即低于60日线的九成）: said twice, whether or not the level itself is part of it."""
    sides = [each.json.get("cmp") for each in (one, other)]
    if not all(isinstance(each, dict) for each in sides):
        return False
    ways = [{**each, "op": str(each["op"])[:2]} for each in sides if isinstance(each, dict)]
    return ways[0] == ways[1]


def _is_said_with_level(meant: Meant, others: list[Meant]) -> bool:
    """`Oversold, say RSI under 25`: the usual level gives way to the one that is named."""
    if not any(each.code == "level" for each in meant.assumed) or "cmp" not in meant.json:
        return False
    body = meant.json["cmp"]
    return any(
        isinstance(other := each.json.get("cmp"), dict)
        and isinstance(body, dict)
        and (other["left"], other["op"]) == (body["left"], body["op"])
        and not any(each_assumed.code == "level" for each_assumed in each.assumed)
        for each in others
        if each is not meant
    )
