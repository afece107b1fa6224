"""Passwords hashed with argon2id, off the event loop."""

import anyio.to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# Of a password that nobody has.
DECOY = "$argon2id$v=19$m=19456,t=2,p=1$IYEBLs4ieluDZduI/xVtLQ$j3mrmR/OZ2fxZN1ofsV2Uevu5nFnfv3FyXzxlBxKL2w"


class Argon2Hasher:
    """Argon2id with 19 MiB, two passes, one lane."""

    def __init__(self) -> None:
        self._argon2 = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

    async def hash(self, password: str) -> str:
        return await anyio.to_thread.run_sync(self._argon2.hash, password)

    async def verify(self, password: str, hashed: str | None) -> bool:
        # Without an account the same work is done on a decoy, so that time tells nothing.
        matches = await anyio.to_thread.run_sync(self._matches, password, hashed or DECOY)
        return matches and hashed is not None

    def _matches(self, password: str, hashed: str) -> bool:
        try:
            return self._argon2.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
