"""Optimisations as tools tell them: the best or the front, each find with what speaks against it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from apps.mcp.domains.stress.told import NEXT, failure_of
from apps.mcp.figures import BothLanguages, Estimate, Fraction
from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.domain.stress.optimise.request import Goal
from packages.domain.stress.optimise.service import Optimisation
from packages.domain.work.stored import ChatStatus

_MOST_FINDS = 8


class SearchRow(BaseModel):
    """An optimisation in a list."""

    optimisation_id: str
    status: ChatStatus
    goals: list[Goal]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime


class SearchTold(ToolResult):
    """An optimisation and where it stands."""

    optimisation_id: str
    status: ChatStatus
    progress: Fraction = Field(description="From 0 to 1.")
    message: str = Field(description="What it is doing at present.")
    failure: str | None = Field(description="Why there is no result, where it failed or was cancelled.")
    goals: list[Goal]
    name: str = Field(description="Of the strategy.")
    strategy_id: str | None
    strategy_version: int | None
    asked_at: datetime
    trials: int = Field(description="Everything that was tried in the lineage of this strategy by now.")
    next_step: str


class SearchesTold(ToolResult):
    """Newest first."""

    optimisations: list[SearchRow]
    next_before: str | None = Field(description="`before` of the next page; null on the last.")


class Change(BaseModel):
    """One number that the find changes."""

    pointer: str
    before: float | int | None
    after: float | int | None


class FoundFigures(BaseModel):
    """Of one variant on some bars."""

    trades: int
    total_return: Fraction | None
    max_drawdown: Fraction | None
    sharpe: Fraction | None


class HeldOutFigures(FoundFigures):
    """On the bars that the search never saw."""

    sharpe_interval: Estimate | None


class Find(BaseModel):
    """A variant that no other beats in every goal."""

    changes: list[Change] = Field(description="Empty where the strategy as it was is the best.")
    patch: list[dict[str, Any]] = Field(description="JSON Patch (RFC 6902) that makes it of the strategy's version.")
    scores: dict[Goal, Fraction | None] = Field(description="On the fitted bars.")
    fit: FoundFigures = Field(description="On the fitted bars, where it was chosen: flattering by design.")
    held_out: HeldOutFigures = Field(description="On the bars that the search never saw: the figure to trust.")
    luck: BothLanguages = Field(description="How much of it is luck, counting every trial of the lineage.")


class ParetoTold(SearchTold):
    """The finds once the search is done; the best, or the front where several goals were asked for."""

    given: FoundFigures | None = Field(description="The strategy as it was, on the held-out bars; null until done.")
    found: list[Find] = Field(description="Empty until done, and where no variant kept the limits.")
    front_size: int
    luck: BothLanguages | None = Field(description="What the search as a whole proves; null until done.")


def search_told(found: Optimisation) -> SearchTold:
    return SearchTold(**_standing(found))


def pareto_told(found: Optimisation, report: Mapping[str, Any] | None) -> ParetoTold:
    if report is None:
        return ParetoTold(**_standing(found), given=None, found=[], front_size=0, luck=None)
    address = f"parley://optimisation/{found.id}/report"
    whole = ResourceRef(uri=address, name="The whole report: every find, importance of each number, periods")
    finds = report["found"][:_MOST_FINDS]
    told = {"given": report["given"]["held_out"], "found": finds, "front_size": report["front_size"], "more": [whole]}
    return ParetoTold.model_validate({**_standing(found), **told, "luck": report["luck"]})


def searches_told(found: list[Optimisation], limit: int) -> SearchesTold:
    following = found[-1].id if len(found) == limit else None
    rows = [SearchRow(**{name: _standing(each)[name] for name in SearchRow.model_fields}) for each in found]
    return SearchesTold(optimisations=rows, next_before=following)


def _standing(found: Optimisation) -> dict[str, Any]:
    base, status = found.plan.base, found.status.told_to_chat
    then = "pareto for the finds; before any is taken over, tell the person what `luck` says of it"
    return {
        "optimisation_id": found.id,
        "status": status,
        "progress": found.progress,
        "message": found.message,
        "failure": failure_of(found.status, found.error),
        "goals": list(found.plan.goals),
        "name": base.strategy.name,
        "strategy_id": base.strategy_id,
        "strategy_version": base.version,
        "asked_at": found.created_at,
        "trials": found.trials,
        "next_step": NEXT[status].format(again="pareto", then=then),
    }
