"""Accounts, over a real database of each kind."""

import asyncio
from datetime import timedelta

import pytest

from packages.core.ids import Ids
from packages.domain.accounts.model import (
    LOCAL_OWNER_ID,
    BadToken,
    EmailTaken,
    NoPassword,
    TooManyLogins,
    UnknownSignIn,
    WeakPassword,
    WrongCredentials,
    WrongPassword,
)
from packages.domain.accounts.service import Accounts, IdentifiedCaller, SignInNeeded
from packages.infra.accounts import SqlAccounts
from packages.infra.db.engine import Database
from packages.infra.security.passwords import Argon2Hasher
from packages.infra.security.tokens import JwtAccessTokens
from tests.accounts import identity_over
from tests.fakes.clock import StoppedClock

PASSWORD = "correct horse battery"


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def accounts(database: Database, clock: StoppedClock) -> Accounts:
    ids = Ids(clock)
    tokens = JwtAccessTokens(b"k" * 32, clock, ids, life=timedelta(minutes=15))
    return Accounts(SqlAccounts(database), Argon2Hasher(), tokens, clock, ids, refresh_life=timedelta(days=30))


async def test_a_person_registers_and_signs_in_with_any_spelling_of_the_email(accounts: Accounts) -> None:
    registered = await accounts.register("Ann@Example.org", PASSWORD, "Ann")
    signed_in = await accounts.login(" ann@example.ORG", PASSWORD, "1.2.3.4")
    assert signed_in.user == registered.user
    assert (await accounts.caller(signed_in.access_token))[0].name == "Ann"


async def test_an_email_has_one_account_even_when_two_register_at_once(accounts: Accounts) -> None:
    tries = [accounts.register("ann@example.org", PASSWORD, None) for _ in range(4)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["EmailTaken"] * 3 + ["SignIn"]
    with pytest.raises(EmailTaken, match="sign in instead"):
        await accounts.register("ANN@example.org", PASSWORD, None)


@pytest.mark.parametrize("weak", ["aaaaaaaaaaaa", "abababababab", "ann@example.org"])
async def test_a_password_that_would_be_guessed_is_refused(accounts: Accounts, weak: str) -> None:
    with pytest.raises(WeakPassword):
        await accounts.register("ann@example.org", weak, None)


async def test_a_wrong_password_and_an_unknown_email_sound_the_same(accounts: Accounts) -> None:
    await accounts.register("ann@example.org", PASSWORD, None)
    messages = []
    for email in ("ann@example.org", "nobody@example.org"):
        with pytest.raises(WrongCredentials) as caught:
            await accounts.login(email, "wrong password", "1.2.3.4")
        messages.append(caught.value.message)
    assert messages[0] == messages[1]


async def test_a_guesser_is_slowed_down_more_and_more(accounts: Accounts, clock: StoppedClock) -> None:
    await accounts.register("ann@example.org", PASSWORD, None)
    waits = []
    for _ in range(12):
        try:
            await accounts.login("ann@example.org", "wrong password", "6.6.6.6")
        except WrongCredentials:
            continue
        except TooManyLogins as error:
            waits.append(error.retry_after_seconds)
            clock.move(seconds=error.retry_after_seconds)
            with pytest.raises(WrongCredentials):
                await accounts.login("ann@example.org", "wrong password", "6.6.6.6")
    assert waits == [1, 2, 4, 8, 16, 32, 64]


async def test_guesses_at_the_same_time_all_count(accounts: Accounts) -> None:
    await accounts.register("ann@example.org", PASSWORD, None)
    tries = [accounts.login("ann@example.org", "wrong password", "6.6.6.6") for _ in range(20)]
    outcomes = [type(outcome).__name__ for outcome in await asyncio.gather(*tries, return_exceptions=True)]
    assert outcomes.count("WrongCredentials") == 5
    assert outcomes.count("TooManyLogins") == 15


async def test_a_guesser_elsewhere_does_not_lock_the_person_out(accounts: Accounts) -> None:
    await accounts.register("ann@example.org", PASSWORD, None)
    for _ in range(10):
        with pytest.raises((WrongCredentials, TooManyLogins)):
            await accounts.login("ann@example.org", "wrong password", "6.6.6.6")
    await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")


async def test_guesses_from_many_places_do_not_lock_the_person_out_of_where_they_signed_in_before(
    accounts: Accounts,
) -> None:
    await accounts.register("ann@example.org", PASSWORD, None)
    await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")
    for number in range(35):
        with pytest.raises((WrongCredentials, TooManyLogins)):
            await accounts.login("ann@example.org", "wrong password", f"6.6.6.{number}")
    with pytest.raises(TooManyLogins):
        await accounts.login("ann@example.org", PASSWORD, "7.7.7.7")
    await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")


async def test_signing_in_clears_the_count(accounts: Accounts) -> None:
    await accounts.register("ann@example.org", PASSWORD, None)
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(WrongCredentials):
                await accounts.login("ann@example.org", "wrong password", "1.2.3.4")
        await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")


async def test_failures_are_forgotten_after_a_day(accounts: Accounts, clock: StoppedClock) -> None:
    await accounts.register("ann@example.org", PASSWORD, None)
    for _ in range(6):
        with pytest.raises((WrongCredentials, TooManyLogins)):
            await accounts.login("ann@example.org", "wrong password", "1.2.3.4")
    clock.move(days=1, seconds=1)
    with pytest.raises(WrongCredentials):
        await accounts.login("ann@example.org", "wrong password", "1.2.3.4")


async def test_a_refresh_token_works_once(accounts: Accounts) -> None:
    first = await accounts.register("ann@example.org", PASSWORD, None)
    tries = [accounts.refresh(first.refresh_token) for _ in range(4)]
    outcomes = [type(outcome).__name__ for outcome in await asyncio.gather(*tries, return_exceptions=True)]
    assert sorted(outcomes) == ["BadToken"] * 3 + ["SignIn"]


async def test_a_spent_token_that_comes_back_ends_the_whole_session(accounts: Accounts) -> None:
    first = await accounts.register("ann@example.org", PASSWORD, None)
    second = await accounts.refresh(first.refresh_token)
    with pytest.raises(BadToken):
        await accounts.refresh(first.refresh_token)
    with pytest.raises(BadToken):
        await accounts.refresh(second.refresh_token)


async def test_signing_out_ends_this_session_and_no_other(accounts: Accounts) -> None:
    here = await accounts.register("ann@example.org", PASSWORD, None)
    there = await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")
    await accounts.logout(here.refresh_token)
    with pytest.raises(BadToken):
        await accounts.refresh(here.refresh_token)
    await accounts.refresh(there.refresh_token)


async def test_signing_out_takes_the_access_token_with_it_at_once(accounts: Accounts) -> None:
    here = await accounts.register("ann@example.org", PASSWORD, None)
    await accounts.logout(here.refresh_token)
    with pytest.raises(BadToken):
        await accounts.caller(here.access_token)


async def test_a_person_sees_where_they_are_signed_in_and_ends_one_of_them(
    accounts: Accounts, clock: StoppedClock
) -> None:
    here = await accounts.register("ann@example.org", PASSWORD, None, "1.2.3.4", "a laptop")
    clock.move(minutes=1)
    there = await accounts.login("ann@example.org", PASSWORD, "5.6.7.8", "a phone")
    phone, laptop = await accounts.sessions(here.user.id)
    assert [(each.device, each.place) for each in (phone, laptop)] == [("a phone", "5.6.7.8"), ("a laptop", "1.2.3.4")]
    await accounts.end_session(here.user.id, phone.id)
    assert await accounts.sessions(here.user.id) == [laptop]
    for lost in (accounts.caller(there.access_token), accounts.refresh(there.refresh_token)):
        with pytest.raises(BadToken):
            await lost
    assert (await accounts.caller(here.access_token))[1] == laptop.id


async def test_nobody_ends_a_sign_in_of_another(accounts: Accounts) -> None:
    ann = await accounts.register("ann@example.org", PASSWORD, None)
    bob = await accounts.register("bob@example.org", PASSWORD, None)
    (session,) = await accounts.sessions(ann.user.id)
    with pytest.raises(UnknownSignIn):
        await accounts.end_session(bob.user.id, session.id)
    await accounts.caller(ann.access_token)


async def test_signing_out_everywhere_ends_every_sign_in_of_the_person_and_of_nobody_else(accounts: Accounts) -> None:
    mine = [await accounts.register("ann@example.org", PASSWORD, None)]
    mine += [await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")]
    bob = await accounts.register("bob@example.org", PASSWORD, None)
    await accounts.sign_out_everywhere(mine[0].user.id)
    for each in mine:
        with pytest.raises(BadToken):
            await accounts.caller(each.access_token)
    await accounts.caller(bob.access_token)


async def test_a_new_password_ends_every_other_sign_in(accounts: Accounts) -> None:
    here = await accounts.register("ann@example.org", PASSWORD, None)
    there = await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")
    user, session_id = await accounts.caller(here.access_token)
    await accounts.change_password(user, session_id, PASSWORD, "a staple of batteries", "1.2.3.4")
    await accounts.caller(here.access_token)
    with pytest.raises(BadToken):
        await accounts.caller(there.access_token)
    with pytest.raises(WrongCredentials):
        await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")
    await accounts.login("ann@example.org", "a staple of batteries", "1.2.3.4")


async def test_the_current_password_is_asked_for_and_cannot_be_guessed(accounts: Accounts) -> None:
    here = await accounts.register("ann@example.org", PASSWORD, None)
    user, session_id = await accounts.caller(here.access_token)
    outcomes = []
    for _ in range(6):
        with pytest.raises((WrongPassword, TooManyLogins)) as caught:
            await accounts.change_password(user, session_id, "wrong password", "a staple of batteries", "1.2.3.4")
        outcomes.append(type(caught.value).__name__)
    assert outcomes == ["WrongPassword"] * 5 + ["TooManyLogins"]


async def test_the_owner_of_a_desk_without_passwords_has_none_to_change(accounts: Accounts) -> None:
    owner = await accounts.local_owner()
    with pytest.raises(NoPassword):
        await accounts.change_password(owner, None, "", "a staple of batteries", "127.0.0.1")


async def test_tokens_expire(accounts: Accounts, clock: StoppedClock) -> None:
    signed_in = await accounts.register("ann@example.org", PASSWORD, None)
    clock.move(minutes=15)
    with pytest.raises(BadToken, match="expired"):
        await accounts.caller(signed_in.access_token)
    clock.move(days=30)
    with pytest.raises(BadToken):
        await accounts.refresh(signed_in.refresh_token)


async def test_expired_tokens_are_swept_when_somebody_signs_in(
    accounts: Accounts, clock: StoppedClock, database: Database
) -> None:
    old = await accounts.register("ann@example.org", PASSWORD, None)
    clock.move(days=31)
    await accounts.login("ann@example.org", PASSWORD, "1.2.3.4")
    assert await SqlAccounts(database).user_by_email("ann@example.org") is not None
    with pytest.raises(BadToken):
        await accounts.refresh(old.refresh_token)


async def test_the_local_owner_is_made_once(accounts: Accounts, clock: StoppedClock) -> None:
    first, *others = await asyncio.gather(*(accounts.local_owner() for _ in range(4)))
    clock.move(days=1)
    assert await accounts.local_owner() == first
    assert first.id == LOCAL_OWNER_ID
    assert all(other == first for other in others)


async def test_without_a_token_the_caller_is_the_local_owner_or_nobody(accounts: Accounts, database: Database) -> None:
    owner = await accounts.local_owner()
    assert await identity_over(database, accounts, owner).identify(None) == IdentifiedCaller(owner)
    with pytest.raises(SignInNeeded):
        await identity_over(database, accounts).identify(None)


async def test_a_token_wins_over_the_local_owner_and_a_bad_one_is_refused(
    accounts: Accounts, database: Database
) -> None:
    identity = identity_over(database, accounts, await accounts.local_owner())
    ann = await accounts.register("ann@example.org", PASSWORD, None)
    (session,) = await accounts.sessions(ann.user.id)
    assert await identity.identify(f"Bearer {ann.access_token}") == IdentifiedCaller(ann.user, session_id=session.id)
    for bad in ("Bearer", "Bearer x", "Basic abc", "", f"Bearer {ann.access_token}x"):
        with pytest.raises(BadToken):
            await identity.identify(bad)
