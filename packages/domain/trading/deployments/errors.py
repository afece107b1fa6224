"""Why a deployment is not made, or does not do what it is told."""

from enum import StrEnum

from packages.core.errors import Conflict, Invalid, NotFound


class Blocker(StrEnum):
    """Why a strategy may not trade, in a word that the page and the chat translate."""

    VERDICT_MISSING = "stress_verdict_missing"
    VERDICT_OF_ANOTHER = "stress_verdict_of_another_content"
    VERDICT_OF_LOOSER_LIMITS = "stress_verdict_of_looser_limits"
    VERDICT_REVISE = "stress_verdict_revise"
    VERDICT_REJECT = "stress_verdict_reject"
    ACCOUNT_BUSY = "broker_account_busy"
    ACCOUNT_BLOCKED = "broker_account_blocked"
    ACCOUNT_MODE = "broker_account_mode"
    ACCOUNT_DIFFERS = "broker_account_differs"
    BROKER_UNREACHABLE = "broker_unreachable"
    DATA_MISSING = "market_data_missing"


class UnknownDeployment(NotFound):
    """There is no such deployment, or it is another person's."""


class UnknownAccount(NotFound):
    """There is no such broker account, or it is another person's."""


class NotCleared(Conflict):
    """Something stands in the way; `blocker` says what."""

    def __init__(self, said: str, blocker: Blocker, /, **params: object) -> None:
        super().__init__(said, details={"blocker": blocker.value}, **params)
        self.blocker = blocker


class BadOverride(Invalid):
    """An override that was not typed as it has to be, or that gives no reason."""


class NotNow(Conflict):
    """The state of the deployment does not allow it."""


class KeyTaken(Conflict):
    """The idempotency key stands for another deployment."""


class BadAccount(Invalid):
    """A broker account that cannot be linked as it was given."""


class AccountBusy(Conflict):
    """A deployment trades on the account."""
