"""What amounts in a person's words come to for a field: years, losses, gains, times a day, and how long to hold."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from packages.domain.conversation.understanding.amounts.around import Around, stated
from packages.domain.conversation.understanding.amounts.bare import bare_shares
from packages.domain.conversation.understanding.amounts.benchmarks import gains_by_benchmark
from packages.domain.conversation.understanding.amounts.gains import gains_across, yearly_gains
from packages.domain.conversation.understanding.amounts.lengths import asks_to_wait, lengths
from packages.domain.conversation.understanding.amounts.money import money_ratio
from packages.domain.conversation.understanding.amounts.rates import rates
from packages.domain.conversation.understanding.amounts.roles import belongs
from packages.domain.conversation.understanding.amounts.scales import (
    GAIN,
    HOLD,
    LOSS,
    ON_THE_LINE,
    TIMES,
    YEARS,
    Hit,
    Scale,
    read_on,
)
from packages.domain.conversation.understanding.amounts.shares import shares
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.amounts.subjects import is_of_another, takes_profit
from packages.domain.conversation.understanding.amounts.trading_years import is_of_bars, years, years_of_message
from packages.domain.conversation.understanding.amounts.units import YEAR
from packages.domain.conversation.understanding.amounts.weekdays import days_of_trading, held_over
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.evidence.patterns import lazy_pattern

_WEEK = 5  # days of trading
_ACCEPTS_LOSS = lazy_pattern(
    r"接受|承受|小意思|小场面|小case|算个?啥|照[吃睡样]|不慌|不怕|能忍|扛(?!不)|受得[了住]|拿得住|没事|可以"
    r"|没问题|无所谓|也行|都行|不超过|以内|最多|顶多|上限|左右"
    r"|\b(?:fine|ok|okay|accept|live with|handle|bear|stand|tolerate|stomach|take|max(?:imum)?|at most|limit|tops"
    r"|hold"
    r"|(?:wouldn't|don't|won't|doesn't|not) (?:bother|panic|worry|mind|flinch|blink|cry|care|faze|scare)"
    r"|slept|shrug|yawn\w*|"
    r"isn't what|comfort zone|no problem|up to|without blinking)\b",
    re.IGNORECASE | re.ASCII,
)
_CANNOT = lazy_pattern(
    r"睡不着|失眠|受不了|吃不消|[扛顶]不住|心梗|心脏病|早跑|(?<!不)慌"
    r"|(?:lose|lost) sleep|(?<!without )(?<!not )(?<!n't )(?<!never )panic"
    r"|freak|can't (?:stomach|stand|take|handle"
    r"|afford)|would kill me|\bi'?m (?:gone|out of there|done)\b|\bi'?d (?:be (?:nervous|a wreck|gone|out|done|sick"
    r"|ringing"
    r"|worried|ill|devastated|in tears)|sell|bail|run|pull out|have (?:sold|bailed|been out))\b|couldn't (?:eat|sleep)"
    r"|我就[跑割卖]|割肉",
    re.IGNORECASE | re.ASCII,
)
# What the money is in, or what somebody would do with it: no part of it that is lost or earned.
_IS_A_MIX = lazy_pattern(
    r"一半.{1,6}一半|各一半|一半一半|各占|减.{0,2}一半|一半.{0,2}仓|\bhalf\b.{1,20}\bhalf\b"
    r"|(?:%|\bhalf|percent) (?:in )?(?:equit\w+|stocks|bonds|cash)",
    re.IGNORECASE | re.ASCII,
)
# Who buys at a loss tells of their nerve, and not of how much they can bear.
_BUYS = lazy_pattern(
    r"\b(?:i(?:'d|'ll)? |would |will )(?:just )?(?:buy|double down|add|load up|top up)\b", re.IGNORECASE | re.ASCII
)
_MINUS = re.compile(r"(?:\bminus |(?<![\w\d])-)\s?$", re.IGNORECASE)
_NO_MORE = lazy_pattern(r"more than|[别能]超|超过|多于|beyond|over|最多|以上", re.IGNORECASE | re.ASCII)
_YIELDS = lazy_pattern(r"年化|年收益|收益率?[^,]{0,3}\d|\b(?:annual(?:ly|i[sz]ed)?|p\.?a)\b", re.IGNORECASE | re.ASCII)
_ROUND_TRIP = re.compile(r"[几两三四五\d]天一个来回")  # how long it is held
_LIMITS = lazy_pattern(
    r"最多|顶多|不超过|不能超|别超|以内|上限|\b(?:max(?:imum)?|at most|no more than|limit|tops|up to|within"
    r"|below|under)\b",
    re.IGNORECASE | re.ASCII,
)
_LOSES = lazy_pattern(r"亏|赔|跌|掉到|\b(?:los\w+|down|drop\w*)\b", re.IGNORECASE | re.ASCII)
_A_YEAR = lazy_pattern(
    r"年化|[每一]年(?!级)|年收益|收益率?|回报|\b(?:an?|per|each|every) (?:year|annum)\b|\byearly\b|\bannual\w*\b"
    r"|\bp\.?a\b",
    re.IGNORECASE | re.ASCII,
)
_TOO_LITTLE = re.compile(
    r"^[^,]{0,3}(?:太[少紧小低]|有点[少紧小低]|不够)|^ is too (?:tight|little|small|low)", re.IGNORECASE
)
_LIMIT = 0.126  # who cannot bear a loss that small is careful; of a larger one nobody can tell


def loss(clause: Clause, around: Around) -> Iterator[Hit]:
    """What a person can bear to lose. What they cannot bear tells something only where it is little."""
    if _IS_A_MIX.search(clause.text) or _BUYS.search(clause.text) or _is_earned(clause.text):
        return
    if is_of_another(clause.text):
        return
    as_said = [each for each in shares(clause.text) if belongs(clause.text, each, "loss", asked=around.asked)]
    as_said = as_said or _money_lost(clause.text, around) or ([*bare_shares(clause.text)] if around.asked else [])
    for share in as_said:
        if _TOO_LITTLE.search(clause.text[share.end :]):
            continue
        rest = clause.text[: share.start] + clause.text[share.end :]
        is_limit = bool(_NO_MORE.search(rest))
        cannot = bool(_CANNOT.search(rest)) or (
            clause.denies(share.start, share.end) and not _ACCEPTS_LOSS.search(rest)
        )
        if cannot and not is_limit and share.high > _LIMIT:
            continue
        if _LIMITS.search(rest) and any(abs(share.high - line) < 0.001 for line in ON_THE_LINE):
            continue
        yield from read_on(LOSS, share)


def _is_earned(text: str) -> bool:
    """Whether a clause tells what a year shall bring, and not a word of losing: "ten percent a year"."""
    return bool(_A_YEAR.search(text)) and not (
        _LOSES.search(text) or _LIMITS.search(text) or _ACCEPTS_LOSS.search(text)
    )


def loss_of_message(text: str, around: Around) -> Iterator[Hit]:
    """By two sums, which may stand in two clauses: 三十万，最多亏两万."""
    for share in _money_lost(text, around) if around.among_others and _LOSES.search(text) else []:
        yield from read_on(LOSS, share)


def _money_lost(text: str, around: Around) -> list[StatedAmount]:
    as_said = money_ratio(text)
    if as_said is None or not (around.asked or _LOSES.search(text)) or as_said.share >= 1:
        return []
    share = as_said.share if as_said.is_part else 1 - as_said.share
    return [StatedAmount(share, as_said.start, as_said.end, most=share)]


def is_borne(clause: Clause) -> bool:
    """An if that tells what a person can bear, or cannot: "if it fell 20% I would be fine"."""
    is_given = clause.is_conditional and not clause.is_question
    return is_given and (bool(_ACCEPTS_LOSS.search(clause.text)) or bool(_CANNOT.search(clause.text)))


def is_on_the_line(text: str) -> bool:
    """Whether a share of the text is the deepest drawdown of the calmer of two answers."""
    return any(abs(share.high - line) < 0.001 for share in shares(text) for line in ON_THE_LINE)


def cannot_bear(text: str) -> bool:
    """Whether it tells what a person cannot bear, rather than what they can."""
    return _CANNOT.search(text) is not None


def gain(clause: Clause, around: Around) -> Iterator[Hit]:
    """What a person wants to earn in a year."""
    if _IS_A_MIX.search(clause.text) or is_of_another(clause.text) or takes_profit(clause.text):
        return
    this_year = around.today.year if around.today else 2026
    compared = stated(clause, [*gains_by_benchmark(clause.text)]) if around.asked else []
    as_said = compared or stated(clause, yearly_gains(clause.text, this_year))
    as_said = [each for each in as_said if belongs(clause.text, each, "goal", asked=around.asked)]
    if (
        not as_said
        and (around.asked or _YIELDS.search(clause.text))
        and not shares(clause.text)
        and not money_ratio(clause.text)
    ):
        bare = stated(clause, [*bare_shares(clause.text, parts=False)])
        as_said = [each for each in bare if not _MINUS.search(clause.text[: each.start])]
    for each in as_said:
        yield from read_on(GAIN, each)


def gain_of_message(text: str, around: Around) -> Iterator[Hit]:
    """By two sums, or a multiple and its time, which may stand in two clauses: 本金八十万，一年赚十五万."""
    if not around.among_others or any(True for _ in _LOSES.finditer(text)):
        return
    for each in gains_across(text, around.today.year if around.today else 2026):
        yield from read_on(GAIN, each)


def times(clause: Clause, around: Around) -> Iterator[Hit]:
    as_said = rates(clause.text) or (tuple(days_of_trading(clause.text)) if around.asked else ())
    for rate in stated(clause, as_said):
        if not _ROUND_TRIP.search(clause.text):
            or_more = abs(rate.value * _WEEK - 1) < 1e-6 and rate.high > rate.value  # once or twice a week
            yield from read_on(TIMES, replace(rate, value=rate.high) if or_more else rate)


def hold(clause: Clause, around: Around) -> Iterator[Hit]:
    """One day is either within the day or over a night: nobody can tell."""
    if asks_to_wait(clause.text):
        return
    for length in stated(clause, lengths(clause.text)):
        if not is_of_bars(clause.text, length) and belongs(clause.text, length, "hold", asked=around.asked):
            over_a_night = abs(length.value - 1) < 1e-6 and length.high > 1  # a day or two
            yield from read_on(HOLD, replace(length, value=length.high) if over_a_night else length)


def hold_of_message(text: str, _: Around) -> Iterator[Hit]:
    """By the days of the week on which it begins and ends, which may stand in two clauses."""
    for days in held_over(text):
        yield from read_on(HOLD, days)


READINGS: Mapping[str, Callable[[Clause, Around], Iterator[Hit]]] = {
    "trading_years_bucket": years,
    "risk_tolerance": loss,
    "return_expectation": gain,
    "opportunity_frequency_bucket": times,
    "holding_period_bucket": hold,
}
# By the whole message, where what counts may stand in two clauses.
MESSAGE_READINGS: Mapping[str, Callable[[str, Around], Iterator[Hit]]] = {
    "risk_tolerance": loss_of_message,
    "return_expectation": gain_of_message,
    "trading_years_bucket": years_of_message,
    "holding_period_bucket": hold_of_message,
}


# By field: where its answers end, what names its amounts, and one of their unit in that of the scale.
SCALES: Mapping[str, tuple[Scale, Callable[[str], tuple[StatedAmount, ...]], float]] = {
    "trading_years_bucket": (YEARS, lengths, 1 / YEAR),
    "risk_tolerance": (LOSS, shares, 1.0),
    "return_expectation": (GAIN, shares, 1.0),
    "opportunity_frequency_bucket": (TIMES, rates, 1.0),
    "holding_period_bucket": (HOLD, lengths, 1.0),
}


def lies_between(field: str, text: str) -> bool:
    """Whether the amounts that a text names for a field are all between two of its answers."""
    scale, named, unit = SCALES[field]
    as_said = [each for each in named(text) if not each.vague]
    return bool(as_said) and not any(True for each in as_said for _ in read_on(scale, each, unit))
