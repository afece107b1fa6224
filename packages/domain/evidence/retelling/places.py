"""Places in Chinese and English: a retelling may not move an event to another one."""

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from packages.domain.evidence.patterns import lazy_pattern

# By level, each place in Chinese and as English writes it; a slash parts spellings.
_PLACES = Path(__file__).parent / "places.json"
_EU = ("德国", "法国", "意大利", "西班牙", "荷兰", "瑞典", "丹麦", "波兰", "匈牙利", "爱尔兰", "希腊", "葡萄牙",
       "比利时", "奥地利", "捷克", "芬兰")  # fmt: skip
# A place inside of these is named by the wider one, and the other way round.
_WITHIN = {
    "欧洲": ("欧盟", "英国", "瑞士", "挪威", *_EU),
    "欧盟": ("欧洲", *_EU),
    "英国": ("威尔士", "苏格兰"),
    "北美": ("美国", "加拿大", "墨西哥"),
    "拉美": ("巴西", "墨西哥", "智利", "阿根廷", "秘鲁", "哥伦比亚"),
    "南美": ("巴西", "智利", "阿根廷", "秘鲁", "哥伦比亚"),
    "东南亚": ("越南", "泰国", "马来西亚", "印尼", "新加坡", "菲律宾"),
    "亚洲": ("中国", "日本", "韩国", "印度", "东南亚", "越南", "泰国", "马来西亚", "印尼", "新加坡", "菲律宾"),
}
Place = tuple[str, str]  # its level, and its Chinese name


@cache
def _table() -> tuple[Mapping[str, frozenset[Place]], re.Pattern[str]]:
    """Which places each spelling may mean, and the pattern that finds the spellings."""
    spellings: dict[str, set[Place]] = {}
    listed: dict[str, list[str]] = json.loads(_PLACES.read_text("utf-8"))
    for level, names in listed.items():
        for name in names:
            zh, _, english = name.partition(" ")
            for word in (zh, *english.split("/")):
                spellings.setdefault(word, set()).add((level, zh))
    longest = sorted(spellings, key=len, reverse=True)
    words = "|".join(rf"\b{re.escape(word)}(?![a-z])" if word.isascii() else word for word in longest)
    return {word: frozenset(found) for word, found in spellings.items()}, lazy_pattern(words, re.IGNORECASE)


@lru_cache(maxsize=256)
def _places_in(text: str) -> list[frozenset[Place]]:
    """Each place that is named, as the places that its spelling may stand for."""
    spellings, pattern = _table()
    return [spellings[match.group().lower()] for match in pattern.finditer(text)]


@lru_cache(maxsize=256)
def place_spans(text: str) -> list[tuple[int, int]]:
    _, pattern = _table()
    return [match.span() for match in pattern.finditer(text)]


def moved(text: str, document: str) -> bool:
    """Whether the text names a place that the document does not, while the document is at others of its level: a town
    may be named by its country."""
    documented = frozenset[Place]().union(*_places_in(document))
    names, levels = {name for _, name in documented}, {level for level, _ in documented}
    wider = {around for around, inner in _WITHIN.items() if names & frozenset(inner)}
    known = names | wider | {one for around in names for one in _WITHIN.get(around, ())}
    strange = [one for one in _places_in(text) if not any(name in known for _, name in one)]
    return any(level in levels for one in strange for level, _ in one)
