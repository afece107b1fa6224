"""Deployments as their owner meets them: made, started, paused, stopped, looked at."""

import json
from collections.abc import Sequence

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import word
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.json_tree import content_hash
from packages.domain.strategy.revisions import Revision
from packages.domain.strategy.walk import uses_account
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import Caller, SystemCaller, require_person
from packages.domain.trading.deployments.accounts import BrokerAccounts
from packages.domain.trading.deployments.clearing import Prospect, blocker_of, cleared
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState, follows, is_done_already
from packages.domain.trading.deployments.model import (
    BadReplay,
    Blocker,
    Clearance,
    Deployment,
    DeploymentKeyTaken,
    DeploymentRequest,
    NotNow,
    OwnAccountNeeded,
    StateChange,
    UnknownDeployment,
)
from packages.domain.trading.deployments.ports import DeploymentStore, NameMembers, PersonLimits, Verdicts
from packages.domain.trading.errors import WrongMode
from packages.domain.trading.risk.limits import EquityMarks, Halt, RiskLimits, default_limits, strictest
from packages.domain.trading.risk.switches import Switches

_TRIES = 5  # of a change that somebody else was quicker than


class DeploymentService:
    """Every deployment is reached by its owner and its id; another person's is unknown."""

    def __init__(
        self,
        store: DeploymentStore,
        book: StrategyBook,
        verdicts: Verdicts,
        persons: PersonLimits,
        accounts: BrokerAccounts,
        switches: Switches,
        clock: Clock,
        ids: Ids,
        name_members: NameMembers,
    ) -> None:
        self._store = store
        self._book = book
        self._verdicts = verdicts
        self._persons = persons
        self._accounts = accounts
        self._switches = switches
        self._clock = clock
        self._ids = ids
        self._name_members = name_members

    async def create(self, caller: Caller, request: DeploymentRequest, key: str | None = None) -> Deployment:
        """The same key with the same request is the same deployment."""
        owner_id, key = caller.user_id, key or self._ids.new()
        if request.mode is Mode.LIVE:
            require_person(caller, "deploy with live money")
        person = await self._persons.of(owner_id)
        asked = content_hash({"request": request.digest, "person": json.dumps(person.as_json(), sort_keys=True)})
        known = await self._store.by_key(owner_id, key)
        if known is None:
            revision = await self._book.revision(owner_id, request.strategy_id, request.version)
            await self._name_members(revision.strategy)  # a market that cannot be named is refused before
            verdict = await self._verdicts.latest(owner_id, request.strategy_id, request.version)
            clearance = cleared(request, revision, verdict, person, caller)
            self._check_day(request)
            await self._check_account(owner_id, request, revision)
            made = self._made(owner_id, request, revision, clearance, person)
            known = await self._store.add(made, _first(made, caller), key, asked)
        deployment, digest = known
        if digest != asked:
            raise DeploymentKeyTaken("trading.key_taken")
        return deployment

    async def prospect(self, owner_id: str, strategy_id: str, version: int | None = None) -> Prospect:
        """How a deployment of this version, or of the newest, would stand; nothing is made."""
        revision = await self._book.revision(owner_id, strategy_id, version)
        await self._name_members(revision.strategy)
        verdict = await self._verdicts.latest(owner_id, strategy_id, revision.version)
        person = await self._persons.of(owner_id)
        limits = strictest(person, default_limits(revision.strategy.timeframe))
        return Prospect(revision, verdict, blocker_of(revision, verdict, person), limits)

    async def start(self, caller: Caller, deployment_id: str) -> Deployment:
        """Live money begins with a person; a kill switch that is on is turned off first."""
        found = await self.get(caller.user_id, deployment_id)
        if found.mode is Mode.LIVE:
            require_person(caller, "start a deployment with live money")
        await self._switches.require_off(caller.user_id, deployment_id)
        return await self._do(caller, found, DeploymentAction.START)

    async def pause(self, caller: Caller, deployment_id: str, reason: str = "") -> Deployment:
        return await self._do(caller, await self.get(caller.user_id, deployment_id), DeploymentAction.PAUSE, reason)

    async def resume(self, caller: Caller, deployment_id: str, reason: str = "") -> Deployment:
        """Only a person goes on after a limit was broken, and with live money ever."""
        found = await self.get(caller.user_id, deployment_id)
        if found.mode is Mode.LIVE or found.state is LifecycleState.HALTED:
            require_person(caller, "let this deployment go on")
        await self._switches.require_off(caller.user_id, deployment_id)
        return await self._do(caller, found, DeploymentAction.RESUME, reason)

    async def stop(self, caller: Caller, deployment_id: str, *, flatten: bool, reason: str = "") -> Deployment:
        """Entries at work are cancelled; with `flatten` everything is closed. Who asks for that later gets it too."""
        found = await self.get(caller.user_id, deployment_id)
        if flatten and found.mode is Mode.LIVE:
            require_person(caller, "close positions of live money")
        return await self._do(caller, found, DeploymentAction.STOP, reason, flatten=flatten)

    async def complete(self, caller: Caller, deployment_id: str, reason: str = "") -> Deployment:
        """The book is closed for good, and the account is free for another deployment."""
        return await self._do(caller, await self.get(caller.user_id, deployment_id), DeploymentAction.COMPLETE, reason)

    async def halt(self, deployment: Deployment, halt: Halt) -> Deployment:
        """By the watch; a halt that flattens is kept with the deployment, so that a restart goes on closing."""
        reason = f"{halt.limit}: {halt.measured:.4f} of {halt.bound.most} ({halt.bound.clause})"
        return await self._do(SystemCaller(), deployment, DeploymentAction.HALT, reason, flatten=halt.flatten)

    async def block(self, deployment: Deployment, blocker: Blocker, reason: str) -> Deployment:
        return await self._do(SystemCaller(), deployment, DeploymentAction.BLOCK, reason, blocker=blocker)

    async def settle(self, deployment: Deployment) -> Deployment:
        """By the runtime, when a stop has nothing left to do."""
        return await self._do(SystemCaller(), deployment, DeploymentAction.SETTLE)

    async def end_replay(self, deployment: Deployment) -> Deployment:
        """It has come to the present: what is held stays in its book."""
        stopping = await self._do(SystemCaller(), deployment, DeploymentAction.STOP, "replay_ended")
        return await self.settle(stopping)

    async def mark(self, deployment_id: str, marks: EquityMarks) -> None:
        await self._store.mark(deployment_id, marks)

    async def get(self, owner_id: str, deployment_id: str) -> Deployment:
        found = await self._store.find(owner_id, deployment_id)
        if found is None:
            raise UnknownDeployment("trading.unknown_deployment")
        return found

    async def page(self, owner_id: str, limit: int = 50, before: str | None = None) -> Sequence[Deployment]:
        return await self._store.page(owner_id, limit, before)

    async def history(self, owner_id: str, deployment_id: str) -> Sequence[StateChange]:
        await self.get(owner_id, deployment_id)
        return await self._store.history(owner_id, deployment_id)

    async def at_work(self) -> Sequence[Deployment]:
        return await self._store.at_work()

    async def _check_account(self, owner_id: str, request: DeploymentRequest, revision: Revision) -> None:
        account = await self._accounts.get(owner_id, request.account_id)
        if account.kind.mode is not request.mode:
            raise WrongMode(
                "trading.wrong_mode_of_account",
                label=account.label,
                account_mode=word("mode", account.kind.mode),
                deployment_mode=word("mode", request.mode),
            )
        strategy = revision.strategy
        if not account.kind.is_own and strategy.portfolio is not None:
            raise OwnAccountNeeded("trading.own_account_for_weights")
        if not account.kind.is_own and (uses_account(strategy) or strategy.scales):
            raise OwnAccountNeeded("trading.own_account_needed")

    def _check_day(self, request: DeploymentRequest) -> None:
        today = self._clock.now().date()
        if request.replay_from is not None and request.replay_from >= today:
            raise BadReplay("trading.replay_day_not_over", day=request.replay_from.isoformat(), today=today.isoformat())

    def _made(
        self, owner_id: str, request: DeploymentRequest, revision: Revision, clearance: Clearance, person: RiskLimits
    ) -> Deployment:
        now = self._clock.now()
        defaults = default_limits(revision.strategy.timeframe)
        return Deployment(
            id=self._ids.new(),
            owner_id=owner_id,
            strategy_id=request.strategy_id,
            version=revision.version,
            content_hash=revision.content_hash,
            account_id=request.account_id,
            mode=request.mode,
            terms=request.terms,
            limits=strictest(person, request.limits, defaults),
            clearance=clearance,
            state=LifecycleState.READY,
            created_at=now,
            updated_at=now,
            changes=1,
            replay_from=request.replay_from,
        )

    async def _do(
        self,
        caller: Caller,
        found: Deployment,
        action: DeploymentAction,
        reason: str = "",
        *,
        flatten: bool = False,
        blocker: Blocker | None = None,
    ) -> Deployment:
        for _ in range(_TRIES):
            if is_done_already(found.state, action) and (found.flatten or not flatten):
                return found
            change = self._change(caller, found, action, reason, flatten or found.flatten, blocker)
            done = await self._store.change(found.owner_id, found.id, change)
            if done is not None:
                return done
            found = await self.get(found.owner_id, found.id)
        raise NotNow("trading.being_changed")

    def _change(
        self,
        caller: Caller,
        found: Deployment,
        action: DeploymentAction,
        reason: str,
        flatten: bool,
        blocker: Blocker | None,
    ) -> StateChange:
        again = is_done_already(found.state, action)  # only what is to be closed is new
        after = found.state if again else follows(found.state, action)
        if after is None:
            raise NotNow(
                "trading.not_in_this_state",
                state=word("deployment_state", found.state),
                action=word("deployment_action", action),
            )
        return StateChange(
            number=found.changes + 1,
            action=action,
            before=found.state,
            after=after,
            by=caller.name,
            reason=reason.strip()[:500],
            at=self._clock.now(),
            blocker=blocker,
            flatten=flatten and after in (LifecycleState.HALTED, LifecycleState.STOPPING, LifecycleState.BLOCKED),
        )


def _first(made: Deployment, caller: Caller) -> StateChange:
    reason = made.clearance.override_reason or ""
    return StateChange(
        number=1,
        action=DeploymentAction.CREATE,
        before=None,
        after=LifecycleState.READY,
        by=caller.name,
        reason=reason,
        at=made.created_at,
    )
