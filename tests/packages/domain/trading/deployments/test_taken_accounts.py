"""Which accounts are taken, and the paper account that a new deployment gets."""

from dataclasses import replace

import pytest

from packages.domain.trading.deployments.accounts import LONGEST_TEXT, LinkedAccount, paper_account, taken_accounts
from tests.packages.domain.trading.deployments.making import ANN, Desk, new_desk


@pytest.fixture
async def desk() -> Desk:
    return await new_desk().open()


async def _account(desk: Desk, key: str = "k", label: str = "mine") -> LinkedAccount:
    return await paper_account(desk.store, desk.accounts, "ann", key, label)


async def test_an_account_is_taken_until_its_deployment_is_completed(desk: Desk) -> None:
    made = await desk.running()
    assert await taken_accounts(desk.store, "ann") == {made.account_id: made.id}
    assert await taken_accounts(desk.store, "bob") == {}
    await desk.service.settle(await desk.service.stop(ANN, made.id, flatten=False))
    assert await taken_accounts(desk.store, "ann") == {made.account_id: made.id}
    await desk.service.complete(ANN, made.id)
    assert await taken_accounts(desk.store, "ann") == {}


async def test_a_free_paper_account_is_taken_before_a_new_one_is_opened(desk: Desk) -> None:
    await desk.request()  # links an account elsewhere, which is not the desk's own
    first = await _account(desk, label="x" * 500)
    assert len(first.label) == LONGEST_TEXT
    assert await _account(desk) == first


async def test_a_busy_account_is_left_and_the_same_key_finds_its_own_again(desk: Desk) -> None:
    first = await _account(desk)
    request = replace(await desk.request(), account_id=first.id)
    await desk.service.create(ANN, request, "k")
    assert await _account(desk, "k") == first
    assert (await _account(desk, "another")).id != first.id
