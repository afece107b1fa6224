"""Which scope a request needs: every route of the API has its rule, and nothing that matters is open to tokens."""

import pytest

from apps.api.main import create_app
from apps.api.routes.reference.description import operations
from packages.contracts.token_scopes import needed_scope
from packages.domain.accounts.personal_tokens import SignedInPersonNeeded, TokenScope

PERSONS = (
    ("POST", "/api/v1/tokens"),
    ("GET", "/api/v1/tokens"),
    ("DELETE", "/api/v1/tokens/1"),
    ("GET", "/api/v1/approvals"),
    ("POST", "/api/v1/approvals/1/approve"),
    ("POST", "/api/v1/broker-accounts"),
    ("DELETE", "/api/v1/broker-accounts/1"),
    ("POST", "/api/v1/llm-platform/configs"),
    ("POST", "/api/v1/auth/refresh"),
)


@pytest.mark.parametrize(("method", "path"), PERSONS)
def test_no_token_reaches_what_is_a_signed_in_persons(method: str, path: str) -> None:
    with pytest.raises(SignedInPersonNeeded):
        needed_scope(method, path)


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("GET", "/api/v1/strategies", TokenScope.READ),
        ("GET", "/api/v1/auth/me", TokenScope.READ),
        ("GET", "/api/v1/llm-platform/configs", TokenScope.READ),
        ("GET", "/api/v1/deployments/1/orders", TokenScope.READ),
        ("POST", "/api/v1/strategies", TokenScope.WRITE),
        ("POST", "/api/v1/coordinator/research", TokenScope.WRITE),
        ("POST", "/api/v1/deployments", TokenScope.TRADE_PAPER),
        ("POST", "/api/v1/chat/stream", TokenScope.TRADE_PAPER),
        ("POST", "/api/v1/broker-accounts/paper", TokenScope.TRADE_PAPER),
        ("POST", "/api/v1/switches/global", TokenScope.TRADE_PAPER),
    ],
)
def test_reading_writing_and_trading_are_told_apart(method: str, path: str, scope: TokenScope) -> None:
    assert needed_scope(method, path) is scope


def test_only_get_needs_no_more_than_reading() -> None:
    for path, method, operation in operations(create_app().openapi()):
        assert (operation["x-token-scope"] == "read") <= (method == "get"), (method, path)
