"""Words that say for how long something went one way: 连续三年, 逐季, for three straight quarters."""

import re
from dataclasses import dataclass

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.claims.groups import Run, past_of
from packages.domain.evidence.claims.quantities import amount, side
from packages.domain.evidence.claims.scene import ClaimScene
from packages.domain.evidence.patterns import lazy_pattern

_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_COUNTS = {word: n for n, word in enumerate(_WORDS, 1)} | {word: n for n, word in enumerate(_ORDINALS, 1)}
_COUNTS |= {sign: n for n, sign in enumerate("一二三四五六七八九十", 1)} | {"两": 2, "双": 2}
_N_ZH = r"(\d{1,2}|[一二两三四五六七八九十])"
_N_EN = rf"(\d{{1,2}}|{'|'.join(_WORDS + _ORDINALS)})"
_COUNTED = (
    lazy_pattern(
        rf"连续第?\s?{_N_ZH}\s?(?:个|年|季|月|周|日|期|次)|连{_N_ZH}[年季月]|{_N_ZH}(?:年|个?季度?|个月)?连[增降升跌涨]"
    ),
    lazy_pattern(
        rf"\b{_N_EN}(?:st|nd|rd|th)?[- ](?:consecutive|straight|successive|running)\b"
        rf"|\b(?:each|every one) of (?:the )?(?:last|past|previous|prior) {_N_EN}\b",
        re.IGNORECASE,
    ),
)
_STEADY = lazy_pattern(
    r"逐[年季月期]|持续|一路|稳步|节节|不断|连年|连续|每[年季月]|逐步"
    r"|\b(?:each|every) (?:year|quarter|month|period)|\bsteadily\b|\bconsistently\b|\bcontinuously\b"
    r"|\byear after year\b"
    r"|\bquarter by quarter\b|\byear by year\b|\bin a row\b|\bsequentially each\b|\bwithout interruption\b",
    re.IGNORECASE,
)
_PART = lazy_pattern(
    rf"(?:[一二两三四五六七八九十]|\d)(?:年|个?季度?|期|个月)(?:里|中|内|当中"
    rf"|之中)[^,;。]{{0,4}}?(?<!\d){_N_ZH}(?:年|个?季度?|期|个月)"
    rf"|(?:仅|只)有?{_N_ZH}(?:个季度|年|个季|个月|个报告期)"
    rf"|\b{_N_EN} (?:out )?of (?:the |its |those |these )?(?:last |past |previous |prior )?"
    rf"(?:\d|{'|'.join(_WORDS)}) (?:years|quarters|months|periods)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RunWord:
    """`count`: how many times, 0 for all along. `only`: no more often than that."""

    count: int
    only: bool = False

    def holds(self, run: Run, expected: int, book: EvidenceBook) -> bool:
        if self.only:
            return sum(step == expected for step in run.steps) == self.count
        if not self.count:
            return all(step in {expected, 0} for step in run.steps)
        steps = self._steps(run, book)
        last = steps[-self.count :]
        return all(step == expected for step in last) and not self._too_many(run, steps)

    def _steps(self, run: Run, book: EvidenceBook) -> list[int]:
        """With what the book has before the rows that are cited."""
        past = past_of(run.rows[0], book) if len(run.rows) <= self.count else ()
        return Run((*past, *run.rows)).steps

    def _too_many(self, run: Run, steps: list[int]) -> bool:
        """Three quarters are four rows; some count the rows themselves."""
        return self.count > len(steps) + 1


def run_word(scene: ClaimScene, place: int) -> RunWord | None:
    """What the clause at a place says of how long, if it does."""
    clause = scene.clauses[scene.clause_at(place)]
    text = scene.words[clause.start : clause.end]
    if (part := part_of(text)) is not None and "each of" not in text.lower():
        return RunWord(part, only=True)
    for pattern in _COUNTED:
        if match := pattern.search(text):
            said = next(group for group in match.groups() if group)
            return RunWord(_number(said))
    return RunWord(0) if _STEADY.search(text) else None


def part_of(text: str) -> int | None:
    """三年里有两年, in two of the last three quarters: how many of them."""
    match = _PART.search(text)
    return _number(next(group for group in match.groups() if group)) if match else None


def _number(said: str) -> int:
    small = said.lower()
    return int(small) if small.isdigit() else _COUNTS.get(small, 0)


def trailing(run: Run, wanted: int) -> int:
    """How many rows at the end stand on one side of zero."""
    count = 0
    for row in reversed(run.rows):
        if side(amount(row)) != wanted:
            break
        count += 1
    return count
