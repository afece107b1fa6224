"""The glossary for people: the terms of trading and of the desk in both languages, found as people name them.

The entries are `glossary.json` of the catalogue (`<term>.name`, `.meaning`, and `.aliases` with | between them).
Indicators are entries too, with the label and the description that their own catalogue has.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from packages.core.messages import Language, Message, has, message, render, sentences
from packages.domain.conversation.understanding.lexicon.spelling import simplified
from packages.domain.evidence.patterns import lazy_pattern

_HAN = r"\u4e00-\u9fff"
_SEPARATORS = lazy_pattern(r"[^\w+&]+|_+")
_SCRIPTS = lazy_pattern(rf"(?<=[a-z0-9+])(?=[{_HAN}])|(?<=[{_HAN}])(?=[a-z0-9])")
_AROUND = lazy_pattern(
    r"^(?:(?:an?|the|this|that|these|those|my|your|its|our|so called|你的|我的|这个|那个|这里的|所谓的?|一个)\s?)+|"
    r"(?:\s?(?:exactly|actually|really|here|mean|means|thing|的|呢|啊|吗|这个词|策略类型))+$"
)
_NUMBERS = lazy_pattern(r"\s\d[\d ]*$")
_BETWEEN = lazy_pattern(r"\s(?:and|or|vs|versus|与|和|跟|还是|以及)\s|和|跟|还是|与|以及")
_SHORTEST_MENTION = 4  # letters of an English word that is looked for in a whole sentence
_SHORTEST_TYPO = 5
_ALIKE = 0.84
# Words that say something else in most sentences: they are terms only where one asks what they mean.
_EVERYDAY = (
    "long short live paper order orders step phase phases version draft growth pause paused bear bull claim claims call"
    " calls chance odds stop stops limit limits exit entry balanced moderate crisis costs fees seed trial trials price"
    " swing frequency scope strategy research expert experts experience short live demo template order judge target"
    " execution filled sharp deploy deployed deploying deployment broker approve approval simulation interval symbol"
    " ticker security position signal override sensitivity indicator indicators margin benchmark stale wins liquid"
    " highest lowest squeeze streak bias forecast momentum confidence correlated fragile verdict recommendation"
    " 策略 研究 标的 代码 部署 阶段 步骤 增长 手 信号 指标 分散 暂停 版本 草稿 范围 结论 成交 费用 价格 概率 可能性"
    " 动量 专家 裁判 把握 信心 波动 频率 模板 品种 基准 恢复时间 试验 证券 券商 入场 委托 订单 突破 中线 周期 价差"
    " 预测 总和 最高 最低 收盘 委托单 市价 限价 做多 看多 看空 引用"
)
_COMMON = frozenset(_EVERYDAY.split())


@dataclass(frozen=True, slots=True)
class Term:
    """An entry: `key` names it, and `is_indicator` says in which catalogue its words are."""

    key: str
    is_indicator: bool = False

    def name(self, language: Language) -> str:
        return render(Message(f"indicators.{self.key}.label" if self.is_indicator else _code(self, "name")), language)

    def meaning(self, language: Language) -> str:
        """Two or three sentences: what it is, and how the desk uses it."""
        if not self.is_indicator:
            return render(Message(_code(self, "meaning")), language)
        said = [render(Message(f"indicators.{self.key}.description"), language)]
        said.append(render(message("glossary.indicator_use"), language))
        return ("" if language is Language.ZH else " ").join(said)

    def aliases(self, language: Language) -> tuple[str, ...]:
        """Its name and every other way in which people write it."""
        code = f"glossary.indicator_aliases.{self.key}" if self.is_indicator else _code(self, "aliases")
        more = sentences(language)[code].split("|") if has(code) else []
        return tuple(dict.fromkeys((self.name(language), *more)))


def _code(term: Term, part: str) -> str:
    return f"glossary.{term.key}.{part}"


@cache
def all_terms() -> tuple[Term, ...]:
    codes = [code.split(".") for code in sentences(Language.EN)]
    own = [Term(key) for context, key, *part in _of_three(codes) if context == "glossary" and part == ["meaning"]]
    indicators = [Term(key, True) for context, key, *part in _of_three(codes) if (context, *part) == _INDICATOR]
    return (*own, *indicators)


_INDICATOR = ("indicators", "description")


def _of_three(codes: list[list[str]]) -> Iterator[list[str]]:
    return (code for code in codes if len(code) == len(_INDICATOR) + 1)


def term(key: str) -> Term:
    """The desk's own entry of that key."""
    return Term(key)


def named(asked: str) -> tuple[Term, ...]:
    """The terms that a question of meaning names, and nothing else: one, or two that are to be distinguished."""
    whole = _exact(asked)
    if whole is not None:
        return (whole,)
    parts = [part for part in _BETWEEN.split(asked) if part and part.strip()]
    noun = parts[-1].split()[-1] if parts and parts[-1].isascii() else ""  # "limit and market orders"
    found = [each for part in parts if (each := _exact(f"{part} {noun}") or _exact(part)) is not None]
    if len(parts) > 1 and len(found) == len(parts):
        return tuple(dict.fromkeys(found))
    near = _near(asked)
    return () if near is None else (near,)


def mentioned(text: str, most: int = 2) -> tuple[Term, ...]:
    """Terms that a sentence speaks of, the longest words first."""
    left, found = f" {_folded(text)} ", list[Term]()
    for alias, each in _mentions().items():
        place = _place(alias, left)
        if place is not None:
            left = f"{left[: place[0]]} {left[place[1] :]}"
            found.append(each)
    return tuple(dict.fromkeys(found))[:most]


def _exact(text: str) -> Term | None:
    words = _folded(text)
    bare = _AROUND.sub("", words).strip()
    tries = (words, bare, _NUMBERS.sub("", bare), bare.removesuffix("s"), bare.removesuffix("es"))
    return next((found for each in tries if (found := _index().get(each)) is not None), None)


def _near(text: str) -> Term | None:
    words = _AROUND.sub("", _folded(text)).strip()
    if len(words) < _SHORTEST_TYPO or not words.isascii():
        return None
    close = get_close_matches(words, [alias for alias in _index() if alias.isascii()], n=1, cutoff=_ALIKE)
    return _index()[close[0]] if close else None


def _place(alias: str, text: str) -> tuple[int, int] | None:
    """Where it stands: Chinese words anywhere, others by themselves."""
    if not alias.isascii():
        start = text.find(alias)
        return None if start < 0 else (start, start + len(alias))
    found = re.search(rf"(?<= ){re.escape(alias)}s?(?= )", text)
    return None if found is None else found.span()


@cache
def _index() -> Mapping[str, Term]:
    """By every alias in every language; the desk's own words come before those of indicators."""
    index: dict[str, Term] = {}
    for each in all_terms():
        keys = [each.key.replace("_", " ")] if each.is_indicator else []
        for alias in (*(alias for language in Language for alias in each.aliases(language)), *keys):
            index.setdefault(_folded(alias), each)
    return index


@cache
def _mentions() -> Mapping[str, Term]:
    kept = {alias: each for alias, each in _index().items() if alias not in _COMMON and _is_distinctive(alias)}
    return dict(sorted(kept.items(), key=lambda each: -len(each[0])))


def _is_distinctive(alias: str) -> bool:
    if not alias.isascii():
        return len(alias) > 1
    return len(alias) >= _SHORTEST_MENTION or alias in _ABBREVIATIONS


_ABBREVIATIONS = frozenset({"rsi", "ema", "sma", "atr", "adx", "cci", "mfi", "obv", "kdj", "kyc", "mdd", "pbo"})


def _folded(text: str) -> str:
    """One spelling of a name: case, width, script and marks do not count."""
    plain = simplified(unicodedata.normalize("NFKC", text)).casefold()
    return _SEPARATORS.sub(" ", _SCRIPTS.sub(" ", plain)).strip()
