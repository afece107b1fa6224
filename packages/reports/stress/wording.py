"""How codes, measures and sources of a stress test are written in the two languages."""

from collections.abc import Callable

from packages.core.messages import Language, Message, render
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.findings import IntervalEstimate, Lack, Ruling
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.checks import CRISIS, Check
from packages.domain.stress.verdict.limits import LAB_DEFAULT
from packages.reports.drawing.wording import NOTHING, Wording, exact_percent, number, percent, plain, signed

_COUNTED = {Check.TRADES}
LOSSES = {Check.CRISIS_LOSS, Check.DRAWDOWN}
_PLAIN = {Check.OUT_OF_SAMPLE, Check.FRAGILITY}
_SIGNED = {Check.BASE_RETURN, Check.COST_X2, Check.DELAY_1, Check.MISSED_FILLS}
# Steps of a pointer that say nothing to a person.
_SILENT = {
    *("factors", "params", "trade", "value", "all", "any", "cmp", "cross", "each", "of", "on", "by", "indicator", ""),
    *("add", "subtract", "multiply", "divide", "min", "max", "abs", "log"),
}


class StressWording(Wording):
    """Says what belongs to one stress report, in one language; the words of backtests are known too."""

    def __init__(self, report: StressTestReport, language: Language) -> None:
        super().__init__(report.cover, language, "stress.report")
        is_zh = self.language is Language.ZH
        self._windows = {each.key: each.name_zh if is_zh else each.name_en for each in report.windows}

    def window(self, key: str) -> str:
        return plain(self._windows.get(key, key))

    def place(self, pointer: str) -> str:
        """A number of the strategy in words: `/factors/adx/params/period` is the ADX period."""
        steps = [step for step in pointer.split("/") if step not in _SILENT]
        return plain(" ".join(map(self._step, steps)) or pointer)

    def _step(self, step: str) -> str:
        if step.isdecimal():
            return str(int(step) + 1)
        if f"step.{step}" in self:
            return self.say(f"step.{step}")
        return step.upper() if step in CATALOGUE else step.replace("_", " ") if step.endswith("_period") else step

    def subject(self, code: str, subject: str) -> str:
        """What a reason is about: a window, a world, a number of the strategy, or a part that is missing."""
        match code:
            case Check.CRISIS_LOSS:
                return self.window(subject)
            case Check.FRAGILITY:
                return self.place(subject)
            case Check.NOT_MEASURED:
                return self.missing(subject)
            case _:
                return self.say(f"world.{subject}") if subject else ""

    def missing(self, what: str) -> str:
        """A part, a check, or a crisis that was not measured."""
        if what.startswith(CRISIS):
            return self.window(what.removeprefix(CRISIS))
        return self.say(f"part.{what}") if f"part.{what}" in self else self.say(f"check.{what}")

    def stage(self, what: str) -> str:
        """A part, or one of its worlds as `monte_carlo/garch`."""
        part, _, world = what.partition("/")
        return self.say(f"world.{world}") if world else self.missing(part)

    def why(self, code: str, reason: str) -> str:
        """In this language where the reason has a name, else its own sentence."""
        return self.say(f"why.{code}") if f"why.{code}" in self else plain(reason)

    def lack(self, of: Lack) -> str:
        """What to load of one instrument, and what it lacks."""
        known = {"there": of.there, "wanted": of.wanted, "day": of.day}
        lack = self.say(f"lack.{of.code.value}", **{name: f"{value}" for name, value in known.items()})
        days = {"ticker": plain(of.ticker), "timeframe": of.timeframe, "since": f"{of.since}", "until": f"{of.until}"}
        lacking = self.say("lack_line", lack=lack, **days)
        instead = self.say("or").join(map(plain, of.instead))
        return self.say("lack_instead", lacking=lacking, instead=instead) if instead else lacking

    def measure(self, code: str, value: float | None) -> str:
        if code in _COUNTED:
            return number(value, 0)
        if code in _PLAIN:
            return number(value)
        return signed(value) if code in _SIGNED else percent(value)

    def bound(self, code: str, value: float | None) -> str:
        """A limit, with no more digits than it has."""
        if value is None:
            return NOTHING
        return f"{value:g}" if code in _COUNTED | _PLAIN else exact_percent(value)

    def source(self, source: str) -> str:
        """Where a limit comes from: an answer of the person, or the lab."""
        if source == LAB_DEFAULT:
            return self.say("source.lab")
        question, _, answer = source.partition("=")
        return self.say("source.kyc", question=self.say(question), answer=self.say(f"answer.{answer}"))

    def estimate(self, found: IntervalEstimate | None, write: Callable[[float], str] = percent) -> str:
        """A figure and its range."""
        if found is None:
            return NOTHING
        return self.say("range", value=write(found.value), low=write(found.low), high=write(found.high))


def ruling_words(ruling: Ruling, language: Language) -> str:
    return render(Message(f"stress.report.ruling.{ruling.value}"), language)
