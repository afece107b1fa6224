"""Where the strategy of a conversation stands: its rules, the person's word on them, and the backtest of just these."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from apps.api.agents.held_rules import HELD
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.rule_changes.rule_drafts import DRAFT
from packages.core.events import JsonValue
from packages.domain.conversation.facts import BacktestFact, StoredRecords, StrategyFact
from packages.domain.conversation.fields import STRATEGY, BacktestState

CONFIRMED_HASH = "confirmed_hash"  # the content that the person agreed to
READY: Final = "strategy_confirmed_and_backtest_done"  # why the stress test comes next
LEFT = "left"  # the strategy that the person left for another scope
SHOWN_HASH = "shown_hash"  # the content that the person was last shown
SEEN_HASH = "seen_hash"  # the content of the saved rules when they were


@dataclass(frozen=True, slots=True)
class StrategyStanding:
    """The block as the database has it; `strategy` and `backtest` are the owner's, or None."""

    block: PhaseBlock
    strategy: StrategyFact | None = None
    backtest: BacktestFact | None = None

    @property
    def is_confirmed(self) -> bool:
        return self.strategy is not None and self.block.runtime.get(CONFIRMED_HASH) == self.strategy.content_hash

    @property
    def is_tested(self) -> bool:
        return self.backtest is not None and self.backtest.status == BacktestState.DONE

    @property
    def may_be_stressed(self) -> bool:
        """The person agreed to these very rules, and they have a finished backtest."""
        return self.is_confirmed and self.is_tested


async def strategy_standing(records: StoredRecords, owner_id: str, block: PhaseBlock) -> StrategyStanding:
    """What is not the owner's is dropped, and so is the backtest of other rules; a changed strategy is unconfirmed."""
    strategy = await owned_strategy(records, owner_id, block.profile.get("strategy_id"))
    if strategy is None:
        names = (SHOWN_HASH, SEEN_HASH, LEFT, DRAFT, HELD)
        kept = {name: block.runtime[name] for name in names if name in block.runtime}
        return StrategyStanding(strategy_block({}, kept))
    return settled(block.runtime, strategy, await _backtest(records, owner_id, strategy, block))


def settled(
    runtime: Mapping[str, JsonValue], strategy: StrategyFact, backtest: BacktestFact | None
) -> StrategyStanding:
    """What follows from the records and from what the person agreed to."""
    runtime = {**runtime, "content_hash": strategy.content_hash, "version": strategy.version}
    standing = StrategyStanding(PhaseBlock(runtime=runtime), strategy, backtest)
    profile: dict[str, JsonValue] = {"strategy_id": strategy.strategy_id}
    if standing.is_confirmed:
        profile["strategy_confirmed"] = "true"
    if backtest is not None:
        profile |= {"backtest_job_id": backtest.backtest_job_id, "backtest_status": backtest.status}
    return replace(standing, block=strategy_block(profile, runtime))


async def owned_strategy(records: StoredRecords, owner_id: str, strategy_id: object) -> StrategyFact | None:
    return await records.strategy(owner_id, strategy_id) if isinstance(strategy_id, str) and strategy_id else None


def strategy_block(profile: Mapping[str, JsonValue], runtime: Mapping[str, JsonValue]) -> PhaseBlock:
    return PhaseBlock(profile, tuple(field.name for field in STRATEGY if not profile.get(field.name)), runtime)


def left_behind(artifacts: Mapping[Phase, PhaseBlock]) -> PhaseBlock:
    """The block of a conversation that begins anew: neither the rules at hand nor earlier ones return by themselves."""
    block = artifacts.get(Phase.STRATEGY, PhaseBlock())
    left = block.profile.get("strategy_id") or block.runtime.get(LEFT)
    return strategy_block({}, {LEFT: left} if left else {})


def confirmed(block: PhaseBlock, content_hash: str) -> PhaseBlock:
    return replace(block, runtime={**block.runtime, CONFIRMED_HASH: content_hash})


def unconfirmed(block: PhaseBlock) -> PhaseBlock:
    """As it is handed back when the person, or a blocked deployment, wants other rules."""
    profile = {name: value for name, value in block.profile.items() if name != "strategy_confirmed"}
    runtime = {name: value for name, value in block.runtime.items() if name != CONFIRMED_HASH}
    return strategy_block(profile, runtime)


def shown_before(block: PhaseBlock) -> str | None:
    """By what the last turn showed; of a block that was written before this was kept, the rules as they are."""
    shown = block.runtime.get(SHOWN_HASH) or block.runtime.get("content_hash")
    return shown if isinstance(shown, str) else None


def is_of(backtest: BacktestFact, strategy: StrategyFact) -> bool:
    """Whether a backtest is of this strategy, with the content it has now; one that was stopped is as good as none."""
    return not backtest.is_stopped and (backtest.strategy_id, backtest.content_hash) == (
        strategy.strategy_id,
        strategy.content_hash,
    )


async def _backtest(
    records: StoredRecords, owner_id: str, strategy: StrategyFact, block: PhaseBlock
) -> BacktestFact | None:
    """The one that is named, or the newest of just these rules."""
    job_id = block.profile.get("backtest_job_id")
    named = await records.backtest(owner_id, job_id) if isinstance(job_id, str) else None
    if named is not None and is_of(named, strategy):
        return named
    found = await records.backtests_of(owner_id, strategy.strategy_id)
    return next((each for each in found if is_of(each, strategy)), None)
