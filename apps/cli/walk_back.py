"""What `parley walkback` does: runs the desk over past days with a progress bar, and prints how good its calls were."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from apps.api.openings.audits import open_walk_back
from apps.cli.judge import call_phrases, print_scored
from apps.cli.market_data.offering import symbol_with_data
from apps.cli.output import BadOption, parse_day, plain_table, print_error, print_json
from apps.cli.research.running import log_quietly
from packages.core.errors import ParleyError
from packages.core.messages import Language, reading
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.symbols import parse_symbol
from packages.settings.load import load_settings
from src.modules.judge.application.walk_back import WalkBackReport
from src.modules.judge.domain.scores.report import NotEnough
from src.modules.judge.domain.walk_back import WalkBackPlan, distinct
from src.modules.judge.presentation.rest.walk_back_schemas import walk_back_out


@dataclass(frozen=True, slots=True)
class WalkBackOptions:
    """As they were typed."""

    symbols: Sequence[str]
    start: str
    end: str
    every: int
    horizon: int
    language: Language

    def plan(self, *, as_json: bool) -> WalkBackPlan:
        """An instrument without data is offered to be fetched, or refused."""
        names = [name.strip() for typed in self.symbols for name in typed.split(",") if name.strip()]
        start, end = parse_day("--from", self.start), parse_day("--to", self.end)
        if start is None or end is None:
            raise BadOption("cli.empty_date")
        return WalkBackPlan(
            symbols=distinct([parse_symbol(symbol_with_data(name, as_json=as_json)) for name in names]),
            start=start,
            end=end,
            every=self.every,
            horizon_days=self.horizon,
            language=self.language,
        )


def run_walk_back(options: WalkBackOptions, *, as_json: bool) -> int:
    """0 when both ways are scored, 1 when there are too few settled calls, 2 when it cannot be walked."""
    try:
        report = asyncio.run(walked(options.plan(as_json=as_json), quiet=as_json))
    except ParleyError as error:
        print_error(error, as_json)
        return 2
    with reading(options.language):
        print_json(walk_back_out(report).model_dump(mode="json")) if as_json else print_walk_back(report)
    return int(isinstance(report.scores.overall, NotEnough))


async def walked(plan: WalkBackPlan, *, quiet: bool) -> WalkBackReport:
    settings = load_settings()
    log_quietly(settings)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("", total=len(plan))

        async def report(fraction: float, said: str) -> None:
            bar.update(task, completed=round(fraction * len(plan)), description=said)

        async with open_walk_back(settings) as judge:
            return await judge.walk_back(judge.scope(LOCAL_OWNER_ID)).run(plan, report)


def print_walk_back(walked: WalkBackReport) -> None:
    console, phrases = Console(), call_phrases()
    plan = walked.plan
    console.print(Text(phrases.say("walk_back"), style="yellow"))
    names = ", ".join(map(str, plan.symbols))
    start, end = str(plan.start), str(plan.end)
    said = phrases.say("walked", symbols=names, start=start, end=end, every=plan.every, horizon=plan.horizon_days)
    console.print(Text(said))
    console.print(Text(phrases.say("looks", **asdict(walked.counts))))
    for arm, scores in (("with_debate", walked.scores.overall), ("without_debate", walked.scores.without_debate)):
        console.print(Text(phrases.say(arm), style="bold"))
        print_scored(console, scores, phrases)
    if walked.scores.debate_effect is not None:
        effect = walked.scores.debate_effect
        table = plain_table(*(phrases.say(f"column.{name}") for name in ("step", "change", "interval")))
        span = phrases.say("span", low=f"{effect.low:+.4f}", high=f"{effect.high:+.4f}")
        table.add_row(phrases.say("debate_effect"), f"{effect.value:+.4f}", span)
        console.print(table)
        console.print(Text(phrases.say("debate_key"), style="dim"))
