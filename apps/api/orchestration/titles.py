"""What a conversation is called: by the person's first words, until it has a strategy with a name."""

from apps.api.orchestration.constants import TITLE_LENGTH


def title_of(title: str, words: str, strategy_name: str | None = None) -> str:
    """`title` is the one it has."""
    return _short(strategy_name or "") or title or _short(words)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
