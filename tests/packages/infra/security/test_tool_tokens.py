"""Tool tokens are bound to their key, algorithm, issuer, tool server, time and shape."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import jwt
import pytest

from packages.contracts.phases import Phase
from packages.contracts.tool_grants import ToolDomain, ToolGrant, TypedOverride
from packages.core.ids import Ids
from packages.domain.trading.callers import ModelTool, PersonNeeded, require_person
from packages.infra.security.tokens import BadToolToken, ToolTokens
from tests.fakes.clock import StoppedClock

KEY = b"k" * 32
GRANT = ToolGrant("ann", "session-1", "turn-1", Phase.STRATEGY, ToolDomain.BACKTEST, frozenset({"get_job"}))
CLAIMS = ["iss", "aud", "sub", "sid", "tid", "phase", "jti", "iat", "exp"]


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def tokens(clock: StoppedClock) -> ToolTokens:
    return ToolTokens(KEY, clock, Ids(clock))


def _claims(tokens: ToolTokens) -> dict[str, Any]:
    claims: dict[str, Any] = jwt.decode(tokens.issue(GRANT), options={"verify_signature": False})
    return claims


def _made(claims: dict[str, Any], key: bytes = KEY, algorithm: str = "HS256") -> str:
    return jwt.encode(claims, key, algorithm=algorithm)


def _refused(tokens: ToolTokens, token: str, domain: ToolDomain = ToolDomain.BACKTEST) -> None:
    with pytest.raises(BadToolToken, match="begin the turn again"):
        tokens.read(token, domain)


@pytest.mark.parametrize("tools", [None, frozenset(), frozenset({"get_job", "trades"})])
def test_a_token_tells_what_was_granted(tokens: ToolTokens, tools: frozenset[str] | None) -> None:
    grant = ToolGrant("ann", "session-1", "turn-1", Phase.STRATEGY, ToolDomain.BACKTEST, tools)
    read, other = (tokens.read(tokens.issue(grant), ToolDomain.BACKTEST) for _ in range(2))
    assert read.grant == grant
    assert read.token_id != other.token_id


@pytest.mark.parametrize("by_rules", [True, False])
def test_a_token_tells_whether_a_model_takes_part(tokens: ToolTokens, by_rules: bool) -> None:
    grant = replace(GRANT, by_rules=by_rules)
    read = tokens.read(tokens.issue(grant), ToolDomain.BACKTEST).grant
    assert read == grant
    caller = ModelTool(read.user_id, read.turn_id, read.by_rules)
    assert caller.name == f"{'person' if by_rules else 'model'}:ann:turn-1"
    with pytest.raises(PersonNeeded):
        require_person(caller, "approve")


def test_what_the_person_typed_travels_in_the_token(tokens: ToolTokens) -> None:
    typed = TypedOverride("a phrase", "a reason of mine", "hash")
    grant = replace(GRANT, override=typed)
    assert tokens.read(tokens.issue(grant), ToolDomain.BACKTEST).grant.override == typed
    for bad in ("yes", {"phrase": "a phrase"}, {"phrase": 1, "reason": "r", "content_hash": "h"}):
        _refused(tokens, _made(_claims(tokens) | {"override": bad}))


def test_a_token_made_by_hand_of_the_same_claims_is_the_same(tokens: ToolTokens) -> None:
    assert tokens.read(_made(_claims(tokens)), ToolDomain.BACKTEST).grant == GRANT


def test_a_forged_token_is_refused(tokens: ToolTokens) -> None:
    claims = _claims(tokens)
    head, _, signature = _made(claims).split(".")
    _, body, _ = _made(claims | {"sub": "bob"}).split(".")
    forged = [
        _made(claims, key=b"x" * 32),
        _made(claims, key=KEY * 2, algorithm="HS512"),
        jwt.encode(claims, "", algorithm="none"),
        f"{head}.{body}.{signature}",
        f"{head}.{body}.",
        "",
        "a.b.c",
        "\udcff",
        "é.é.é",
    ]
    for token in forged:
        _refused(tokens, token)


@pytest.mark.parametrize("domain", [each for each in ToolDomain if each is not ToolDomain.BACKTEST])
def test_a_token_is_good_for_one_server(tokens: ToolTokens, domain: ToolDomain) -> None:
    _refused(tokens, tokens.issue(GRANT), domain)


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_claim_is_needed(tokens: ToolTokens, claim: str) -> None:
    claims = _claims(tokens)
    del claims[claim]
    _refused(tokens, _made(claims))


@pytest.mark.parametrize(
    "change",
    [
        {"iss": "other"},
        {"aud": "parley"},
        {"aud": ["parley-mcp/strategy", "parley-mcp/stress"]},
        {"sub": ""},
        {"sub": None},
        {"sub": 7},
        {"sid": {"a": 1}},
        {"tid": ["turn-1"]},
        {"jti": 7},
        {"phase": "dreaming"},
        {"phase": ["strategy"]},
        {"tools": "get_job"},
        {"tools": 7},
        {"tools": [7]},
        {"tools": {"get_job": True}},
        {"iat": "yesterday"},
        {"exp": "never"},
        {"exp": True},
        {"exp": 1e999},
    ],
    ids=str,
)
def test_a_token_of_our_key_in_another_shape_is_refused(tokens: ToolTokens, change: dict[str, Any]) -> None:
    _refused(tokens, _made(_claims(tokens) | change))


def test_a_token_expires(tokens: ToolTokens, clock: StoppedClock) -> None:
    token = tokens.issue(GRANT, timedelta(seconds=60))
    clock.move(seconds=59)
    assert tokens.read(token, ToolDomain.BACKTEST).grant == GRANT
    clock.move(seconds=1)
    _refused(tokens, token)


def test_nobody_is_given_more_than_five_minutes(tokens: ToolTokens, clock: StoppedClock) -> None:
    token = tokens.issue(GRANT, timedelta(hours=1))
    clock.move(seconds=299)
    assert tokens.read(token, ToolDomain.BACKTEST).grant == GRANT
    clock.move(seconds=1)
    _refused(tokens, token)


@pytest.mark.parametrize("life", [301, 86_400, 0, -60])
def test_a_life_that_this_desk_does_not_give_is_refused(tokens: ToolTokens, life: int) -> None:
    claims = _claims(tokens)
    _refused(tokens, _made(claims | {"exp": claims["iat"] + life}))


def test_a_token_of_the_future_is_refused(tokens: ToolTokens) -> None:
    claims = _claims(tokens)
    _refused(tokens, _made(claims | {"iat": claims["iat"] + 60, "exp": claims["exp"] + 60}))
