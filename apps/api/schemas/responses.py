"""What the API gives."""

from datetime import datetime
from typing import Literal, Self

from pydantic import BaseModel, Field

from packages.contracts.sentences import SaidText
from packages.domain.accounts import model as accounts
from packages.domain.accounts.personal_tokens import PersonalToken, TokenScope
from packages.domain.work.jobs import JobStatus


class ErrorDetail(BaseModel):
    code: str
    message: str
    details: object


class ErrorBody(BaseModel):
    """The one shape of every failure."""

    error: ErrorDetail


class UserOut(BaseModel):
    id: str
    email: str | None
    name: str
    created_at: datetime

    @classmethod
    def of(cls, user: accounts.User) -> Self:
        return cls(id=user.id, email=user.email, name=user.name, created_at=user.created_at)


class About(BaseModel):
    product: Literal["Parley"] = "Parley"
    version: str
    auth_mode: Literal["local", "password"]
    desk_mode: Literal["rules", "llm"]
    model_problem: SaidText | None = Field(
        default=None, description="Why the model that is set cannot be asked, and what to set; the rules go on."
    )
    owner: UserOut | None = Field(description="Who one is without an account; null where one must sign in.")


class TokenPair(BaseModel):
    access_token: str
    refresh_token: str
    token_type: Literal["bearer"] = "bearer"  # noqa: S105 - the name of a scheme
    expires_in: int
    user: UserOut


class LoginSessionOut(BaseModel):
    """One sign-in: with what, from which address, and whether it is the one that asks."""

    id: str
    device: str
    place: str
    created_at: datetime
    last_used_at: datetime
    expires_at: datetime
    is_current: bool

    @classmethod
    def of(cls, session: accounts.LoginSession, current: str | None) -> "LoginSessionOut":
        return cls(
            id=session.id,
            device=session.device,
            place=session.place,
            created_at=session.created_at,
            last_used_at=session.last_used_at,
            expires_at=session.expires_at,
            is_current=session.id == current,
        )


class LoginSessionsOut(BaseModel):
    sessions: list[LoginSessionOut]


class PersonalTokenOut(BaseModel):
    """A token without its secret; `hint` is how it ends."""

    id: str
    name: str
    scopes: list[TokenScope]
    hint: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None

    @classmethod
    def of(cls, token: PersonalToken) -> Self:
        return cls(
            id=token.id,
            name=token.name,
            scopes=[scope for scope in TokenScope if scope in token.scopes],
            hint=token.hint,
            created_at=token.created_at,
            expires_at=token.expires_at,
            last_used_at=token.last_used_at,
        )


class PersonalTokensOut(BaseModel):
    tokens: list[PersonalTokenOut]


class IssuedTokenOut(PersonalTokenOut):
    """`token` is shown this once and stored nowhere."""

    token: str


class Health(BaseModel):
    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    status: Literal["ready"] = "ready"
    checks: dict[str, str]


class JobOut(BaseModel):
    id: str
    kind: str
    attempt: int
    status: JobStatus
    progress: float
    message: SaidText
    result: object | None
    error: SaidText | None
    created_at: datetime
    updated_at: datetime


class JobList(BaseModel):
    jobs: list[JobOut]
