"""Orders of live money that wait for a person's word, as the runtime asks for it."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.trading.approval.approvals import Approvals
from packages.domain.trading.approval.ports import OneOrder, Place
from packages.domain.trading.broker import Mode
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderType
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.approvals import SqlApprovals
from packages.settings.database import DatabaseUrl
from tests.apps.api.trading_desk import OVERRIDE
from tests.e2e.page.serving import apart, said
from tests.packages.domain.backtest.asking import document

_KEYS = {"api_key": "PK-0123456789-ABCDEFGH", "api_secret": "very-secret-0123456789"}


@dataclass(frozen=True, slots=True)
class LiveDesk:
    """Where it answers, where its files are, and a deployment of live money that was never started."""

    address: str
    home: Path
    deployment_id: str
    account_id: str

    def ask(self, quantity: str, price: str) -> str:
        """The id of the approval that is asked for."""
        order = OrderRequest(
            client_order_id=f"order-{quantity}-{price}",
            symbol="DEMO5",
            side=OrderSide.BUY,
            effect=Effect.OPEN,
            type=OrderType.LIMIT,
            quantity=Decimal(quantity),
            price=Decimal(price),
        )
        return apart(self._request(order))

    async def _request(self, order: OrderRequest) -> str:
        clock = SystemClock()
        database = Database(DatabaseUrl(f"sqlite:///{self.home / 'parley.sqlite'}"))
        place = Place(LOCAL_OWNER_ID, self.deployment_id, self.account_id, Mode.LIVE)
        asked = await Approvals(SqlApprovals(database), clock, Ids(clock)).request(OneOrder(place, order))
        await database.aclose()
        return asked.id


def live_desk(address: str, home: Path) -> LiveDesk:
    strategy = said(address, "/strategies", {"document": document("DEMO5")})
    account = said(address, "/broker-accounts", {"kind": "alpaca_live", "label": "my broker", **_KEYS})
    asked = {"strategy_id": strategy["strategy_id"], "version": 1, "account_id": account["id"], "mode": "live"}
    made = said(address, "/deployments", {**asked, "override": OVERRIDE})
    return LiveDesk(address, home, made["id"], account["id"])
