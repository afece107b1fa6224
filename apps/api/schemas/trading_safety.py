"""What the routes of kill switches, approvals and broker accounts take and give."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, Field

from apps.api.schemas.requests import PlainText, Request
from apps.api.schemas.trading import Amount, Exact, Id, SwitchOut, Told
from packages.domain.trading.approval.ports import Approval, ApprovalKind, ApprovalStatus
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.accounts import AccountKind, Credentials, LinkedAccount

Key = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[PlainText, Field(min_length=1, max_length=200)]
Ticker = Annotated[str, Field(min_length=1, max_length=40)]


class SwitchBody(Request):
    """On stops all entries within a second; off is for a person. The reason is recorded."""

    is_on: bool
    reason: Annotated[PlainText, Field(min_length=1, max_length=500)]


class SwitchesOut(BaseModel):
    """Those that are on and stop something of yours: everybody's first, then yours, then deployments'."""

    on: list[SwitchOut]


class SwitchTurnsOut(BaseModel):
    """Newest first."""

    turns: list[SwitchOut]


class ApproveBody(Request):
    """`digest` is of the document that was shown: what was not seen is not approved."""

    digest: Annotated[str, Field(min_length=1, max_length=100)]


class EnvelopeBody(Request):
    """Entries in these symbols until then, for so much money all together."""

    deployment_id: Id
    symbols: Annotated[list[Ticker], Field(min_length=1, max_length=100)]
    most_money: Amount
    until: Annotated[AwareDatetime, Field(strict=False)]


class ApprovalOut(Told):
    """`document` is what is to be approved to the last parameter, and `digest` its hash. An order's approval is spent
    once, until `expires_at`; `remaining` is what an envelope still holds."""

    id: str
    deployment_id: str
    kind: ApprovalKind
    digest: str
    document: dict[str, Any]
    status: ApprovalStatus
    requested_at: datetime
    expires_at: datetime
    symbols: list[str]
    remaining: Exact | None
    until: datetime | None
    decided_by: str | None
    decided_at: datetime | None


class ApprovalsOut(BaseModel):
    """Newest first; `next` is the `before` of the next page."""

    approvals: list[ApprovalOut]
    next: str | None


class PaperAccountBody(Request):
    """A paper account of the desk's own."""

    label: Name


class LinkBody(Request):
    """Keys of an account elsewhere; they are sealed, and never told again. `venue` names the exchange for ccxt."""

    kind: Annotated[AccountKind, Field(strict=False)]
    label: Name
    api_key: Key
    api_secret: Key
    passphrase: Key | None = None
    venue: Name | None = None

    def credentials(self) -> Credentials:
        return Credentials(self.api_key, self.api_secret, self.passphrase)


class BrokerAccountOut(BaseModel):
    """An account without its keys."""

    id: str
    kind: AccountKind
    mode: Mode
    label: str
    venue: str | None
    masked_key: str | None
    created_at: datetime


class BrokerAccountsOut(BaseModel):
    """Oldest first."""

    accounts: list[BrokerAccountOut]


def approval_out(approval: Approval) -> ApprovalOut:
    return ApprovalOut.model_validate(approval)


def account_out(account: LinkedAccount) -> BrokerAccountOut:
    named = {name: getattr(account, name) for name in BrokerAccountOut.model_fields if name != "mode"}
    return BrokerAccountOut(**named, mode=account.kind.mode)
