"""Broker accounts over HTTP: open one on paper, link one elsewhere, list them, remove one. Keys are never told."""

from fastapi import APIRouter

from apps.api.routes.dependencies import App, Person
from apps.api.schemas.trading import LinkBody, PaperAccountBody
from packages.contracts.trading.views import BrokerAccountOut, BrokerAccountsOut
from packages.infra.http import Caller

router = APIRouter(prefix="/broker-accounts", tags=["broker accounts"])


@router.get("")
async def list_broker_accounts(services: App, caller: Caller) -> BrokerAccountsOut:
    found = await services.trading.accounts.list(caller.id)
    return BrokerAccountsOut(accounts=[BrokerAccountOut.of(each) for each in found])


@router.post("/paper", status_code=201)
async def open_paper_broker_account(body: PaperAccountBody, services: App, caller: Caller) -> BrokerAccountOut:
    return BrokerAccountOut.of(await services.trading.accounts.open_paper(caller.id, body.label))


@router.post("", status_code=201)
async def link_broker_account(body: LinkBody, services: App, person: Person) -> BrokerAccountOut:
    """Paper and live keys are different kinds of account, and are held against the account itself before it trades."""
    accounts = services.trading.accounts
    return BrokerAccountOut.of(await accounts.link(person, body.kind, body.label, body.credentials(), body.venue))


@router.get("/{account_id}")
async def get_broker_account(account_id: str, services: App, caller: Caller) -> BrokerAccountOut:
    return BrokerAccountOut.of(await services.trading.accounts.get(caller.id, account_id))


@router.delete("/{account_id}", status_code=204)
async def remove_broker_account(account_id: str, services: App, person: Person) -> None:
    """Its keys are gone for good; not while a deployment trades on it."""
    await services.trading.accounts.remove(person, account_id)
