"""The results that an answer claims for a strategy: return, Sharpe, drawdown, win rate and trades, with their figures.

A target, a limit, an example and a term explained are none; nor is what a market, a fund or a company did.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from packages.domain.conversation.claims import result_patterns as patterns
from packages.domain.conversation.claims.answer_sources import figures_in
from packages.domain.conversation.claims.clauses import StatedClause, clauses
from packages.domain.conversation.claims.instrument_claims import symbols_in
from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.units import CURRENCIES

_COUNTS = lazy_pattern(r"\d|[一二两三四五六七八九]成")


@dataclass(frozen=True, slots=True)
class ClaimedResult:
    """`is_plain`: no word of it says that it was measured, so it may be what the person said. `is_most`: no more was
    lost than this."""

    metric: str
    number: StatedNumber
    is_plain: bool
    is_most: bool = False


def claimed_results(text: str) -> list[ClaimedResult]:
    return [result for clause in clauses(text) for result in _of_clause(clause)]


def _of_clause(clause: StatedClause) -> Iterator[ClaimedResult]:
    words = clause.text
    if _COUNTS.search(words) is None or _is_of_others(clause):
        return
    if (most := _most_lost(clause)) is not None:
        yield ClaimedResult("drawdown", most, is_plain=False, is_most=True)
        return
    if _is_general(clause):
        return
    plain = patterns.MEASURED.search(clause.sentence) is None
    for number, metric in named_figures(clause.sentence, clause.start, clause.end):
        if clause.states_at(number.start - clause.start, number.end - clause.start):
            yield ClaimedResult(metric, number, plain)


def _most_lost(clause: StatedClause) -> StatedNumber | None:
    """The share beyond which nothing was ever lost, as a clause has it."""
    plain = clause.sentence
    for number in figures_in(plain):
        if not clause.start <= number.start < clause.end or number.unit.dimension != "ratio":
            continue
        before = patterns.NEVER_BEYOND.search(plain, clause.start, number.start)
        behind = patterns.LOST_BEHIND.match(plain, number.end)
        if before is None or (patterns.JAPANESE.search(plain) and behind is None):
            continue
        rest = f"{plain[clause.start : before.start()]} {plain[behind.end() if behind else number.end : clause.end]}"
        states = clause.states_at(before.start() - clause.start, number.end - clause.start)
        if states and not (patterns.WANTED.search(plain[: number.end]) or patterns.GENERAL.search(rest)):
            return number
    return None


def named_figures(plain: str, start: int, end: int) -> Iterator[tuple[StatedNumber, str]]:
    """The numbers of a stretch with the result that stands next to each; a name belongs to the number behind it
    first."""
    for number in figures_in(plain):
        if not start <= number.start < end:
            continue
        kinds = [name for name, pattern in patterns.BEFORE.items() if pattern.search(plain, start, number.start)]
        kinds += [name for name, pattern in patterns.BEHIND.items() if pattern.match(plain, number.end, end)]
        kinds += ["win_rate"] if _is_share_won(number, plain, start) else []
        money = _is_money(number, plain) and patterns.OUR_MONEY.search(plain, start, end) is not None
        metric = next((kind for kind in kinds if _fits(kind, number, is_our_money=money)), None)
        if metric is not None:
            yield number, metric
        start = number.end


def _is_share_won(number: StatedNumber, plain: str, start: int) -> bool:
    return bool(patterns.WINS.search(plain, start, number.start) and patterns.OF_TRADES.match(plain, number.end))


def _is_money(number: StatedNumber, plain: str) -> bool:
    return number.unit.dimension in CURRENCIES or plain[number.end :].lstrip().startswith("块")


def _fits(metric: str, number: StatedNumber, *, is_our_money: bool) -> bool:
    dimension = number.unit.dimension
    if metric == "trades":
        return number.text.strip().replace(",", "").isdigit() or dimension not in {"ratio", *CURRENCIES}
    if metric == "sharpe":
        return dimension in {"plain", "times"}
    if metric == "win_rate" and dimension == "plain":  # 8 out of 10
        return number.text.strip().isdigit()
    return dimension == "ratio" or (metric == "return" and is_our_money)


def _is_of_others(clause: StatedClause) -> bool:
    """What a market, a fund or a company did."""
    foreign = patterns.OTHERS.search(clause.sentence) is not None or bool(symbols_in(clause.sentence))
    return foreign and patterns.OURS.search(clause.sentence) is None


def _is_general(clause: StatedClause) -> bool:
    wanted = patterns.WANTED.search(clause.sentence, 0, clause.end) is not None
    if patterns.JAPANESE.search(clause.sentence) and patterns.NOT_MEASURED_JA.search(clause.sentence):
        return True
    return wanted or any(each.search(clause.text) for each in (patterns.GENERAL, patterns.SUBJECT_IN_GENERAL))
