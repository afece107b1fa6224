"""Broker accounts: paper and live apart, keys taken from a person and told to nobody."""

import pytest

from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import ApiKey, ModelTool, PersonNeeded, PersonSession
from packages.domain.trading.deployments.accounts import AccountKind, BrokerCredentials
from packages.domain.trading.deployments.model import AccountBusy, BadAccount, UnknownAccount
from tests.packages.domain.trading.deployments.making import ANN, KEYS, Desk, new_desk


@pytest.fixture
async def desk() -> Desk:
    return await new_desk().open()


async def test_an_account_is_told_without_its_keys(desk: Desk) -> None:
    linked = await desk.accounts.link(ANN, AccountKind.ALPACA_LIVE, " my broker ", KEYS)
    assert (linked.label, linked.masked_key, linked.kind.mode) == ("my broker", "…78IJ", Mode.LIVE)
    told = repr([linked, *await desk.accounts.list("ann"), KEYS])
    assert KEYS.api_key not in told
    assert KEYS.api_secret not in told
    assert await desk.accounts.credentials("ann", linked.id) == KEYS


async def test_a_short_key_is_not_given_away_by_its_last_letters() -> None:
    assert BrokerCredentials("abcd1234", "secret").masked == "…"


def test_live_money_is_two_kinds_and_no_other() -> None:
    assert {kind for kind in AccountKind if kind.mode is Mode.LIVE} == {AccountKind.ALPACA_LIVE, AccountKind.CCXT_LIVE}


@pytest.mark.parametrize("machine", [ModelTool("ann", "t"), ApiKey("ann", "k")])
async def test_only_a_person_hands_over_keys_or_takes_them_away(desk: Desk, machine: ModelTool | ApiKey) -> None:
    with pytest.raises(PersonNeeded):
        await desk.accounts.link(machine, AccountKind.ALPACA_PAPER, "mine", KEYS)
    paper = await desk.accounts.open_paper("ann", "paper")
    with pytest.raises(PersonNeeded):
        await desk.accounts.remove(machine, paper.id)


async def test_accounts_of_others_are_unknown(desk: Desk) -> None:
    linked = await desk.accounts.link(ANN, AccountKind.ALPACA_PAPER, "mine", KEYS)
    for doing in (
        desk.accounts.get("bob", linked.id),
        desk.accounts.credentials("bob", linked.id),
        desk.accounts.remove(PersonSession("bob", "s2"), linked.id),
    ):
        with pytest.raises(UnknownAccount):
            await doing


async def test_what_cannot_be_linked_is_refused_with_advice(desk: Desk) -> None:
    for kind, venue in (
        (AccountKind.PAPER, None),
        (AccountKind.CCXT_LIVE, None),
        (AccountKind.ALPACA_LIVE, "binance"),
    ):
        with pytest.raises(BadAccount):
            await desk.accounts.link(ANN, kind, "mine", KEYS, venue)
    assert (await desk.accounts.link(ANN, AccountKind.CCXT_SANDBOX, "mine", KEYS, "binance")).venue == "binance"
    for keys in (("", "secret"), ("key", "  "), ("key", "x" * 201)):
        with pytest.raises(BadAccount):
            BrokerCredentials(*keys)
    with pytest.raises(BadAccount):
        await desk.accounts.open_paper("ann", " ")
    paper = await desk.accounts.open_paper("ann", "paper")
    with pytest.raises(BadAccount):
        await desk.accounts.credentials("ann", paper.id)


async def test_an_account_that_is_traded_on_stays(desk: Desk) -> None:
    asked = await desk.request()
    made = await desk.service.create(ANN, asked)
    with pytest.raises(AccountBusy, match="trades on"):
        await desk.accounts.remove(ANN, asked.account_id)
    await desk.service.stop(ANN, made.id, flatten=False)
    await desk.service.complete(ANN, made.id)
    await desk.accounts.remove(ANN, asked.account_id)
    with pytest.raises(UnknownAccount):
        await desk.accounts.get("ann", asked.account_id)
