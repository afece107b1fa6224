"""Opens the call book, does one thing, and prints it: tables, and reliability as a plot of characters."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from apps.api.composition import open_database
from apps.cli.output import plain_table, print_json
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.settings.load import load_settings
from src.modules.judge.application.owned_calls import CallStanding
from src.modules.judge.application.settling import SettlingReport
from src.modules.judge.container import JudgeContainer
from src.modules.judge.domain.chain import ChainCheck
from src.modules.judge.domain.ports import CallTally
from src.modules.judge.domain.scores.calibration import CalibrationTest
from src.modules.judge.domain.scores.reliability import Bin, ConfidenceInterval
from src.modules.judge.domain.scores.report import NotEnough, ScoreReport, Scores
from src.modules.judge.domain.scores.value_meter import ValueMeter
from src.modules.judge.presentation.rest.schemas import call_out, verify_out
from src.modules.judge.presentation.rest.score_schemas import report_out

Result = TypeVar("Result")
_COLOURS = {"overconfident": "red", "uninformative": "red", "miscalibrated": "red", "underconfident": "yellow"}
_STEPS = 40


def show_calls(limit: int, before: int | None, as_json: bool) -> None:
    found = _with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID).page(judge.now(), limit, before))
    print_json([call_out(one).model_dump(mode="json") for one in found]) if as_json else print_calls(found)


def show_scores(as_json: bool) -> None:
    report, tally = _with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID).scores())
    print_json(report_out(report, tally).model_dump(mode="json")) if as_json else print_scores(report, tally)


def show_verification(as_json: bool) -> int:
    """0 when the book is whole, 1 when something in it was changed."""
    checks = list(_with_judge(lambda judge: judge.calls(LOCAL_OWNER_ID).verify()))
    print_json(verify_out(checks).model_dump(mode="json")) if as_json else print_checks(checks)
    return int(not all(check.ok for check in checks))


def settle_calls(as_json: bool) -> None:
    done = _with_judge(lambda judge: judge.settling().settle_due(owner_id=LOCAL_OWNER_ID))
    print_json(asdict(done)) if as_json else print_settling(done)


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
    console = Console()
    if not found:
        console.print("The book is empty: every verdict of the judge is written into it.")
        return
    table = _table("no.", "made", "symbol", "action", "p", "over", "against", "by", "state")
    for one in found:
        call = one.entry.call
        said = "–" if call.probability is None else f"{call.probability:.2f}"
        against = escape(call.benchmark or "itself")
        stated = (said, f"{call.horizon_days} d", against, call.engine, _state(one))
        table.add_row(str(one.entry.seq), f"{call.made_at:%Y-%m-%d}", call.symbol, call.action.value, *stated)
    console.print(table)
    console.print("[dim]p: probability of a return above the benchmark's; settled: by how much it was above.[/]")


def print_scores(report: ScoreReport, tally: CallTally) -> None:
    console = Console()
    console.print(
        f"{tally.entries:,} entries: {tally.settled:,} settled, {tally.open:,} open, "
        f"{tally.unsettleable:,} unsettleable, {tally.no_call:,} without a call."
    )
    if report.left_out:
        console.print(f"{report.left_out:,} settled calls do not count: a model may have known how they ended.")
    if isinstance(report.overall, NotEnough):
        console.print(_few(report.overall))
        return
    _print_overall(console, report.overall)
    for title, groups in (("engine", report.by_engine), ("horizon", report.by_horizon), ("market", report.by_market)):
        _print_groups(console, title, groups)
    _print_meter(console, report.debate)


def print_checks(checks: Sequence[ChainCheck]) -> None:
    console = Console()
    for check in checks:
        told = "[green]whole[/]" if check.ok else f"[red]broken at entry {check.broken_at}: {escape(check.problem)}[/]"
        console.print(f"{check.book}: {check.entries:,} entries, {told} (head {check.head[:16]}…)")


def print_settling(done: SettlingReport) -> None:
    console = Console()
    console.print(f"{done.looked_at:,} calls were due, {done.settled:,} of them are settled now.")
    for reason, count in sorted(done.waiting.items()):
        console.print(f"waiting: {reason} ({count:,})")
    for reason, count in sorted(done.unsettleable.items()):
        console.print(f"[yellow]unsettleable:[/] {reason} ({count:,})")


def _print_overall(console: Console, scores: Scores) -> None:
    table = _table("score", "value", "95 % interval")
    table.add_row("Brier", f"{scores.brier.value:.4f}", _span(scores.brier))
    table.add_row("log loss", f"{scores.log_loss.value:.4f}", _span(scores.log_loss))
    for one in scores.baselines:
        table.add_row(f"skill over {one.name} ({one.brier:.4f})", f"{one.skill.value:+.1%}", _span(one.skill, "+.1%"))
    console.print(table)
    parts = scores.decomposition
    console.print(
        f"reliability {parts.reliability:.4f}, resolution {parts.resolution:.4f}, uncertainty {parts.uncertainty:.4f}; "
        f"intervals drawn by {scores.drawn_by}."
    )
    console.print(_calibration(scores.calibration))
    console.print("\nsaid   came true, with its interval                  calls")
    for part in scores.equal_count:
        console.print(_reliability(part), highlight=False)
    console.print("[dim]· what was said   ● what came true   ─ where the truth may lie[/]")


def _reliability(one: Bin) -> str:
    """The scale from 0 to 1 in forty steps."""
    line = [" "] * (_STEPS + 1)
    low, high, came, said = (round(_STEPS * share) for share in (one.came.low, one.came.high, one.came.value, one.said))
    line[low : high + 1] = ["─"] * (high - low + 1)
    line[said] = "·" if line[said] == " " else "┼"
    line[came] = "●"
    return f"{one.said:.2f}  |{''.join(line)}|  {one.count:,}"


def _calibration(test: CalibrationTest) -> str:
    found = test.found.value
    colour = _COLOURS.get(found, "green" if found == "consistent" else "default")
    slope = f"slope {test.slope.value:.2f} ({_span(test.slope)})" if test.slope else "no slope"
    z = f", Spiegelhalter z {test.spiegelhalter_z:+.2f}" if test.spiegelhalter_z is not None else ""
    return f"calibration: [{colour}]{found}[/]: {slope}{z}"


def _print_groups(console: Console, title: str, groups: Mapping[str, Scores | NotEnough]) -> None:
    table = _table(title, "settled", "Brier", "95 % interval", "calibration")
    for name, scores in groups.items():
        if isinstance(scores, NotEnough):
            table.add_row(escape(name), str(scores.settled), "not enough calls", "", "")
        else:
            found = scores.calibration.found.value
            brier = scores.brier
            table.add_row(escape(name), str(scores.settled), f"{brier.value:.4f}", _span(brier), found)
    console.print(table)


def _print_meter(console: Console, meter: ValueMeter | NotEnough) -> None:
    if isinstance(meter, NotEnough):
        console.print(f"What debate adds: {_few(meter)}")
        return
    table = _table("step", "change of Brier", "95 % interval")
    for step in (*meter.steps, meter.debate):
        table.add_row(f"{step.before} → {step.after}", f"{step.change.value:+.4f}", _span(step.change, "+.4f"))
    console.print(table)
    console.print("[dim]Below zero the step helped.[/]")


def _few(scores: NotEnough) -> str:
    return f"Not enough calls: {scores.settled} of {scores.needed} are settled."


def _state(one: CallStanding) -> str:
    final = one.settlement
    if final is not None and final.excess_return is not None:
        return f"{one.state}: {final.excess_return:+.1%}"
    return f"{one.state}: {one.reason}" if one.reason else one.state


def _span(interval: ConfidenceInterval, how: str = ".4f") -> str:
    return f"{interval.low:{how}} to {interval.high:{how}}"


def _table(*titles: str) -> Table:
    return plain_table(*titles, no_wrap=titles)
