"""How many years a person has traded, by lengths, dates, events and ages."""

import re
from collections.abc import Iterator
from dataclasses import replace

from packages.domain.conversation.understanding.amounts.ages import years_by_age, years_by_child
from packages.domain.conversation.understanding.amounts.around import Around, stated
from packages.domain.conversation.understanding.amounts.bare import bare_years, years_in_all
from packages.domain.conversation.understanding.amounts.dates import names_a_year
from packages.domain.conversation.understanding.amounts.experience import is_in_turn, is_of_other_work, never_traded
from packages.domain.conversation.understanding.amounts.lengths import asks_to_wait, lengths
from packages.domain.conversation.understanding.amounts.numerals import counted
from packages.domain.conversation.understanding.amounts.roles import belongs
from packages.domain.conversation.understanding.amounts.scales import YEARS, Hit, read_on
from packages.domain.conversation.understanding.amounts.since import around_events, dated, since_events
from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.amounts.units import YEAR
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.evidence.patterns import lazy_pattern

_OF_KIND = lazy_pattern(
    r"(?<![\w-])(?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?:of|in|on|with) (?:us |uk |the )?"
    r"(?:forex|fx|crypto|stocks?|shares?|options|futures|funds?|equities)\b",
    re.IGNORECASE | re.ASCII,
)
_TWO_DIGITS = lazy_pattern(r"2[1-9]年")
_FROM_THEN = re.compile(r"[之以]?[前后]$")
_TO_THEN = re.compile(r"^ (?:before|after|prior to)\b", re.IGNORECASE)
_FEELS = re.compile(r"(?:feels?|felt|seems?) (?:more )?like\W*$|感觉像", re.IGNORECASE)
_BARS = lazy_pattern(
    r"^[ -]?(?:的?(?:[k线图]|均线|周期|级别|回看|窗口)"
    r"|(?:(?:price|ohlc) )?(?:candle(?:stick)?s?|bars?|charts?|time ?frames?|look ?back|windows?|klines?|k-lines?"
    r"|(?:simple |exponential )?moving averages?|[es]?ma)\b)",
    re.IGNORECASE | re.ASCII,
)
_BY_THEN = lazy_pattern(r"那[天年时会晚].{0,8}已经|\bwhen\b.{3,40}\balready\b", re.IGNORECASE)
_JUST = lazy_pattern(r"[刚才只做炒]|\b(?:just|only|been|started|trading|ago|first)\b", re.IGNORECASE | re.ASCII)
_MONTH = 28.0  # days; who says less beside other things tells how long something else took


def years(clause: Clause, around: Around) -> Iterator[Hit]:
    """A few years may be two or six; a few months are less than one."""
    if never := never_traded(clause.text):
        yield Hit("years_0_1", *never.span())
        return
    if asks_to_wait(clause.text) or (around.today is None and names_a_year(clause.text)):
        return
    named = [*dated(clause.text, around.today, asked=around.asked)]
    for each in named:
        yield from _at_both_ends(each)
    if not named and (apart := around_events(clause.text, around.today)):
        yield from read_on(YEARS, apart)
        return
    yield from _by_length(clause, around, named)
    for each in since_events(clause.text, around.today, asked=around.asked):
        yield from read_on(YEARS, each, is_hint=True)
    if around.asked and not named and not lengths(clause.text):
        for each in years_in_all(clause.text):
            yield from read_on(YEARS, each)
    if around.asked and not named:
        for each in bare_years(clause.text, may_be_option=not around.among_others):
            yield from read_on(YEARS, each)


def _by_length(clause: Clause, around: Around, named: list[StatedAmount]) -> Iterator[Hit]:
    """Lengths that are no part of a date."""
    for length in stated(clause, lengths(clause.text)):
        if any(each.overlaps(length.start, length.end) for each in named) or (length.vague and length.value >= YEAR):
            continue
        is_short = around.among_others and length.high < _MONTH and not _JUST.search(clause.text)
        if is_short or _is_beside_the_point(clause.text, length) or is_of_other_work(clause.text):
            continue
        if belongs(clause.text, length, "years", asked=around.asked or around.alone):
            yield from read_on(YEARS, length, 1 / YEAR)


def _at_both_ends(span: StatedAmount) -> Iterator[Hit]:
    """The end of a year may be less than one year ago or more: then nobody can tell."""
    ends = [[*read_on(YEARS, replace(span, value=years, most=years))] for years in (span.value, span.high)]
    if all(ends) and ends[0][0].value == ends[1][0].value:
        yield ends[0][0]


def _is_beside_the_point(text: str, length: StatedAmount) -> bool:
    """24年 and nothing else is so many years or the year of a date; 大跌之前一个月 is counted from something else."""
    if _TWO_DIGITS.fullmatch(text[length.start : length.end]) and length.end == len(text):
        return True
    if _FEELS.search(text[: length.start]) or is_of_bars(text, length):
        return True
    return bool(_FROM_THEN.search(text[: length.start]) or _TO_THEN.search(text[length.end :]) or _BY_THEN.search(text))


def years_in_turn(text: str) -> StatedAmount | None:
    """All of them together, where a message tells of one kind of trading after another; None where it does not."""
    lengths_said = [*lengths(text), *(_bare_of(text))] if is_in_turn(text) else []
    if len(lengths_said) != 2 or any(each.vague for each in lengths_said):
        return None
    return StatedAmount(
        sum(each.value for each in lengths_said) / YEAR,
        0,
        len(text),
        most=sum(each.high for each in lengths_said) / YEAR,
    )


def _bare_of(text: str) -> Iterator[StatedAmount]:
    """ "... before that four of stocks": years that are not called so."""
    for match in _OF_KIND.finditer(text):
        count = counted(match["n"])
        yield StatedAmount(count.low * YEAR, *match.span(), most=count.high * YEAR)


def is_of_bars(text: str, length: StatedAmount) -> bool:
    """Whether it is the length of bars, or of what is worked out from them: "1 hour candles", 4小时图."""
    return _BARS.search(text[length.end :]) is not None


def years_of_message(text: str, _: Around) -> Iterator[Hit]:
    """By two ages, which may stand in two clauses."""
    if in_turn := years_in_turn(text):
        yield from read_on(YEARS, in_turn)
    lengths_said = years_by_child(text) or years_by_age(text)
    if lengths_said and not in_turn:
        yield from read_on(YEARS, StatedAmount(lengths_said[0], 0, len(text), most=lengths_said[1]))
