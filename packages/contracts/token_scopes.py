"""Which scope a request of a personal access token needs, by its method and its address."""

from packages.domain.accounts.personal_tokens import SignedInPersonNeeded, TokenScope

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_API = "/api/v1/"
# Tokens, approvals, keys of others and sign-in are a signed-in person's: whoever finds a token gets no further with it.
_PERSONS = ("tokens", "approvals", "auth")
_PERSONS_TO_CHANGE = ("broker-accounts", "llm-platform/configs")
# What can end in an order. A conversation can, when its person deploys in it.
_TRADES = ("deployments", "switches", "chat", "ag-ui", "broker-accounts/paper")


def needed_scope(method: str, path: str) -> TokenScope:
    """Raises `SignedInPersonNeeded` where no token will do."""
    place = path.removeprefix(_API)
    changes = method.upper() not in _READS
    own_name = place == "auth/me" and not changes
    trades = _below(place, _TRADES)
    if (_below(place, _PERSONS) and not own_name) or (changes and not trades and _below(place, _PERSONS_TO_CHANGE)):
        raise SignedInPersonNeeded("accounts.signed_in_person_needed")
    if not changes:
        return TokenScope.READ
    return TokenScope.TRADE_PAPER if trades else TokenScope.WRITE


def _below(place: str, parts: tuple[str, ...]) -> bool:
    return any(place == part or place.startswith(f"{part}/") for part in parts)
