"""How a deployment lives: one table of what may follow what.

| state    | status    | start   | pause  | resume  | halt   | block   | stop     | settle  | complete  |
|----------|-----------|---------|--------|---------|--------|---------|----------|---------|-----------|
| ready    | ready     | running |        |         |        | blocked | stopped  |         |           |
| running  | deployed  |         | paused |         | halted | blocked | stopping |         |           |
| paused   | deployed  |         |        | running | halted | blocked | stopping |         |           |
| halted   | deployed  |         |        | running |        | blocked | stopping |         |           |
| blocked  | blocked   | running |        |         |        |         | stopping |         |           |
| stopping | deployed  |         |        |         |        |         |          | stopped |           |
| stopped  | deployed  |         |        |         |        |         |          |         | completed |

Whoever is paused, halted, blocked or stopping still sends exits. Nothing leaves `completed`.
"""

from enum import StrEnum


class LifecycleStatus(StrEnum):
    """As the chat and the page show it."""

    READY = "ready"
    DEPLOYED = "deployed"
    BLOCKED = "blocked"
    COMPLETED = "completed"


class LifecycleState(StrEnum):
    """What a deployment is doing."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"  # by a person
    HALTED = "halted"  # by a limit
    BLOCKED = "blocked"  # by something outside, with a code
    STOPPING = "stopping"  # entries are cancelled, and positions closed if that was asked
    STOPPED = "stopped"
    COMPLETED = "completed"

    @property
    def status(self) -> LifecycleStatus:
        return _STATUS.get(self, LifecycleStatus.DEPLOYED)

    @property
    def may_enter(self) -> bool:
        return self is LifecycleState.RUNNING

    @property
    def is_at_work(self) -> bool:
        """Its ticks go on: exits, fills, reconciling."""
        return self in _AT_WORK


class DeploymentAction(StrEnum):
    """What is done to a deployment. `settle` says that nothing is left to do after a stop."""

    CREATE = "create"
    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    HALT = "halt"
    BLOCK = "block"
    STOP = "stop"
    SETTLE = "settle"
    COMPLETE = "complete"


_STATUS = {
    LifecycleState.READY: LifecycleStatus.READY,
    LifecycleState.BLOCKED: LifecycleStatus.BLOCKED,
    LifecycleState.COMPLETED: LifecycleStatus.COMPLETED,
}
_AT_WORK = frozenset(
    {
        LifecycleState.RUNNING,
        LifecycleState.PAUSED,
        LifecycleState.HALTED,
        LifecycleState.BLOCKED,
        LifecycleState.STOPPING,
    }
)
_HELD = (LifecycleState.RUNNING, LifecycleState.PAUSED, LifecycleState.HALTED, LifecycleState.BLOCKED)
TRANSITIONS: dict[tuple[LifecycleState, DeploymentAction], LifecycleState] = {
    (LifecycleState.READY, DeploymentAction.START): LifecycleState.RUNNING,
    (LifecycleState.READY, DeploymentAction.STOP): LifecycleState.STOPPED,
    (LifecycleState.RUNNING, DeploymentAction.PAUSE): LifecycleState.PAUSED,
    (LifecycleState.PAUSED, DeploymentAction.RESUME): LifecycleState.RUNNING,
    (LifecycleState.HALTED, DeploymentAction.RESUME): LifecycleState.RUNNING,
    (LifecycleState.BLOCKED, DeploymentAction.START): LifecycleState.RUNNING,
    (LifecycleState.RUNNING, DeploymentAction.HALT): LifecycleState.HALTED,
    (LifecycleState.PAUSED, DeploymentAction.HALT): LifecycleState.HALTED,
    **{
        (state, DeploymentAction.BLOCK): LifecycleState.BLOCKED
        for state in (LifecycleState.READY, LifecycleState.RUNNING, LifecycleState.PAUSED, LifecycleState.HALTED)
    },
    **{(state, DeploymentAction.STOP): LifecycleState.STOPPING for state in _HELD},
    (LifecycleState.STOPPING, DeploymentAction.SETTLE): LifecycleState.STOPPED,
    (LifecycleState.STOPPED, DeploymentAction.COMPLETE): LifecycleState.COMPLETED,
}
_ALREADY: dict[DeploymentAction, tuple[LifecycleState, ...]] = {
    DeploymentAction.START: (LifecycleState.RUNNING,),
    DeploymentAction.PAUSE: (LifecycleState.PAUSED,),
    DeploymentAction.RESUME: (LifecycleState.RUNNING,),
    DeploymentAction.HALT: (LifecycleState.HALTED, LifecycleState.BLOCKED, LifecycleState.STOPPING),
    DeploymentAction.BLOCK: (LifecycleState.BLOCKED,),
    DeploymentAction.STOP: (LifecycleState.STOPPING,),
    DeploymentAction.SETTLE: (LifecycleState.STOPPED,),
    DeploymentAction.COMPLETE: (LifecycleState.COMPLETED,),
}


def follows(state: LifecycleState, action: DeploymentAction) -> LifecycleState | None:
    """The state after it; None where it may not be done."""
    return TRANSITIONS.get((state, action))


def is_done_already(state: LifecycleState, action: DeploymentAction) -> bool:
    """Whether all that the action wants is so already: asking twice changes nothing."""
    return state in _ALREADY.get(action, ())
