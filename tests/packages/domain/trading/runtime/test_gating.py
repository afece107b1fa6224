"""What the gate allows goes with the order, so that the fill cannot spend more."""

from dataclasses import replace
from decimal import Decimal

from packages.domain.trading.broker import Broker, Capabilities
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, SizeRule, Sizing
from packages.domain.trading.runtime.gating import Gating
from tests.fakes.clock import StoppedClock
from tests.packages.domain.trading.deployments.making import new_desk
from tests.packages.domain.trading.execution.simulated_broker import SimulatedBroker
from tests.packages.domain.trading.risk.making import entry, limits, state
from tests.packages.domain.trading.runtime.plain_floor import PlainFloor


class SizesAtTheFill(SimulatedBroker):
    capabilities = Capabilities(sizes_at_fill=True, guards=True, trailing=True, shorts=True, fractions=False)


async def meant(order: OrderRequest, broker: Broker | None = None, **most: str) -> OrderRequest:
    deployment = replace(await (await new_desk().open()).running(), limits=limits(**most))
    floor = PlainFloor(broker or SimulatedBroker(StoppedClock(), ("AAPL",)))
    [intent] = (await Gating(deployment, floor, state()).intents([order])).intents
    assert not intent.blocked
    return intent.request


async def test_an_entry_that_is_allowed_carries_the_room_that_the_limits_leave() -> None:
    assert (await meant(entry("10"), position_value="5000")).most_money == 5_000


async def test_an_entry_that_is_cut_carries_what_it_was_cut_to() -> None:
    told = await meant(entry("90"), position_value="5000")
    assert (told.quantity, told.most_money) == (Decimal(50), Decimal(5_000))
    sized = entry(None, sizing=Sizing(SizeRule.EQUITY, 0.9))
    told = await meant(sized, SizesAtTheFill(StoppedClock(), ("AAPL",)), position_value="5000")
    assert (told.sizing, told.most_money) == (Sizing(SizeRule.CASH, 5_000.0), Decimal(5_000))


async def test_where_no_limit_speaks_of_money_and_for_an_exit_there_is_no_cap() -> None:
    assert (await meant(entry("10"))).most_money is None
    out = entry("10", side=OrderSide.SELL, effect=Effect.CLOSE)
    assert await meant(out, position_value="5000") == out
