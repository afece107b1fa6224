"""What is known at a point of a research run; parallel nodes write their own keys, and the reducer joins them."""

from typing import Annotated, Any, TypedDict


def merge_dicts(left: dict[str, Any] | None, right: dict[str, Any] | None) -> dict[str, Any]:
    """Both together; where both have a key, the later write counts."""
    return {**(left or {}), **(right or {})}


class ResearchGraphState(TypedDict, total=False):
    """`results`, `errors` and `failures` (an error's code and details) by expert name; `said` has their messages.
    `debate_outcome` is empty when the debate was skipped or failed."""

    symbol: str
    selected_experts: list[str]
    options: dict[str, dict[str, Any]]
    results: Annotated[dict[str, Any], merge_dicts]
    errors: Annotated[dict[str, str], merge_dicts]
    failures: Annotated[dict[str, Any], merge_dicts]
    said: Annotated[dict[str, Any], merge_dicts]
    overall_status: str
    debate_outcome: dict[str, Any]
    debate_error: str
    skip_debate: bool
    verdict: dict[str, Any]
    judge_error: str
