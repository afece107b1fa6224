"""Opens the call book, does one thing, and prints it: tables, and reliability as a plot of characters."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from apps.api.openings.database import open_database
from apps.cli.output import plain_table, print_json
from packages.core.messages import Phrases, message_of, reader_language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.settings.load import load_settings
from src.modules.judge.application.call_book import CallStanding, SettlingReport
from src.modules.judge.application.integrity import IntegrityReport
from src.modules.judge.container import JudgeContainer
from src.modules.judge.domain.call import CallBookName
from src.modules.judge.domain.ports import CallTally
from src.modules.judge.domain.scores.reliability import Bin, CalibrationTest, ConfidenceInterval
from src.modules.judge.domain.scores.report import NotEnough, ScoreReport, Scores, ValueMeter
from src.modules.judge.presentation.rest.schemas import call_out, verify_out
from src.modules.judge.presentation.rest.score_schemas import report_out

Result = TypeVar("Result")
_COLOURS = {
    "consistent": "green",
    "overconfident": "red",
    "uninformative": "red",
    "miscalibrated": "red",
    "underconfident": "yellow",
}
_STEPS = 40
_ROOM = 100  # characters that the whole list of calls takes


def show_calls(limit: int, before: int | None, as_json: bool, *, walk_back: bool = False) -> None:
    book = _book(walk_back)
    found = _with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID, book).page(judge.now(), limit, before))
    print_json([call_out(one).model_dump(mode="json") for one in found]) if as_json else print_calls(found)


def show_scores(as_json: bool, *, walk_back: bool = False) -> None:
    book = _book(walk_back)
    report, tally = _with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID, book).scores())
    if as_json:
        print_json(report_out(report, tally, book).model_dump(mode="json"))
    else:
        print_scores(report, tally, book)


def show_verification(as_json: bool) -> int:
    """0 when the book is whole, 1 when something in it was changed."""
    report = _with_judge(lambda judge: judge.integrity().check(LOCAL_OWNER_ID))
    print_json(verify_out(report).model_dump(mode="json")) if as_json else print_checks(report)
    return int(not report.ok)


def settle_calls(as_json: bool) -> None:
    done = _with_judge(lambda judge: judge.settling().settle_due(owner_id=LOCAL_OWNER_ID))
    print_json(asdict(done)) if as_json else print_settling(done)


def _book(walk_back: bool) -> CallBookName:
    return CallBookName.WALK_BACK if walk_back else CallBookName.LIVE


def _with_judge(work: Callable[[JudgeContainer], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        settings = load_settings()
        async with open_database(settings) as database:
            judge = JudgeContainer(database=database)
            try:
                return await work(judge)
            finally:
                await judge.aclose()

    return asyncio.run(run())


def print_calls(found: Sequence[CallStanding]) -> None:
    console, phrases = Console(), call_phrases()
    if not found:
        console.print(Text(phrases.say("empty")))
        return
    narrow = console.width < _ROOM
    middle = () if narrow else ("horizon", "benchmark", "engine")
    table = _table(phrases, "number", "made", "symbol", "action", "probability", *middle, "state")
    for one in found:
        call = one.entry.call
        said = "–" if call.probability is None else f"{call.probability:.2f}"
        against = escape(call.benchmark or phrases.say("no_benchmark"))
        days, engine = phrases.say("days", days=call.horizon_days), phrases.say(f"engine.{call.engine}")
        action = phrases.say(f"action.{call.action.value}")
        stated = (said, *(() if narrow else (days, against, engine)), _state(one, phrases))
        table.add_row(str(one.entry.seq), f"{call.made_at:%Y-%m-%d}", call.symbol, action, *stated)
    console.print(table)
    console.print(Text(phrases.say("list_key"), style="dim"))


def print_scores(report: ScoreReport, tally: CallTally, book: CallBookName) -> None:
    console, phrases = Console(), call_phrases()
    if book is CallBookName.WALK_BACK:
        console.print(Text(phrases.say("walk_back"), style="yellow"))
    counts = {name: f"{getattr(tally, name):,}" for name in ("entries", "settled", "open", "unsettleable", "no_call")}
    console.print(Text(phrases.say("tally", **counts)))
    if report.left_out:
        console.print(Text(phrases.say("left_out", count=f"{report.left_out:,}")))
    print_scored(console, report.overall, phrases)
    if isinstance(report.overall, NotEnough):
        return
    for title, groups in (("engine", report.by_engine), ("horizon", report.by_horizon), ("market", report.by_market)):
        _print_groups(console, title, groups, phrases)
    _print_meter(console, report.debate, phrases)


def print_checks(report: IntegrityReport) -> None:
    console, phrases = Console(), call_phrases()
    exported = {head.book: head for head in report.exported}
    for check in report.checks:
        book, kept = phrases.say(f"book.{check.book}"), exported.get(check.book)
        known = {"book": book, "entries": f"{check.entries:,}", "head": check.head[:16]}
        beside = phrases.say("exported", day=f"{kept.day}", entries=kept.entries) if kept else ""
        if check.ok:
            console.print(Text(phrases.say("intact", **known) + beside, style="green"))
        else:
            problem = message_of(check.problem)
            said = phrases.say("broken", **known, number=check.broken_at or 0, problem=problem)
            console.print(Text(said, style="red"))


def print_settling(done: SettlingReport) -> None:
    console, phrases = Console(), call_phrases()
    console.print(Text(phrases.say("settling", due=f"{done.looked_at:,}", settled=f"{done.settled:,}")))
    for reason, count in sorted(done.waiting.items()):
        console.print(Text(phrases.say("waiting", reason=phrases.say(f"reason.{reason}"), count=f"{count:,}")))
    for reason, count in sorted(done.unsettleable.items()):
        said = phrases.say("unsettleable", reason=phrases.say(f"reason.{reason}"), count=f"{count:,}")
        console.print(Text(said, style="yellow"))


def print_scored(console: Console, scores: Scores | NotEnough, phrases: Phrases) -> None:
    """The scores with their baselines, calibration and reliability, or that there are too few calls."""
    if isinstance(scores, NotEnough):
        console.print(Text(_few(scores, phrases)))
        return
    table = _table(phrases, "score", "value", "interval")
    table.add_row(phrases.say("hit_rate"), f"{scores.hit_rate.value:.1%}", _span(scores.hit_rate, phrases, ".1%"))
    table.add_row(phrases.say("brier"), f"{scores.brier.value:.4f}", _span(scores.brier, phrases))
    table.add_row(phrases.say("log_loss"), f"{scores.log_loss.value:.4f}", _span(scores.log_loss, phrases))
    for one in scores.baselines:
        skill = phrases.say("skill", baseline=phrases.say(f"baseline.{one.name}"), brier=f"{one.brier:.4f}")
        table.add_row(skill, f"{one.skill.value:+.1%}", _span(one.skill, phrases, "+.1%"))
    console.print(table)
    names = ("reliability", "resolution", "uncertainty")
    parts = {name: f"{getattr(scores.decomposition, name):.4f}" for name in names}
    console.print(Text(phrases.say("parts", **parts, unit=phrases.say(f"unit.{scores.drawn_by}"))))
    console.print(_calibration(scores.calibration, phrases))
    console.print()
    plot = _table(phrases, "forecast", "observed", "calls")
    for part in scores.equal_count:
        plot.add_row(f"{part.said:.2f}", _reliability(part), f"{part.count:,}")
    console.print(plot)
    console.print(Text(phrases.say("plot_key"), style="dim"))


def _reliability(one: Bin) -> str:
    """The scale from 0 to 1 in forty steps."""
    line = [" "] * (_STEPS + 1)
    low, high, came, said = (round(_STEPS * share) for share in (one.came.low, one.came.high, one.came.value, one.said))
    line[low : high + 1] = ["─"] * (high - low + 1)
    line[said] = "·" if line[said] == " " else "┼"
    line[came] = "●"
    return f"|{''.join(line)}|"


def _calibration(test: CalibrationTest, phrases: Phrases) -> Text:
    slope, z = phrases.say("no_slope"), ""
    if test.slope:
        slope = phrases.say("slope", value=f"{test.slope.value:.2f}", span=_span(test.slope, phrases))
    if test.spiegelhalter_z is not None:
        z = phrases.say("spiegelhalter", value=f"{test.spiegelhalter_z:+.2f}")
    said = phrases.say("calibration", found=phrases.say(f"found.{test.found.value}"), slope=slope, z=z)
    return Text(said, style=_COLOURS.get(test.found.value, ""))


def _print_groups(console: Console, title: str, groups: Mapping[str, Scores | NotEnough], phrases: Phrases) -> None:
    table = _table(phrases, title, "settled", "score", "interval", "calibration")
    for name, scores in groups.items():
        label = escape(_group(title, name, phrases))
        if isinstance(scores, NotEnough):
            table.add_row(label, str(scores.settled), phrases.say("group_few"), "", "")
        else:
            found = phrases.say(f"found.{scores.calibration.found.value}")
            brier = scores.brier
            table.add_row(label, str(scores.settled), f"{brier.value:.4f}", _span(brier, phrases), found)
    console.print(table)


def _group(title: str, name: str, phrases: Phrases) -> str:
    code = f"group.{name.replace(' ', '_')}" if title == "horizon" else f"{title}.{name}"
    return phrases.say(code) if code in phrases else name


def _print_meter(console: Console, meter: ValueMeter | NotEnough, phrases: Phrases) -> None:
    if isinstance(meter, NotEnough):
        console.print(Text(phrases.say("debate_few", few=_few(meter, phrases))))
        return
    table = _table(phrases, "step", "change", "interval")
    for step in (*meter.steps, meter.debate):
        named = " → ".join(phrases.say(f"stage.{stage}") for stage in (step.before, step.after))
        table.add_row(named, f"{step.change.value:+.4f}", _span(step.change, phrases, "+.4f"))
    console.print(table)
    console.print(Text(phrases.say("debate_key"), style="dim"))


def _few(scores: NotEnough, phrases: Phrases) -> str:
    return phrases.say("few", settled=scores.settled, needed=scores.needed)


def _state(one: CallStanding, phrases: Phrases) -> str:
    final, state = one.settlement, phrases.say(f"state.{one.state}")
    if final is not None and final.excess_return is not None:
        return phrases.say("state_with", state=state, detail=f"{final.excess_return:+.1%}")
    why = one.entry.call.verdict.get("no_call_reason") if one.state == "no_call" else None
    reason = f"no_call.{why}" if why else f"reason.{one.reason}"
    return phrases.say("state_with", state=state, detail=phrases.say(reason)) if one.reason else state


def _span(interval: ConfidenceInterval, phrases: Phrases, how: str = ".4f") -> str:
    return phrases.say("span", low=f"{interval.low:{how}}", high=f"{interval.high:{how}}")


def _table(phrases: Phrases, *columns: str) -> Table:
    titles = [phrases.say(f"column.{name}") for name in columns]
    return plain_table(*titles, no_wrap=titles)


def call_phrases() -> Phrases:
    """How a calibration is called is said with the diagram in reports too."""
    return Phrases(reader_language(), "cli.calls", "judge.reliability", "words")
