"""What stands between a version of a strategy and its first order: each thing that has to be right, one by one."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from apps.mcp.services import ToolServices
from packages.contracts.trading.tool_views import (
    BlockedStep,
    CheckName,
    CheckStatus,
    CheckView,
    LimitView,
    ReadinessView,
)
from packages.core.messages import Language, render
from packages.domain.strategy.model import Strategy
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonNeeded
from packages.domain.trading.deployments.accounts import taken_accounts
from packages.domain.trading.deployments.clearing import WHY, Prospect
from packages.domain.trading.deployments.model import Blocker
from packages.domain.trading.risk.limits import LimitName
from packages.domain.trading.risk.switches import GLOBAL, SwitchIsOn, SwitchKey, SwitchScope

STALE = "market_data_stale"
_NAMED = 5  # so many symbols are named in a sentence
_FAR = 30  # so many times the age that a close may have is looked back


async def readiness_of(
    services: ToolServices, owner_id: str, strategy_id: str, version: int | None, account_id: str | None
) -> ReadinessView:
    making = services.trading.deployments(await services.profiles.of(owner_id))
    prospect = await making.prospect(owner_id, strategy_id, version)
    checks = [
        _verdict(prospect),
        await _account(services, owner_id, account_id),
        await _switch(services, owner_id),
        await _bars(services, prospect),
    ]
    blocked = [each for each in checks if each.status is CheckStatus.BLOCKED]
    return ReadinessView(
        strategy_id=strategy_id,
        version=prospect.revision.version,
        stress_report_id=None if prospect.verdict is None else prospect.verdict.report_id,
        is_ready=all(each.holds_up is BlockedStep.ENTRIES for each in blocked),
        checks=checks,
        limits=LimitView.all_of(prospect.limits),
    )


def _verdict(prospect: Prospect) -> CheckView:
    if prospect.blocker is None:
        return _ok(CheckName.STRESS_VERDICT, "The stress lab passed exactly this version.", BlockedStep.CREATE)
    why = render(WHY[prospect.blocker], Language.EN)
    text = f"{why}. Only the person can override this, by typing the phrase and a reason."
    return _blocked(CheckName.STRESS_VERDICT, prospect.blocker, text, BlockedStep.CREATE)


async def _account(services: ToolServices, owner_id: str, account_id: str | None) -> CheckView:
    name, step = CheckName.BROKER_ACCOUNT, BlockedStep.CREATE
    if account_id is None:
        return _ok(name, "A paper account of the desk's own will be taken, or opened.", step)
    account = await services.trading.accounts.get(owner_id, account_id)
    if account.kind.mode is Mode.LIVE:
        text = "This account has live money: a person deploys on it, in the page. Take a paper account."
        return _blocked(name, PersonNeeded.code, text, step)
    holder = (await taken_accounts(services.trading.store, owner_id)).get(account_id)
    if holder is None:
        return _ok(name, f"The account {account.label} is free.", step)
    text = f"The deployment {holder} has this account: take another one, or none to get a new paper account."
    return _blocked(name, Blocker.ACCOUNT_BUSY, text, step)


async def _switch(services: ToolServices, owner_id: str) -> CheckView:
    found = await services.trading.turned.on([GLOBAL, SwitchKey(SwitchScope.PERSON, owner_id)])
    if not found:
        return _ok(CheckName.KILL_SWITCH, "No kill switch is on.", BlockedStep.START)
    text = f"The {found[0].key.scope} kill switch is on ({found[0].reason}): only a person turns it off, in the page."
    return _blocked(CheckName.KILL_SWITCH, SwitchIsOn.code, text, BlockedStep.START)


async def _bars(services: ToolServices, prospect: Prospect) -> CheckView:
    strategy, bounds = prospect.revision.strategy, prospect.limits.bounds
    oldest = timedelta(seconds=float(bounds[LimitName.STALE_DATA].most))
    missing, stale = await _lacking(services, strategy, oldest)
    if missing:
        text = f"There are no {strategy.timeframe} bars of {_named(missing)}: load them (`parley data sync`) first."
        return _blocked(CheckName.MARKET_DATA, Blocker.DATA_MISSING, text, BlockedStep.START)
    if stale:
        text = f"The newest bars of {_named(stale)} are too old to open anything on: load newer ones."
        return _blocked(CheckName.MARKET_DATA, STALE, text, BlockedStep.ENTRIES)
    return _ok(CheckName.MARKET_DATA, "The bars of every symbol are there and new enough.", BlockedStep.ENTRIES)


async def _lacking(services: ToolServices, strategy: Strategy, oldest: timedelta) -> tuple[list[str], list[str]]:
    """Tickers without bars, and those whose newest bar is older than the limit on stale data."""
    from packages.domain.market_data.coverage import newest_known  # with numpy below it
    from packages.domain.market_data.symbols import parse_symbol

    now, view = services.clock.now(), services.library.view()
    known: dict[str, datetime | None] = {
        ticker: await newest_known(view, parse_symbol(ticker), strategy.timeframe, _FAR * oldest)
        for ticker in strategy.universe.tickers
    }
    old = [ticker for ticker, at in known.items() if at is None or now - at > oldest]
    if not old:
        return [], []
    stored = {str(each.symbol) for each in await services.library.bars.stored() if each.timeframe is strategy.timeframe}
    return [each for each in old if each not in stored], [each for each in old if each in stored]


def _named(tickers: Sequence[str]) -> str:
    more = len(tickers) - _NAMED
    return ", ".join(tickers[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def _ok(name: CheckName, text: str, holds_up: BlockedStep) -> CheckView:
    return CheckView(name=name, status=CheckStatus.OK, code=None, told=text, holds_up=holds_up)


def _blocked(name: CheckName, code: str, text: str, holds_up: BlockedStep) -> CheckView:
    return CheckView(name=name, status=CheckStatus.BLOCKED, code=code, told=text, holds_up=holds_up)
