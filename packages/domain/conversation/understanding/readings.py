"""What amounts in a person's words come to for a field: years, percents, times a day, and how long to hold.

An amount belongs to the field whose words stand nearest to it: "10% a year" is a return, "lose 10%" is a risk, "hold two
weeks" is a holding period. Where no such words are near, it belongs to the field that was asked.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.measures import SpokenAmount, lengths, percents, rates
from packages.domain.conversation.understanding.counts import EN, ZH, counted
from packages.domain.conversation.understanding.since import elapsed
from packages.domain.evidence.patterns import lazy_pattern

YEAR = 365.25


@dataclass(frozen=True, slots=True)
class Hit:
    """A value that stands somewhere in a clause."""

    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Around:
    """What an amount is read with: whether its field was asked, what day it is, and whether no other field can have it."""

    asked: bool = False
    today: date | None = None
    alone: bool = False
    open_words: tuple[re.Pattern[str], ...] = ()

    def is_taken(self, text: str) -> bool:
        """Whether all of a clause answers the question that was asked: then it answers no other."""
        return any(pattern.fullmatch(text) for pattern in self.open_words)


Scale = tuple[tuple[float, str], ...]

NEITHER = ""  # between two answers: nobody can tell
_YEARS: Scale = (
    (1, "years_0_1"), (3, "years_1_3"), (4.99, "years_3_5"), (5.008, NEITHER), (float("inf"), "years_5_plus"),
)  # fmt: skip
# A limit belongs to the calmer answer, as in the lab; at 13 to 15 % and at 25 % people mean either of two.
_LOSS: Scale = (
    (0.125, "conservative"), (0.1501, NEITHER), (0.245, "moderate"), (0.255, NEITHER), (0.4001, "aggressive"),
    (float("inf"), "very_aggressive"),
)  # fmt: skip
_GAIN: Scale = (
    (0.041, "capital_preservation"), (0.05, NEITHER), (0.1001, "balanced_growth"), (0.145, NEITHER),
    (0.251, "growth"), (0.2999, NEITHER), (float("inf"), "high_growth"),
)  # fmt: skip
_TIMES: Scale = (
    (0.199, "few_per_month"), (0.21, NEITHER), (0.955, "few_per_week"), (1.05, "daily"),
    (float("inf"), "multiple_per_day"),
)  # fmt: skip
_HOLD: Scale = (
    (1 / 24 - 1e-6, "intraday_scalp"), (0.999, "intraday"), (1.001, NEITHER), (6.5, "swing_days"), (8.5, NEITHER),
    (10.5, "swing_days"), (13.5, NEITHER), (float("inf"), "position_weeks_plus"),
)  # fmt: skip

_CUES = {
    name: lazy_pattern(words, re.IGNORECASE)
    for name, words in {
        "years": r"做了|做过|[炒干玩]了?|交易(?!日)|投资|经验|入市|从业|股龄|老股民|接触|\btrad(?:ed|ing|e)\b|\binvest\w*|\bexperience\b"
        r"|\bmarket for\b|\bbeen (?:at|doing|in)\b|\bnew here\b",
        "hold": r"持有|持仓|持股|拿|放着|捂|\bhold(?:ing)?\b|\bheld\b|\bkeep\b|\bstay in\b|\beach\b",
        "goal": r"翻|赚|倍|收益|回报|增值|增长|年化|目标|利润|\bdoubl\w+|\btripl\w+|\bgrow\w*|\breturns?\b|\bprofit\w*|\bearn\w*"
        r"|\bmake\b|\bgain\w*|\bannual\w*|\byearly\b|\bp\.?a\.?\b|\bper annum\b|\byield\w*|[%点成] ?(?:一年|每年|an? year|per year)"
        r"|一年[^,。]{0,5}[%点成]|\bbeat\b",
        "loss": r"亏|损|回撤|跌|缩水|赔|扛|浮亏|腰斩|风险|波动|\bloss(?:es)?\b|\blos(?:e|ing|t)\b|\bdrawdowns?\b|\bdown\b|\bdrops?\b"
        r"|\bfalls?\b|\bdips?\b|\bdecline\w*|\brisk\b|\bhit\b|\bswings?\b|\bunderwater\b|\bhurt\b|\bstomach\b",
        "rule": r"止损|止盈|仓位|\bstop(?:[ -]?loss)?\b|\btake[- ]profit\b|\bposition\b|\bsize\b|\brsi\b|均线|日线",
        "gap": r"停|歇|休息|\bbreak\b|\boff\b|\bpaused?\b|\bgap\b",
        "past": r"过去|最近|近|\b(?:last|past|previous)\b",
    }.items()
}
_BARE = lazy_pattern(
    rf"(?P<hedge>(?:about|around|roughly|maybe|like|i'd say|say|probably|approximately|almost|between|just|only|大概|大约|差不多|约|应该|估计)\W*)*"
    rf"(?:(?:a (?:little|bit) |just |slightly )?(?:(?P<less>under|less than|below|shy of)|(?P<more>over|more than|above)) )?(?P<n>{EN}|{ZH})(?:\W?(?:-|to|and|or|到)\W?(?P<n2>{EN}|{ZH}))?(?P<after>\+|-?ish| or so| plus|左右|多|来)?(?: i guess| maybe)?",
    re.IGNORECASE,
)
_SPOKEN_MONTHS = lazy_pattern(r"^(?:just |only )?(?:months|weeks|days)$", re.IGNORECASE)
_MOST_OPTIONS = 4
_ACCEPTS_LOSS = lazy_pattern(
    r"接受|承受|能忍|扛|受得[了住]|拿得住|没事|可以|没问题|无所谓|也行|都行|不超过|以内|最多|顶多|上限|左右"
    r"|\b(?:fine|ok|okay|accept|live with|handle|bear|stand|tolerate|stomach|take|max(?:imum)?|at most|limit|tops|hold"
    r"|wouldn't (?:bother|panic|worry|mind)|no problem|up to|without blinking)\b",
    re.IGNORECASE,
)
_CANNOT = lazy_pattern(
    r"睡不着|失眠|受不了|吃不消|慌|(?:lose|lost) sleep|panic|freak|can't (?:stomach|stand|take|handle|afford)|would kill me",
    re.IGNORECASE,
)
_NO_MORE = lazy_pattern(r"more than|超过|多于|beyond|over|最多|以上", re.IGNORECASE)
_LOOKS = lazy_pattern(r"看盘|看一?[眼看]|刷|\b(?:use|check|look|watch|read|visit|log in)\b", re.IGNORECASE)  # no trades
_LIMIT = 0.126  # who cannot bear a loss that small is careful; of a larger one nobody can tell


def years(clause: Clause, around: Around) -> Iterator[Hit]:
    """A few years may be two or six; a few months are less than one."""
    for length in _stated(clause, lengths(clause.text)):
        if _belongs(clause, length, "years", asked=around.asked or around.alone) and (not length.vague or length.value < YEAR):
            yield from _hit(_YEARS, length, 1 / YEAR)
    for each in elapsed(clause.text, around.today):
        yield from _hit(_YEARS, SpokenAmount(each.least, each.start, each.end, most=each.most))
    bare = _BARE.fullmatch(clause.text.strip(" .!")) if around.asked else None
    if bare:
        count = counted(bare["n"], bare["n2"])
        factor = 0.98 if bare["less"] else 1.02 if bare["more"] else 1.0
        is_no_option = bool(bare["hedge"] or bare["less"] or bare["more"] or bare["after"] or bare["n2"]) or count.low > _MOST_OPTIONS
        if is_no_option and not count.vague and count.low >= 1 and count.high < 80:
            spoken = SpokenAmount(count.low * factor, bare.start(), bare.end(), most=count.high * factor)
            yield from _hit(_YEARS, spoken)


def loss(clause: Clause, around: Around) -> Iterator[Hit]:
    """What a person can bear to lose. What they cannot bear tells something only where it is little."""
    for percent in percents(clause.text):
        if not _belongs(clause, percent, "loss", asked=around.asked):
            continue
        rest = clause.text[: percent.start] + clause.text[percent.end :]
        is_limit = bool(_NO_MORE.search(rest))
        cannot = bool(_CANNOT.search(rest)) or (clause.denies(percent.start, percent.end) and not _ACCEPTS_LOSS.search(rest))
        if cannot and not is_limit and percent.high > _LIMIT:
            continue
        yield from _hit(_LOSS, percent)


def is_borne(clause: Clause) -> bool:
    """An if that tells what a person can bear: "if it fell 20% I would be fine"."""
    is_told = clause.is_conditional and not clause.is_question
    return is_told and bool(_ACCEPTS_LOSS.search(clause.text)) and not _CANNOT.search(clause.text)


def gain(clause: Clause, around: Around) -> Iterator[Hit]:
    """What a person wants to earn in a year; over several years nobody can tell how much that is."""
    spoken = list(lengths(clause.text))
    for percent in _stated(clause, percents(clause.text)):
        if spoken or not _belongs(clause, percent, "goal", asked=around.asked):
            continue
        monthly = re.search(r"每个?月|一个?月|a month|per month|monthly", clause.text, re.I)
        factor = 12 if monthly else 1
        yield from _hit(_GAIN, percent, factor)
    bare = re.search(r"年化\s?(\d{1,3})(?:\s?(?:-|到|至)\s?(\d{1,3}))?(?![\d%个])", clause.text)
    if bare:
        low, high = float(bare[1]) / 100, float(bare[2] or bare[1]) / 100
        yield from _hit(_GAIN, SpokenAmount(low, bare.start(), bare.end(), most=high))


def times(clause: Clause, around: Around) -> Iterator[Hit]:
    if not around.asked and _LOOKS.search(clause.text):
        return
    for rate in _stated(clause, rates(clause.text)):
        yield from _hit(_TIMES, rate)


def hold(clause: Clause, around: Around) -> Iterator[Hit]:
    """One day is either within the day or over a night: nobody can tell."""
    for length in _stated(clause, lengths(clause.text)):
        if _belongs(clause, length, "hold", asked=around.asked):
            over_a_night = abs(length.value - 1) < 1e-6 and length.high > 1  # a day or two
            yield from _hit(_HOLD, replace(length, value=length.high) if over_a_night else length)


READINGS: Mapping[str, Callable[[Clause, Around], Iterator[Hit]]] = {
    "trading_years_bucket": years,
    "risk_tolerance": loss,
    "return_expectation": gain,
    "opportunity_frequency_bucket": times,
    "holding_period_bucket": hold,
}


def _belongs(clause: Clause, amount: SpokenAmount, cue: str, *, asked: bool) -> bool:
    """Whether the words of this field stand nearest to the amount; the asked field has it where none stand near."""
    near = {name: _distance(pattern, clause.text, amount) for name, pattern in _CUES.items()}
    nearest = min(near.values())
    if nearest == float("inf"):
        return asked
    if near[cue] == nearest:
        return True
    return asked and near["rule"] > nearest and cue == "years" and nearest not in (near["hold"], near["goal"])


def _distance(pattern: re.Pattern[str], text: str, amount: SpokenAmount) -> float:
    """In characters; a word that comes after the amount counts as a little farther."""
    best = float("inf")
    for found in pattern.finditer(text):
        if found.end() <= amount.start:
            best = min(best, amount.start - found.end())
        elif found.start() >= amount.end:
            best = min(best, found.start() - amount.end + 2)
        else:
            return 0
    return best


def _stated(clause: Clause, amounts: list[SpokenAmount]) -> list[SpokenAmount]:
    return [amount for amount in amounts if not clause.denies(amount.start, amount.end)]


def _hit(scale: Scale, amount: SpokenAmount, factor: float = 1.0) -> Iterator[Hit]:
    """Where all of a range has one answer; its end may be where the next one begins."""
    low, high = amount.value * factor, amount.high * factor
    values = {_value(scale, low * 1.002 if high > low * 1.001 else low + 1e-9), _value(scale, high * 0.96 if high > low * 1.001 else high + 1e-9)}
    if len(values) == 1 and NEITHER not in values:
        yield Hit(values.pop(), amount.start, amount.end)


def _value(scale: Scale, size: float) -> str:
    bounds = [(float("-inf"), ""), *scale]
    return next(name for (low, _), (high, name) in pairwise(bounds) if low <= size < high)
