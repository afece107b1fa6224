"""Which accounts deployments trade on, and which paper account is free for a new one."""

from collections.abc import Mapping

from packages.domain.trading.deployments.accounts import LONGEST_TEXT, AccountKind, BrokerAccounts, LinkedAccount
from packages.domain.trading.deployments.lifecycle import State
from packages.domain.trading.deployments.ports import DeploymentStore

_PAGE = 200


async def taken_accounts(store: DeploymentStore, owner_id: str) -> Mapping[str, str]:
    """The deployment that has each account, by the account's id; one that is completed has none."""
    taken: dict[str, str] = {}
    before: str | None = None
    while found := await store.page(owner_id, _PAGE, before):
        taken |= {each.account_id: each.id for each in found if each.state is not State.COMPLETED}
        before = found[-1].id
    return taken


async def paper_account(
    store: DeploymentStore, accounts: BrokerAccounts, owner_id: str, key: str, label: str
) -> LinkedAccount:
    """That of the deployment which the key has made already; else the oldest of the desk's own that is free; else a
    new one with this label."""
    known = await store.by_key(owner_id, key)
    if known is not None:
        return await accounts.get(owner_id, known[0].account_id)
    taken = await taken_accounts(store, owner_id)
    own = [each for each in await accounts.list(owner_id) if each.kind is AccountKind.PAPER and each.id not in taken]
    return own[0] if own else await accounts.open_paper(owner_id, label[:LONGEST_TEXT])
