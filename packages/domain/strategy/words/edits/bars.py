"""The time to hold when the bars change: it stays in bars, and is told."""

from packages.domain.strategy.words.edits.document_parts import EditDraft
from packages.domain.strategy.words.grammar.meanings import Assumed, assumed


def with_time_kept(draft: EditDraft, before: str) -> tuple[Assumed, ...]:
    """Ten daily bars that become ten hourly ones are another time: nobody should find that out later."""
    after = str(draft.document["timeframe"])
    exits = draft.exits_of("time_exit")
    if after == before or not exits:
        return ()
    return (assumed("time_exit_bars", bars=exits[0]["bars"], timeframe=after),)
