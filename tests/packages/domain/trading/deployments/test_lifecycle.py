"""The table in the words of the module is the table in the code, and what it promises holds."""

import re

from packages.domain.trading.deployments import lifecycle
from packages.domain.trading.deployments.lifecycle import (
    TRANSITIONS,
    DeploymentAction,
    LifecycleState,
    LifecycleStatus,
    follows,
)


def test_the_table_of_the_module_is_what_is_done() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (lifecycle.__doc__ or "").splitlines()
        if re.match(r"\| [a-z]", line)
    ]
    head, *body = rows
    told = {
        (LifecycleState(row[0]), DeploymentAction(action)): LifecycleState(after)
        for row in body
        for action, after in zip(head[2:], row[2:], strict=True)
        if after
    }
    assert told == TRANSITIONS
    assert {LifecycleState(row[0]): LifecycleStatus(row[1]) for row in body} == {
        state: state.status for state in LifecycleState if state is not LifecycleState.COMPLETED
    }


def test_every_deployment_can_be_stopped_and_completed_from_wherever_it_is() -> None:
    for state in set(LifecycleState) - {LifecycleState.COMPLETED}:
        following: LifecycleState | None = state
        for action in (DeploymentAction.STOP, DeploymentAction.SETTLE, DeploymentAction.COMPLETE):
            assert following is not None
            following = follows(following, action) or following
        assert following is LifecycleState.COMPLETED, state


def test_nothing_leaves_the_end_and_only_what_runs_may_enter() -> None:
    assert [action for action in DeploymentAction if follows(LifecycleState.COMPLETED, action)] == []
    assert [state for state in LifecycleState if state.may_enter] == [LifecycleState.RUNNING]


def test_what_may_hold_positions_stays_at_work() -> None:
    idle = {LifecycleState.READY, LifecycleState.STOPPED, LifecycleState.COMPLETED}
    assert {state for state in LifecycleState if not state.is_at_work} == idle
