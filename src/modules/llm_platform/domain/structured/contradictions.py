"""Prose that says otherwise than the JSON beside it: a field's name near another choice or another number.

What the JSON states is collected by the names of its fields: numbers, and choices with their options.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise

from src.modules.llm_platform.domain.structured.shapes import Schema, branches, mapping, types_of
from src.modules.llm_platform.domain.structured.values import Json, JsonNumber, quoted


@dataclass(slots=True)
class StatedValue:
    """What is said under one name, wherever in the value it stands; a field left out says its default, or nothing."""

    is_number: bool = False
    numbers: set[float] = field(default_factory=set)
    choices: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)


def stated_by_name(value: Json, schema: Schema) -> dict[str, StatedValue]:
    """Only names under which a number, or a choice among options, is or could be."""
    stated: dict[str, StatedValue] = {}
    _collect(value, schema, schema, stated)
    return {name: said for name, said in stated.items() if said.is_number or said.options}


def _collect(value: Json, schema: Schema, root: Schema, stated: dict[str, StatedValue]) -> None:
    if isinstance(value, list):
        guides = [mapping(branch, "items") for branch in branches(schema, root) if "items" in branch]
        for element in value:
            for guide in guides:
                _collect(element, guide, root, stated)
    elif isinstance(value, dict):
        alternatives = list(branches(schema, root))
        for key, element in value.items():
            for guide in _guides(key, alternatives):
                _note(element, guide, root, stated.setdefault(key, StatedValue()))
                _collect(element, guide, root, stated)
        for key in {key for branch in alternatives for key in mapping(branch, "properties")} - value.keys():
            for guide in _guides(key, alternatives):
                _note(_default(guide), guide, root, stated.setdefault(key, StatedValue()))


def _guides(key: str, alternatives: Sequence[Schema]) -> list[Schema]:
    described = [mapping(branch, "properties").get(key) for branch in alternatives]
    return [guide for guide in described if isinstance(guide, Mapping)] or [{}]


def _default(guide: Schema) -> Json:
    match guide.get("default"):
        case (bool() | str()) as default:
            return default
        case (int() | float()) as default:
            return JsonNumber(repr(default))
        case _:
            return None


def _note(value: Json, schema: Schema, root: Schema, stated: StatedValue) -> None:
    types = {name for branch in branches(schema, root) for name in types_of(branch)}
    if isinstance(value, JsonNumber):
        stated.numbers.add(float(value.value))
    elif isinstance(value, bool):
        stated.choices.add(str(value).lower())
    elif isinstance(value, str):
        stated.choices.add(value)
    stated.is_number |= isinstance(value, JsonNumber) or not types.isdisjoint({"number", "integer"})
    stated.options.update(_options(schema, root), ("true", "false") if "boolean" in types else ())


def _options(schema: Schema, root: Schema) -> Iterator[str]:
    for branch in branches(schema, root):
        listed = branch.get("enum", [branch["const"]] if "const" in branch else [])
        if isinstance(listed, Sequence):
            yield from (option for option in listed if isinstance(option, str))


FIELD_WORDS: dict[str, tuple[str, ...]] = {
    "action": ("操作建议", "操作", "动作", "行动"),
    "confidence": ("置信度", "信心度", "信心", "把握"),
    "confidence_score": ("置信度", "信心度", "信心"),
    "direction": ("方向",),
    "financial_score": ("财务评分", "财务得分"),
    "impact": ("影响程度", "影响"),
    "position_percent": ("仓位",),
    "probability": ("概率", "可能性"),
    "rating": ("评级",),
    "recommendation": ("建议",),
    "risk_level": ("风险等级", "风险级别"),
    "score": ("评分", "得分"),
    "signal": ("信号",),
    "stance": ("立场",),
    "stop_loss": ("止损价", "止损位", "止损"),
    "strength": ("强度",),
    "take_profit": ("止盈价", "止盈位", "止盈"),
    "target_price": ("目标价",),
    "valuation_verdict": ("估值结论", "估值判断", "估值"),
    "verdict": ("裁决", "结论"),
    "winner": ("胜方", "胜者"),
}

CHOICE_WORDS: dict[str, tuple[str, ...]] = {
    "bear": ("空方",),
    "bearish": ("看空", "看跌", "偏空", "空头"),
    "bull": ("多方",),
    "bullish": ("看多", "看涨", "偏多", "多头"),
    "buy": ("买入", "买进"),
    "down": ("向下", "下跌"),
    "fair": ("合理", "公允"),
    "false": ("否", "no"),
    "favorable": ("有利",),
    "high": ("高",),
    "hold": ("持有", "观望"),
    "low": ("低",),
    "medium": ("中等", "中"),
    "negative": ("负面", "消极"),
    "neutral": ("中性",),
    "no_call": ("不作判断", "不下结论"),
    "overvalued": ("高估",),
    "positive": ("正面", "积极"),
    "sell": ("卖出",),
    "strong_bearish": ("强烈看空", "强烈看跌"),
    "strong_bullish": ("强烈看多", "强烈看涨"),
    "strong_buy": ("强烈买入",),
    "strong_sell": ("强烈卖出",),
    "true": ("是", "yes"),
    "undervalued": ("低估",),
    "unfavorable": ("不利",),
    "up": ("向上", "上涨"),
}


_BEFORE, _AFTER = 24, 60  # characters around a field's name
_MOST_REPORTED = 5

_SENTENCE_END = re.compile(r"[。！？；!?;\n]|\.(?!\d)")
_CLAUSE_END = re.compile(rf"{_SENTENCE_END.pattern}|[,，、|()（）]")
_LEAD = re.compile(r"""[\s*_`"'“”‘’:：=|—–>-]*""")
_PLAIN_FIGURE = r"[-+]?\d+(?:[,，]\d{3})*(?:\.\d+)?\s*[%％]?"
_LINK = r"(?:\b(?:is|of|at|to|was|be|about|around|roughly|approximately|near)\b|[:：=≈~]|为|是|约|到|至|在|达|有|仅)"
_FIGURE_AFTER = re.compile(rf"(?:[^\d]{{0,40}}?{_LINK}\W{{0,4}}?)?({_PLAIN_FIGURE})", re.IGNORECASE)
_FIGURE_BEFORE = re.compile(r"(\d+(?:\.\d+)?\s*[%％]|\d+\.\d+)\s*的?\s*\Z")
_RANGE = re.compile(rf"({_PLAIN_FIGURE})\s*(?:-|–|—|~|～|to|and|至|到)\s*({_PLAIN_FIGURE})")
_HAN = "\u4e00-\u9fff"
_LOOSE_KEY = re.compile(r"""["'“‘＂]([^"'“”‘’＂\n]{1,80})["'”’＂]\s*[:：]""")


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    stated: StatedValue
    choices: frozenset[str]
    words: Mapping[str, str]  # of prose, and the choice that each means
    pattern: re.Pattern[str]


def contradictions(value: Json, schema: Schema, prose: Iterable[str]) -> list[str]:
    """Sentences about prose that differs from the value."""
    fields = {name: _field(name, stated) for name, stated in stated_by_name(value, schema).items()}
    names = {_folded(word): fields[name] for name in fields for word in (name, *FIELD_WORDS.get(name, ()))}
    if not names:
        return []
    return list(islice(_differences(prose, names, _any_of(names)), _MOST_REPORTED))


def loose_pieces(names: Container[str], prose: Iterable[str]) -> list[str]:
    """Sentences about keys of the shape that stand outside all JSON: a piece of the answer fell out of its brackets."""
    keys = (found[1].strip() for passage in prose for found in _LOOSE_KEY.finditer(passage))
    loose = (
        f"The key `{quoted(key)}` stands outside the JSON; write one complete value." for key in keys if key in names
    )
    return list(islice(loose, _MOST_REPORTED))


def _field(name: str, stated: StatedValue) -> _Field:
    options = {_folded(option) for option in stated.options}
    words = {word: option for option in options for word in (option, *CHOICE_WORDS.get(option, ()))}
    return _Field(name, stated, frozenset(map(_folded, stated.choices)), words, _any_of(words))


def _differences(prose: Iterable[str], names: Mapping[str, _Field], mention: re.Pattern[str]) -> Iterator[str]:
    for passage in prose:
        for place in _places(passage, list(mention.finditer(passage)), names):
            for said in place.differing():
                yield (
                    f"Your text says `{quoted(said)}` near `{place.field.name}`, and the JSON says otherwise; "
                    "answer with the JSON alone."
                )


@dataclass(frozen=True, slots=True)
class _Place:
    """A field's name in prose, and what stands around it up to the names of its neighbours."""

    field: _Field
    before: str
    after: str

    def differing(self) -> Iterator[str]:
        if self.field.stated.options:
            clauses = _CLAUSE_END.split(self.before)[-1], self.after
            yield from (said for clause in clauses for said in self._other_choices(clause))
        if self.field.stated.is_number:
            yield from self._other_numbers()

    def _other_choices(self, clause: str) -> Iterator[str]:
        for found in self.field.pattern.finditer(clause):
            if self.field.words[_folded(found.group())] not in self.field.choices:
                yield found.group()

    def _other_numbers(self) -> Iterator[str]:
        numbers, after = self.field.stated.numbers, self.after
        if spread := _RANGE.search(after):
            ends = [reading for group in spread.groups() for reading in _readings(group)]
            if not any(min(ends) <= number <= max(ends) for number in numbers):
                yield spread.group()
            after = after[: spread.start()] + after[spread.end() :]
        for found in (_FIGURE_BEFORE.search(self.before), _FIGURE_AFTER.match(_LEAD.sub("", after, count=1))):
            if found and not any(_close(number, reading) for number in numbers for reading in _readings(found[1])):
                yield found[1].strip()


def _places(passage: str, mentions: Sequence[re.Match[str]], names: Mapping[str, _Field]) -> Iterator[_Place]:
    edges = [0, *(edge for found in mentions for edge in found.span()), len(passage)]
    gaps = [(left, right) for left, right in pairwise(edges)][::2]
    for found, (left, _), (_, right) in zip(mentions, gaps, gaps[1:], strict=False):
        before = passage[max(left, found.start() - _BEFORE) : found.start()]
        after = passage[found.end() : min(right, found.end() + _AFTER)]
        lead = _LEAD.match(after)
        after = _SENTENCE_END.split(after[lead.end() if lead else 0 :])[0]
        yield _Place(names[_folded(found.group())], before, after)


def _readings(figure: str) -> list[float]:
    """75% may be 0.75 or 75."""
    bare = float(re.sub(r"[,，%％\s]", "", figure))
    return [bare / 100, bare] if figure.rstrip().endswith(("%", "％")) else [bare]


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(1.0, abs(one))


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """The longest word first, so that `strong buy` is not read as `buy`."""
    return re.compile("|".join(map(_as_word, sorted(words, key=len, reverse=True))) or r"(?!)", re.IGNORECASE)


def _as_word(word: str) -> str:
    """Matches a word as a whole; one Chinese character alone only where no other stands beside it."""
    literal = re.sub(r"\\ |_", r"[\\s_-]+", re.escape(word))
    if not word.isascii():
        return literal if len(word) > 1 else rf"(?:(?<![{_HAN}])|(?<=[是为])){literal}(?![{_HAN}])"
    # A choice of one letter is a grade: `A`, but not the article.
    exact = f"(?-i:{literal.upper()})" if len(word) == 1 else literal
    return rf"(?<![A-Za-z0-9_]){exact}(?![A-Za-z0-9_])"


def _folded(word: str) -> str:
    return re.sub(r"[\s_-]+", "_", word.strip().lower())
