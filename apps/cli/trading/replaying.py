"""`parley deploy replay`: makes a replay, runs it in this process, and prints what it buys and sells."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from rich.console import Console
from rich.text import Text

from apps.cli.output import cli_phrases, parse_day
from apps.cli.trading.running import ME, CreateOptions, run_trading, show
from packages.core.messages import Language, Phrases
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment, DeploymentRequest
from packages.domain.trading.execution.model import BookedFill, JournalPage
from packages.infra.providers.trading.container import TradingContainer

_SECOND = 1.0
_AT_ONCE = 200  # fills that are read between two sessions


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """`sessions` is after how many it stops by itself; None to continue to the present."""

    start: str | None
    sessions: int | None


def replay(options: CreateOptions, how: ReplayOptions, lang: str, as_json: bool) -> int:
    async def steps(trading: TradingContainer) -> None:
        day = parse_day("--from", how.start)
        revision = await trading.book.revision(ME.user_id, options.strategy_id(), options.version)
        terms = options.terms(revision.strategy)
        begins = await trading.replay_day(revision.strategy, terms, day)
        account = await trading.account_for(ME.user_id, Mode.REPLAY, None, options.key, revision.strategy.name)
        asked = DeploymentRequest(
            strategy_id=options.strategy,
            version=revision.version,
            account_id=account.id,
            mode=Mode.REPLAY,
            terms=terms,
            replay_from=begins,
        )
        made = await trading.deployments().create(ME, asked, options.key)
        watching = _Watching(trading, None if as_json else cli_phrases("trading", Language(lang)))
        await show(trading, await watching.run(made, how.sessions), lang, as_json)

    return run_trading(steps, as_json)


class _Watching:
    """One replay in this process; without phrases nothing is printed."""

    def __init__(self, trading: TradingContainer, phrases: Phrases | None) -> None:
        self._trading = trading
        self._phrases = phrases
        self._console = Console()
        self._last_printed = 0

    async def run(self, made: Deployment, sessions: int | None) -> Deployment:
        """Until it is over, or as many sessions as were asked for; who interrupts it stops it. The lease is taken
        before the start, so that a server beside it leaves the replay to this process."""
        runtime, leases = self._trading.runtime, self._trading.leases()
        await leases.hold(made.id)
        found = await runtime.start(ME, made.id)
        self._say("replaying", id=found.id, day=f"{found.replay_from}")
        try:
            while found.state.is_at_work and sessions != 0:
                pace = asyncio.create_task(asyncio.sleep(_SECOND))
                await leases.hold(found.id)
                await runtime.tick(found.id)
                await self._print_fills(found.id)
                await pace
                found = await runtime.find(found.id)
                sessions = None if sessions is None else sessions - 1
        finally:
            if found.state is not LifecycleState.STOPPED:
                found = await runtime.stop(ME, found.id, flatten=False)
            await leases.let_go()
        return found

    async def _print_fills(self, deployment_id: str) -> None:
        fills: Sequence[BookedFill] = await self._trading.journal.fills(deployment_id, JournalPage(_AT_ONCE))
        for each in reversed([fill for fill in fills if fill.number > self._last_printed]):
            self._last_printed = each.number
            side = each.fill.side.value
            numbers = {"quantity": _number(each.fill.quantity), "price": _number(each.fill.price)}
            self._say(f"replayed.{side}", day=f"{each.fill.at:%Y-%m-%d}", symbol=each.fill.symbol, **numbers)

    def _say(self, name: str, **words: str) -> None:
        if self._phrases is not None:
            self._console.print(Text(self._phrases.say(name, **words)), soft_wrap=True)


def _number(value: Decimal) -> str:
    return f"{value.quantize(Decimal('0.0001')).normalize():f}"
