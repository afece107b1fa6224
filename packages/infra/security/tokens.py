"""Access tokens: JWT, HS256, bound to an audience, short-lived."""

from datetime import timedelta

import jwt

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.accounts.errors import BadToken

_ISSUER = "parley"
_AUDIENCE = "parley-api"


class JwtAccessTokens:
    """Issues and checks the tokens that the API takes."""

    def __init__(self, key: bytes, clock: Clock, ids: Ids, life: timedelta) -> None:
        self._key = key
        self._clock = clock
        self._ids = ids
        self._life = life

    def issue(self, user_id: str) -> tuple[str, int]:
        now = self._clock.now()
        claims = {
            "iss": _ISSUER,
            "aud": _AUDIENCE,
            "sub": user_id,
            "jti": self._ids.new(),
            "iat": int(now.timestamp()),
            "exp": int((now + self._life).timestamp()),
        }
        return jwt.encode(claims, self._key, algorithm="HS256"), int(self._life.total_seconds())

    def user_id(self, token: str) -> str:
        required = ["iss", "aud", "sub", "jti", "iat", "exp"]
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
        # The clock is the desk's own, so that tests and replays agree with it.
        if claims["exp"] <= self._clock.now().timestamp():
            raise BadToken("accounts.token_expired")
        return str(claims["sub"])
