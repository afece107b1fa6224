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


class Status(StrEnum):
    """As the chat and the page tell it."""

    READY = "ready"
    DEPLOYED = "deployed"
    BLOCKED = "blocked"
    COMPLETED = "completed"


class State(StrEnum):
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
    def status(self) -> Status:
        return _STATUS.get(self, Status.DEPLOYED)

    @property
    def may_enter(self) -> bool:
        return self is State.RUNNING

    @property
    def is_at_work(self) -> bool:
        """Its ticks go on: exits, fills, reconciling."""
        return self in _AT_WORK


class Action(StrEnum):
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


_STATUS = {State.READY: Status.READY, State.BLOCKED: Status.BLOCKED, State.COMPLETED: Status.COMPLETED}
_AT_WORK = frozenset({State.RUNNING, State.PAUSED, State.HALTED, State.BLOCKED, State.STOPPING})
_HELD = (State.RUNNING, State.PAUSED, State.HALTED, State.BLOCKED)
TRANSITIONS: dict[tuple[State, Action], State] = {
    (State.READY, Action.START): State.RUNNING,
    (State.READY, Action.STOP): State.STOPPED,
    (State.RUNNING, Action.PAUSE): State.PAUSED,
    (State.PAUSED, Action.RESUME): State.RUNNING,
    (State.HALTED, Action.RESUME): State.RUNNING,
    (State.BLOCKED, Action.START): State.RUNNING,
    (State.RUNNING, Action.HALT): State.HALTED,
    (State.PAUSED, Action.HALT): State.HALTED,
    **{(state, Action.BLOCK): State.BLOCKED for state in (State.READY, State.RUNNING, State.PAUSED, State.HALTED)},
    **{(state, Action.STOP): State.STOPPING for state in _HELD},
    (State.STOPPING, Action.SETTLE): State.STOPPED,
    (State.STOPPED, Action.COMPLETE): State.COMPLETED,
}
_ALREADY: dict[Action, tuple[State, ...]] = {
    Action.START: (State.RUNNING,),
    Action.PAUSE: (State.PAUSED,),
    Action.RESUME: (State.RUNNING,),
    Action.HALT: (State.HALTED, State.BLOCKED, State.STOPPING),
    Action.BLOCK: (State.BLOCKED,),
    Action.STOP: (State.STOPPING,),
    Action.SETTLE: (State.STOPPED,),
    Action.COMPLETE: (State.COMPLETED,),
}


def follows(state: State, action: Action) -> State | None:
    """The state after it; None where it may not be done."""
    return TRANSITIONS.get((state, action))


def is_done_already(state: State, action: Action) -> bool:
    """Whether all that the action wants is so already: asking twice changes nothing."""
    return state in _ALREADY.get(action, ())
