"""Who is calling: the bearer of a token, or on the desk's own machine its owner."""

from dataclasses import dataclass

from packages.core.errors import Unauthenticated
from packages.domain.accounts.errors import BadToken
from packages.domain.accounts.model import User
from packages.domain.accounts.service import Accounts


class SignInNeeded(Unauthenticated):
    """The request carries no token."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Tells the caller from the `Authorization` header; `local_owner` is None where everybody signs in."""

    accounts: Accounts
    local_owner: User | None

    async def identify(self, authorization: str | None) -> User:
        if authorization is None:
            if self.local_owner is None:
                raise SignInNeeded("accounts.sign_in_needed")
            return self.local_owner
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise BadToken("accounts.bad_header")
        return await self.accounts.caller(token.strip())
