"""From what a person asks to a plan that says everything."""

from datetime import datetime

from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.request import BacktestRequest
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.lineage import draft_lineage
from packages.domain.strategy.model import Strategy


async def make_plan(book: StrategyBook, owner_id: str, request: BacktestRequest, now: datetime) -> Plan:
    """Trials of a document that nobody saved count in the lineage of the owner's drafts of that name."""
    if request.strategy_id is not None:
        stored = await book.get(owner_id, request.strategy_id)
        revision = await book.revision(owner_id, request.strategy_id, request.version)
        return _plan(request, revision.strategy, stored.lineage_id, revision.version, now)
    strategy = book.validate(request.document).require()
    return _plan(request, strategy, draft_lineage(owner_id, strategy.name), None, now)


def _plan(request: BacktestRequest, strategy: Strategy, lineage_id: str, version: int | None, now: datetime) -> Plan:
    return Plan(
        strategy=strategy,
        lineage_id=lineage_id,
        strategy_id=request.strategy_id,
        version=version,
        start=request.start,
        end=request.end,
        terms=request.terms(strategy.universe.market),
        as_of=request.as_of or now,
    )
