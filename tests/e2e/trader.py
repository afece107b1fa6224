"""A deployment that trades bars on the paper broker, and whoever kills it: it is forked, killed and forked again until
every run is through. What is imported and compiled is so before the first fork, so that lives are short."""

import asyncio
import json
import os
import signal
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from random import Random

from packages.core.clock import SystemClock
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.engine import compile_strategy
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.trading.execution.account_orders import AccountOrders
from packages.domain.trading.execution.model import Intent, signals_of
from packages.infra.db.engine import Database
from packages.infra.kernel.build import install_kernel
from packages.infra.providers.trading.adapters.paper import PaperBroker, open_paper_account
from packages.infra.providers.trading.adapters.paper_market import PaperMarket
from packages.infra.providers.trading.adapters.paper_state import opening_of
from packages.infra.providers.trading.engine.decider import KernelDecider, requests_of
from packages.infra.providers.trading.engine.replay import Replayed, replay
from packages.infra.providers.trading.store.order_journal import SqlOrderJournal
from packages.infra.providers.trading.store.paper_accounts import SqlPaperAccounts
from packages.settings.database import DatabaseUrl
from tests.reference.lively_strategies import random_run

OWNER = "ann"
BARS = 100
SEEDS = (7, 16, 28, 4)  # which trade every few bars, in four markets, without a margin call
_GUESSED_TICK_SECONDS = 0.03
MOST_TICKS = 4  # of a life that is going to be killed


@dataclass(frozen=True)
class Trial:
    """One strategy over one market; `number` tells the deployments of one database apart."""

    number: int

    @property
    def deployment_id(self) -> str:
        return f"deployment-{self.number}"

    @property
    def account_id(self) -> str:
        return f"paper-{self.number}"

    @cached_property
    def script(self) -> "Script":
        return _script(SEEDS[self.number % len(SEEDS)])


class Script:
    """A compiled strategy with its market, and the fills that an undisturbed replay of it has."""

    def __init__(self, seed: int) -> None:
        run = random_run(seed, BARS)
        self.terms = run.terms
        self.compiled = compile_strategy(run.strategy, CATALOGUE)
        self.arena = Arena(run.panel)
        self.bars = PaperMarket(self.arena)
        self.decide = KernelDecider(self.compiled, self.arena)

    @cached_property
    def undisturbed(self) -> Replayed:
        return replay(self.compiled, self.arena, self.terms)


_SCRIPTS: dict[int, Script] = {}


def _script(seed: int) -> Script:
    if seed not in _SCRIPTS:
        _SCRIPTS[seed] = Script(seed)
    return _SCRIPTS[seed]


async def trade(url: str, trial: Trial, pulse: int) -> None:
    """From wherever the last life stopped to the last bar; decision 0014, tick by tick. `pulse` is a pipe that is
    written to before every bar."""
    database, clock, script = Database(DatabaseUrl(url)), SystemClock(), trial.script
    accounts, journal = SqlPaperAccounts(database), SqlOrderJournal(database, clock)
    broker = PaperBroker(accounts, trial.account_id, clock)
    desk = AccountOrders(journal, broker, clock)
    opening = opening_of(script.arena.panel, script.terms, script.compiled.places)
    await open_paper_account(
        accounts, account_id=trial.account_id, owner_id=OWNER, opening=opening, at=script.bars.bar(0).time
    )
    ledger = await journal.open_book(trial.deployment_id, OWNER, script.terms.cash)
    await desk.reconcile(trial.deployment_id)
    await desk.send(trial.deployment_id)
    for index in range(len(script.bars)):
        bar = script.bars.bar(index)
        if ledger.bar is not None and bar.time <= ledger.bar:
            continue
        os.write(pulse, b".")
        await broker.advance(bar)
        await desk.sync(trial.deployment_id)
        await _decide(journal, trial, index)
        await desk.send(trial.deployment_id)
    await desk.reconcile(trial.deployment_id)
    await journal.aclose()
    await database.aclose()


async def _decide(journal: SqlOrderJournal, trial: Trial, index: int) -> None:
    script, key = trial.script, trial.deployment_id
    bar = script.bars.bar(index).time
    if index + 1 == len(script.bars):  # as in a backtest, nothing is ordered on the last bar
        await journal.commit_decision(key, bar, [], [])
        return
    decision = script.decide(bar, await journal.book(key))
    held = {position.symbol: position.quantity for position in await journal.positions(key)}
    intents = [Intent(request) for request in requests_of(key, decision, held)]
    await journal.commit_decision(key, bar, signals_of(decision), intents)


def live_and_die(url: str, kills: int, seed: int) -> dict[str, int]:
    """Trial after trial, until so many lives were ended by a kill; what is left of the last one goes undisturbed."""
    Database(DatabaseUrl(url))  # brings the driver along, which no life has to load again
    dice, killed, number = Random(seed), 0, 0
    while killed < kills:
        while killed < kills and _is_killed(url, Trial(number), dice):
            killed += 1
        number += 1
    for trial in map(Trial, range(number)):
        child, pulse = _fork(url, trial)
        _expect_end(os.waitpid(child, 0)[1])
        os.close(pulse)
    return {"killed": killed, "trials": number}


def _is_killed(url: str, trial: Trial, dice: Random) -> bool:
    """Somewhere in a tick, or before the first one; False where the run came to its end before that."""
    child, pulse = _fork(url, trial)
    beats = [time.monotonic()]
    for _ in range(dice.randint(0, MOST_TICKS)):
        os.read(pulse, 1)  # empty where the life is over already
        beats.append(time.monotonic())
    # The last tick took so long; the kill falls anywhere in one like it, on a quick machine as on a busy one.
    time.sleep(dice.random() * (beats[-1] - beats[-2] if len(beats) > 2 else _GUESSED_TICK_SECONDS))
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    os.close(pulse)
    if os.WIFSIGNALED(status):
        return True
    _expect_end(status)
    return False


def _expect_end(status: int) -> None:
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"a life ended with {os.waitstatus_to_exitcode(status)}")


def _fork(url: str, trial: Trial) -> tuple[int, int]:
    """The child, and the pipe that has its pulse."""
    _ = trial.script  # made by the parent, for all lives
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    try:
        asyncio.run(trade(url, trial, writing))
        os._exit(0)
    finally:
        sys.excepthook(*sys.exc_info())
        os._exit(1)


if __name__ == "__main__":
    install_kernel()
    sys.stdout.write(json.dumps(live_and_die(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
