"""Access tokens for people and tokens for tools: JWT, HS256, bound to an audience, short-lived."""

from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Annotated, Any

import jwt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from packages.contracts.phases import Phase
from packages.contracts.tool_grants import ToolDomain, ToolGrant, TypedOverride
from packages.core.clock import Clock
from packages.core.errors import Unauthenticated
from packages.core.ids import Ids
from packages.domain.accounts.model import AccessClaims, BadToken

_ISSUER = "parley"
_AUDIENCE = "parley-api"


class JwtAccessTokens:
    """Issues and checks the tokens that the API takes."""

    def __init__(self, key: bytes, clock: Clock, ids: Ids, life: timedelta) -> None:
        self._key = key
        self._clock = clock
        self._ids = ids
        self._life = life

    def issue(self, user_id: str, session_id: str) -> tuple[str, int]:
        now = self._clock.now()
        claims = {
            "iss": _ISSUER,
            "aud": _AUDIENCE,
            "sub": user_id,
            "sid": session_id,
            "jti": self._ids.new(),
            "iat": int(now.timestamp()),
            "exp": int((now + self._life).timestamp()),
        }
        return jwt.encode(claims, self._key, algorithm="HS256"), int(self._life.total_seconds())

    def read(self, token: str) -> AccessClaims:
        required = ["iss", "aud", "sub", "sid", "jti", "iat", "exp"]
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=["HS256"],
                audience=_AUDIENCE,
                issuer=_ISSUER,
                options={"require": required, "verify_exp": False, "verify_iat": False},
            )
        except jwt.InvalidTokenError as error:
            raise BadToken("accounts.bad_token") from error
        # The clock is ours, so that tests and replays agree with it.
        if claims["exp"] <= self._clock.now().timestamp():
            raise BadToken("accounts.token_expired")
        return AccessClaims(str(claims["sub"]), str(claims["sid"]))


LONGEST_LIFE = timedelta(seconds=300)
_REQUIRED = ["iss", "aud", "sub", "sid", "tid", "phase", "jti", "iat", "exp"]


_Name = Annotated[str, Field(min_length=1)]


class _Override(BaseModel):
    """What the person typed."""

    model_config = ConfigDict(strict=True, extra="forbid")

    phrase: _Name
    reason: _Name
    content_hash: _Name


class _Claims(BaseModel):
    """What a token says, in the types that it must say it in."""

    model_config = ConfigDict(strict=True)

    sub: _Name
    sid: _Name
    tid: _Name
    phase: Annotated[Phase, Field(strict=False)]
    jti: _Name
    iat: int
    exp: int
    tools: list[str] | None = None
    override: _Override | None = None
    by_rules: bool = False


class BadToolToken(Unauthenticated):
    """A tool token that is missing, forged, expired, or meant for another server."""


@dataclass(frozen=True, slots=True)
class ReadGrant:
    """A grant as a token holds it, with the token's own id."""

    grant: ToolGrant
    token_id: str


class ToolTokens:
    """Issues and reads the `x-mcp-context` of tool calls."""

    def __init__(self, key: bytes, clock: Clock, ids: Ids) -> None:
        self._key = key
        self._clock = clock
        self._ids = ids

    def issue(self, grant: ToolGrant, life: timedelta = LONGEST_LIFE) -> str:
        now = self._clock.now()
        claims: dict[str, Any] = {
            "iss": _ISSUER,
            "aud": _audience(grant.domain),
            "sub": grant.user_id,
            "sid": grant.session_id,
            "tid": grant.turn_id,
            "phase": grant.phase.value,
            "jti": self._ids.new(),
            "iat": int(now.timestamp()),
            "exp": int((now + min(life, LONGEST_LIFE)).timestamp()),
        }
        if grant.tools is not None:
            claims["tools"] = sorted(grant.tools)
        if grant.override is not None:
            claims["override"] = asdict(grant.override)
        if grant.by_rules:
            claims["by_rules"] = True
        return jwt.encode(claims, self._key, algorithm="HS256")

    def read(self, token: str, domain: ToolDomain) -> ReadGrant:
        claims = self._claims(token, domain)
        now = self._clock.now().timestamp()
        life = claims.exp - claims.iat
        if not 0 < life <= LONGEST_LIFE.total_seconds() or claims.iat > now + 1:
            raise BadToolToken("tools.token_of_another")
        if claims.exp <= now:
            raise BadToolToken("tools.token_expired")
        tools = None if claims.tools is None else frozenset(claims.tools)
        override = None if claims.override is None else TypedOverride(**claims.override.model_dump())
        grant = ToolGrant(claims.sub, claims.sid, claims.tid, claims.phase, domain, tools, override, claims.by_rules)
        return ReadGrant(grant, claims.jti)

    def _claims(self, token: str, domain: ToolDomain) -> _Claims:
        options: Any = {"require": _REQUIRED, "verify_exp": False, "verify_iat": False}
        audience = _audience(domain)
        try:
            claims = jwt.decode(
                token, self._key, algorithms=["HS256"], audience=audience, issuer=_ISSUER, options=options
            )
            return _Claims.model_validate(claims)
        except (jwt.InvalidTokenError, ValidationError, UnicodeEncodeError) as error:
            raise BadToolToken("tools.token_not_for_server") from error


def _audience(domain: ToolDomain) -> str:
    return f"parley-mcp/{domain.value}"
