"""What only a person or the whole stress lab can do, done for the tests of tools."""

from apps.api.services import AppContext
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import NewStress, StressHeadline, StressResult
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.accounts import AccountKind, BrokerCredentials
from packages.domain.trading.deployments.model import DeploymentRequest, Override
from packages.infra.stress.stress_tests import SqlStress
from tests.packages.domain.backtest.asking import document

ME = PersonSession(LOCAL_OWNER_ID, "local")
KEYS = BrokerCredentials("PK-0123456789-ABCDEFGH", "very-secret-0123456789")
OVERRIDE = Override("deploy without a passing stress test", "only to look at it")


async def let_pass(desk: AppContext, strategy_id: str) -> None:
    """The stress lab lets the strategy's newest version pass."""
    now, stress = desk.clock.now(), SqlStress(desk.database)
    plan = await make_stress_plan(desk.strategies, LOCAL_OWNER_ID, StressRequest(strategy_id=strategy_id), now)
    asked = NewStress(Ids(desk.clock).new(), LOCAL_OWNER_ID, plan, now, has_job=False)
    await stress.add(asked)
    await stress.finish(asked.id, StressResult(StressHeadline(now, Ruling.PASS, "f" * 64, 1), {}, {}))


async def deploy_live(desk: AppContext) -> str:
    """The id of a deployment with live money, that a person has made."""
    account = await desk.trading.accounts.link(ME, AccountKind.ALPACA_LIVE, "my broker", KEYS)
    saved = await desk.strategies.create(LOCAL_OWNER_ID, document("DEMO5"))
    terms = {"cash": "1000"}
    request = DeploymentRequest(
        strategy_id=saved.id, version=1, account_id=account.id, mode=Mode.LIVE, terms=terms, override=OVERRIDE
    )
    return (await desk.trading.deployments().create(ME, request)).id
