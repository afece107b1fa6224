"""Which results are drawn as cards, and where each card is."""

from collections.abc import Mapping

CARDS: Mapping[str, str] = {
    "research_report": "research",
    "research_verdict": "research",
    "backtest_get_job": "backtest",
    "stress_report": "stress",
}


def address(kind: str) -> str:
    return f"ui://parley/{kind}.html"


def card_of(tool: str) -> Mapping[str, object] | None:
    """What a tool says of its card; the second name is that of hosts from before the convention was settled."""
    if tool not in CARDS:
        return None
    place = address(CARDS[tool])
    return {"ui": {"resourceUri": place, "visibility": ["model", "app"]}, "ui/resourceUri": place}
