"""Access tokens are bound to their key, audience, issuer, algorithm and time."""

from datetime import timedelta

import jwt
import pytest

from packages.core.ids import Ids
from packages.domain.accounts.model import AccessClaims, BadToken
from packages.infra.security.tokens import JwtAccessTokens
from tests.fakes.clock import StoppedClock

KEY = b"k" * 32


@pytest.fixture
def tokens() -> JwtAccessTokens:
    clock = StoppedClock()
    return JwtAccessTokens(KEY, clock, Ids(clock), timedelta(minutes=15))


def _claims(tokens: JwtAccessTokens) -> dict[str, object]:
    claims: dict[str, object] = jwt.decode(tokens.issue("ann", "a sign-in")[0], options={"verify_signature": False})
    return claims


def test_a_token_tells_whose_it_is(tokens: JwtAccessTokens) -> None:
    token, life = tokens.issue("ann", "a sign-in")
    assert tokens.read(token) == AccessClaims("ann", "a sign-in")
    assert life == 900


@pytest.mark.parametrize(
    "change", [{"aud": "parley-mcp"}, {"iss": "other"}, {"exp": 0}, {"sub": None}, {"sid": None}, {"exp": None}]
)
def test_a_token_with_another_claim_is_refused(tokens: JwtAccessTokens, change: dict[str, object]) -> None:
    claims = {name: value for name, value in (_claims(tokens) | change).items() if value is not None}
    with pytest.raises(BadToken):
        tokens.read(jwt.encode(claims, KEY, algorithm="HS256"))


def test_another_key_or_algorithm_is_refused(tokens: JwtAccessTokens) -> None:
    claims = _claims(tokens)
    for forged in (
        jwt.encode(claims, b"x" * 32, algorithm="HS256"),
        jwt.encode(claims, KEY * 2, algorithm="HS512"),
        jwt.encode(claims, "", algorithm="none"),
        "",
        "a.b.c",
    ):
        with pytest.raises(BadToken):
            tokens.read(forged)
