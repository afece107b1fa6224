"""A process dies in the middle of a backtest: the next one finishes it, once, with the same result."""

from pathlib import Path

import pytest

from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.backtest.jobs.stored import Backtest, TradeFilter
from packages.domain.work.stored import BacktestStatus
from tests.conformance.jobs_conformance import eventually
from tests.forked import ended
from tests.packages.infra.queue import dying_backtests
from tests.packages.infra.queue.dying_backtests import AFTER_STORING, ASKED, backtests


async def _ended(service: BacktestService, backtest_id: str) -> Backtest:
    async def has_ended() -> bool:
        status = (await service.get("ann", backtest_id)).status
        return status not in (BacktestStatus.PENDING, BacktestStatus.RUNNING)

    await eventually(has_ended, what="the backtest did not end")
    return await service.get("ann", backtest_id)


@pytest.mark.parametrize("death", ["Reading bars", "Saving the result", AFTER_STORING])
async def test_a_backtest_outlives_the_process_that_ran_it(tmp_path: Path, death: str) -> None:
    died = ended(dying_backtests.__name__, str(tmp_path), death)
    assert died.returncode == 9, died.stderr
    async with backtests(tmp_path) as service:
        [left] = await service.page("ann")
        done = await _ended(service, left.id)
        assert (done.status, done.trials) == (BacktestStatus.DONE, 1), done.error
        assert (await service.submit("ann", ASKED, "key")).id == left.id
        again = await _ended(service, (await service.submit("ann", ASKED, "another key")).id)
        assert again.id != left.id
        assert again.trials == 1
        assert await service.report("ann", again.id) == await service.report("ann", left.id)
        assert (await service.kept("ann", again.id)).report.equity.tobytes() == (
            await service.kept("ann", left.id)
        ).report.equity.tobytes()
        everything = TradeFilter(limit=1000)
        assert await service.trades("ann", again.id, everything) == await service.trades("ann", left.id, everything)
