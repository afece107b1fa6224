"""What keeps a strategy from trading, in one sentence each, whoever asks: page, chat, terminal, HTTP or tools."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from packages.core.messages import Message, message
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Blocker, Deployment
from packages.domain.trading.execution.model import OrderLedger
from packages.domain.trading.risk.switches import Switch, SwitchIsOn

STALE = "market_data_stale"
FIRST_BAR = "no_bar_yet"
_OVER = (LifecycleState.STOPPING, LifecycleState.STOPPED, LifecycleState.COMPLETED)
_NAMED = 5  # so many symbols are named in a sentence


@dataclass(frozen=True, slots=True)
class DataBlock:
    """Bars that are missing, or too old to open anything on."""

    code: str
    said: Message


def blocked_because(code: str) -> Message:
    """Of a `Blocker`, or of what only a person can lift."""
    return Message(f"trading.blocker.{code}")


def waits_for(deployment: Deployment, switch: Switch | None, ledger: OrderLedger | None) -> Message | None:
    """What else it opens nothing for: a kill switch that is on, or the first bar that it has still to see."""
    if deployment.mode is Mode.REPLAY or deployment.state in _OVER:
        return None
    if switch is not None:
        return blocked_because(SwitchIsOn.code)
    is_new = deployment.state is LifecycleState.RUNNING and ledger is not None and ledger.bar is None
    return blocked_because(FIRST_BAR) if is_new else None


def data_block(
    newest: Mapping[str, datetime | None], now: datetime, stale: Collection[str], begins: timedelta = timedelta.max
) -> DataBlock | None:
    """`newest` is when the newest bar of each symbol was over, None where it has none; the next one of those in `stale`
    is overdue. `begins` is the age beyond which nothing can be begun with a bar. None where nothing is missing."""
    missing = [symbol for symbol, at in newest.items() if at is None]
    if missing:
        some = message("trading.blocker.some_data_missing", symbols=_named(missing))
        said = some if len(missing) < len(newest) else blocked_because(Blocker.DATA_MISSING)
        return DataBlock(Blocker.DATA_MISSING.value, said)
    ages = {symbol: now - at for symbol, at in newest.items() if at is not None and symbol in stale}
    if not ages:
        return None
    said = message("trading.blocker.market_data_stale", symbols=_named(list(ages)), age=_age(max(ages.values())))
    return DataBlock(STALE if max(ages.values()) <= begins else Blocker.DATA_MISSING.value, said)


def _named(symbols: Sequence[str]) -> Message | list[str]:
    named, more = list(symbols[:_NAMED]), len(symbols) - _NAMED
    return message("trading.tools.and_more", symbols=named, count=more) if more > 0 else named


def _age(age: timedelta) -> Message:
    if age < timedelta(days=1):
        return message("trading.blocker.age_hours", count=int(age.total_seconds() // 3600))
    if age.days == 1:
        return message("trading.blocker.age_day")
    return message("trading.blocker.age_days", count=age.days)
