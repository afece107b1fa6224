"""The book of a deployment over HTTP: orders, fills, positions, signals, money, and how far it is from its backtest."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from apps.api.routes.dependencies import App, Person
from packages.contracts.trading import book
from packages.contracts.trading.views import MoneyOut
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import JournalPage, UnknownBook, UnknownBookedOrder
from packages.domain.trading.runtime.performance import performance_of
from packages.infra.http import LARGEST_NUMBER, Caller

router = APIRouter(prefix="/deployments/{deployment_id}", tags=["deployments"])


async def _own(deployment_id: str, services: App, caller: Caller) -> Deployment:
    """The journal asks nobody's name, so the deployment is found for its owner first."""
    found = await services.trading.deployments().get(caller.id, deployment_id)
    if found.state is LifecycleState.READY:
        raise UnknownBook("trading.not_started")
    return found


def _page(
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    before: Annotated[int | None, Query(ge=1, le=LARGEST_NUMBER, description="`next` of the page before.")] = None,
) -> JournalPage:
    return JournalPage(limit, before)


Own = Annotated[Deployment, Depends(_own)]
ThePage = Annotated[JournalPage, Depends(_page)]


@router.get("/orders")
async def deployment_orders(own: Own, page: ThePage, services: App) -> book.OrdersOut:
    """Blocked ones too, with the limit that forbade them."""
    found = await services.trading.journal.orders(own.id, page)
    following = found[-1].number if len(found) == page.limit else None
    return book.OrdersOut(orders=[book.OrderOut.of(each) for each in found], next=following)


@router.get("/orders/{client_order_id}")
async def deployment_order(client_order_id: str, own: Own, services: App) -> book.OrderDetailOut:
    found = await services.trading.journal.find(own.id, client_order_id)
    if found is None:
        raise UnknownBookedOrder("trading.unknown_order")
    return book.OrderDetailOut.with_history(found, await services.trading.journal.history(own.id, client_order_id))


@router.get("/fills")
async def deployment_fills(own: Own, page: ThePage, services: App) -> book.FillsOut:
    found = await services.trading.journal.fills(own.id, page)
    following = found[-1].number if len(found) == page.limit else None
    return book.FillsOut(fills=[book.FillOut.of(each) for each in found], next=following)


@router.get("/positions")
async def deployment_positions(own: Own, services: App) -> book.PositionsOut:
    return book.PositionsOut.model_validate({"positions": await services.trading.journal.positions(own.id)})


@router.get("/signals")
async def deployment_signals(own: Own, page: ThePage, services: App) -> book.SignalsOut:
    """Why it traded: what the strategy said, and the values that it was true on."""
    found = await services.trading.journal.signals(own.id, page)
    following = found[-1].number if len(found) == page.limit else None
    return book.SignalsOut(signals=[book.SignalOut.of(each) for each in found], next=following)


@router.get("/equity")
async def deployment_equity(own: Own, services: App) -> book.EquityOut:
    return book.EquityOut.model_validate({"points": await services.trading.journal.equity(own.id)})


@router.get("/differences")
async def deployment_differences(own: Own, page: ThePage, services: App) -> book.DifferencesOut:
    """Where broker and journal disagreed, and what was done about it."""
    found = await services.trading.journal.differences(own.id, page)
    following = found[-1].number if len(found) == page.limit else None
    return book.DifferencesOut(differences=[book.DifferenceOut.of(each) for each in found], next=following)


@router.post("/differences/look")
async def look_at_differences(own: Own, services: App, person: Person) -> MoneyOut:
    """A person has looked at what stands: entries go on."""
    return MoneyOut.from_values(await services.trading.journal.acknowledge(own.id, person.name))


@router.get("/performance")
async def deployment_performance(own: Own, services: App) -> book.PerformanceOut:
    """Profit and positions at the broker's own marks."""
    trading = services.trading
    return book.PerformanceOut.from_values(await performance_of(trading.journal, await trading.brokers.of(own), own.id))


@router.get("/drift")
async def deployment_drift(own: Own, services: App) -> book.DriftOut:
    """The equity against the backtest of the same bars; a cent is too much on paper of the desk's own."""
    return book.DriftOut.of(await services.trading.drift.drift(own))
