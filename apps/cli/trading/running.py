"""What `parley deploy` does: reads the options, changes or shows a deployment of the local owner in this process."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, replace
from decimal import Decimal, InvalidOperation
from typing import Literal, TypeAlias

from apps.api.openings.trading import open_trading
from apps.cli.backtest.options import RATES
from apps.cli.output import BadOption, cli_phrases, error_json, exit_code, print_error, print_json
from apps.cli.stress.options import OnData, as_typed
from apps.cli.trading.printing import (
    DeploymentOverview,
    print_deployment,
    print_deployments,
    print_orders,
    print_switch,
)
from packages.contracts.trading.book import OrderOut, PositionsOut
from packages.contracts.trading.views import DeploymentDetailOut, DeploymentOut, SwitchOut
from packages.core.errors import ParleyError
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.accounts.profile import Profile, profile_of
from packages.domain.backtest.jobs.plan import BacktestRequest, terms_json
from packages.domain.strategy.model import Strategy
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment, DeploymentRequest, Override
from packages.domain.trading.execution.model import JournalPage
from packages.domain.trading.risk.limits import limits_from
from packages.domain.trading.risk.switches import GLOBAL, SwitchKey, SwitchScope
from packages.infra.providers.trading.container import TradingContainer
from packages.settings.load import load_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateOptions:
    """As they were typed; None where nothing was."""

    strategy: str
    version: int | None = None
    account: str | None = None
    cash: str | None = None
    commission: float | None = None
    slippage: float | None = None
    leverage: float | None = None
    borrow_rate: float | None = None
    interest_rate: float | None = None
    funding_rate: float | None = None
    limit: tuple[str, ...] = ()
    profile: tuple[str, ...] = ()
    override: str | None = None
    reason: str = ""
    key: str | None = None

    def strategy_id(self) -> str:
        return self._on_data().strategy_id()

    def request(self, strategy: Strategy, version: int) -> DeploymentRequest:
        """On the account that was named; a key without one would stand for another account each time."""
        if self.key is not None and self.account is None:
            raise BadOption("cli.key_needs_account")
        with as_typed():
            return DeploymentRequest(
                strategy_id=self.strategy,
                version=version,
                account_id=self.account or "",
                mode=Mode.PAPER,
                terms=self.terms(strategy),
                limits=limits_from(dict(map(_limit, self.limit))),
                override=None if self.override is None else Override(self.override, self.reason),
            )

    def terms(self, strategy: Strategy) -> JsonObject:
        with as_typed():
            return terms_json(BacktestRequest(**self._on_data().shared(strategy)).terms(strategy))

    def person(self) -> Profile:
        with as_typed():
            return profile_of(dict(map(_answer, self.profile)))

    def _on_data(self) -> OnData:
        names = ("strategy", "version", "cash", "commission", "slippage", "leverage", *RATES)
        return OnData(**{name: getattr(self, name) for name in names})


def _limit(text: str) -> tuple[str, Decimal]:
    name, most = _pair("--limit", text, "daily_loss=0.02")
    try:
        return name, Decimal(most)
    except InvalidOperation:
        raise BadOption("cli.bad_limit", text=text[:120]) from None


def _answer(text: str) -> tuple[str, str]:
    name, answer = _pair("--profile", text, "risk_tolerance=moderate")
    known = [each.name for each in fields(Profile)]
    if name not in known:
        raise BadOption("cli.unknown_profile_name", name=name[:60], known=known)
    return name, answer


def _pair(option: str, text: str, example: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise BadOption("cli.badly_written_option", option=option, text=text[:120], example=example)
    return name.strip(), value.strip()


ME = PersonSession(LOCAL_OWNER_ID, "terminal")
Action: TypeAlias = Literal["start", "pause", "resume", "stop", "complete"]
Steps: TypeAlias = Callable[[TradingContainer], Awaitable[None]]


def create_deployment(options: CreateOptions, lang: str, as_json: bool) -> int:
    async def steps(trading: TradingContainer) -> None:
        revision = await trading.book.revision(ME.user_id, options.strategy_id(), options.version)
        request = options.request(revision.strategy, revision.version)
        making = trading.deployments(options.person())
        opening = trading.account_for
        account = await opening(ME.user_id, Mode.PAPER, options.account, options.key, revision.strategy.name)
        asked = replace(request, account_id=account.id, mode=account.kind.mode)
        await show(trading, await making.create(ME, asked, options.key), lang, as_json)

    return run_trading(steps, as_json)


def act(action: Action, deployment_id: str, lang: str, as_json: bool, reason: str = "", flatten: bool = False) -> int:
    async def steps(trading: TradingContainer) -> None:
        await show(trading, await _done(trading, action, deployment_id, reason, flatten), lang, as_json)

    return run_trading(steps, as_json)


def show_deployment(deployment_id: str, lang: str, as_json: bool) -> int:
    async def steps(trading: TradingContainer) -> None:
        await show(trading, await trading.deployments().get(ME.user_id, deployment_id), lang, as_json)

    return run_trading(steps, as_json)


def list_deployments(limit: int, lang: str, as_json: bool) -> int:
    async def steps(trading: TradingContainer) -> None:
        found = await trading.deployments().page(ME.user_id, limit)
        if as_json:
            print_json([DeploymentOut.from_values(each).model_dump(mode="json") for each in found])
            return
        named = [(each, (await trading.book.get(ME.user_id, each.strategy_id)).name) for each in found]
        print_deployments(named, Language(lang))

    return run_trading(steps, as_json)


def list_orders(deployment_id: str, limit: int, lang: str, as_json: bool) -> int:
    async def steps(trading: TradingContainer) -> None:
        own = await trading.deployments().get(ME.user_id, deployment_id)
        found = [] if own.state is LifecycleState.READY else await trading.journal.orders(own.id, JournalPage(limit))
        if as_json:
            print_json([OrderOut.of(each).model_dump(mode="json") for each in found])
        else:
            print_orders(found, Language(lang))

    return run_trading(steps, as_json)


def turn_switch(deployment_id: str | None, everybody: bool, is_on: bool, reason: str, lang: str, as_json: bool) -> int:
    async def steps(trading: TradingContainer) -> None:
        if everybody and deployment_id is not None:
            raise BadOption("cli.everybody_or_one")
        own = SwitchKey(SwitchScope.PERSON, ME.user_id)
        key = GLOBAL if everybody else SwitchKey(SwitchScope.DEPLOYMENT, deployment_id) if deployment_id else own
        turn = trading.switches.turn_on if is_on else trading.switches.turn_off
        why = reason or cli_phrases("trading", Language(lang)).say("typed_here")
        switch = await turn(ME, key, why)
        if as_json:
            print_json(SwitchOut.of(switch).model_dump(mode="json"))
        else:
            print_switch(switch, Language(lang))

    return run_trading(steps, as_json)


async def _done(
    trading: TradingContainer, action: Action, deployment_id: str, reason: str, flatten: bool
) -> Deployment:
    match action:
        case "start":
            return await trading.runtime.start(ME, deployment_id)
        case "pause":
            return await trading.runtime.pause(ME, deployment_id, reason)
        case "resume":
            return await trading.runtime.resume(ME, deployment_id, reason)
        case "stop":
            return await trading.runtime.stop(ME, deployment_id, flatten=flatten, reason=reason)
        case "complete":
            return await trading.deployments().complete(ME, deployment_id, reason)


async def show(trading: TradingContainer, deployment: Deployment, lang: str, as_json: bool) -> None:
    switch = await trading.switches.stopping(ME.user_id, deployment.id)
    holds_up = await trading.holds_up(deployment)
    is_open = deployment.state is not LifecycleState.READY and await trading.runtime.began(deployment) is not None
    ledger = await trading.journal.ledger(deployment.id) if is_open else None
    held = await trading.journal.positions(deployment.id) if is_open else ()
    if as_json:
        shown = DeploymentDetailOut.of(deployment, ledger, switch, holds_up).model_dump(mode="json")
        print_json({**shown, **PositionsOut.model_validate({"positions": held}).model_dump(mode="json")})
        return
    strategy = await trading.book.get(ME.user_id, deployment.strategy_id)
    print_deployment(DeploymentOverview(deployment, strategy.name, ledger, held, switch, holds_up), Language(lang))


def run_trading(steps: Steps, as_json: bool) -> int:
    """The exit code. A refusal is printed before the app is closed: its event log would wrap the error."""

    async def run() -> int:
        async with open_trading(load_settings()) as trading:
            try:
                await steps(trading)
            except ParleyError as error:
                _print_refusal(error, as_json)
                return exit_code(error)
            return 0

    return asyncio.run(run())


def _print_refusal(error: ParleyError, as_json: bool) -> None:
    if as_json:
        print_json(error_json(error))
    else:
        print_error(error, as_json)
