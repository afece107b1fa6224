"""Whoever has no account is refused after as much work as whoever has one."""

from argon2 import extract_parameters

from packages.infra.security.passwords import DECOY, Argon2Hasher


async def test_a_password_is_known_again_and_another_is_not() -> None:
    hasher = Argon2Hasher()
    hashed = await hasher.hash("correct horse battery")
    assert await hasher.verify("correct horse battery", hashed)
    assert not await hasher.verify("not the password", hashed)


async def test_without_an_account_the_same_work_is_done_and_no_password_fits() -> None:
    hasher = Argon2Hasher()
    assert extract_parameters(DECOY) == extract_parameters(await hasher.hash("correct horse battery"))
    assert not await hasher.verify("nobody has this password", None)
