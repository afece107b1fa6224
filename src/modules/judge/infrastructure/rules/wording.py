"""How a verdict cites rows: every number carries the row that it came from."""

from src.modules.judge.domain.verdict import BoundPrice


def cited(price: BoundPrice) -> str:
    return " ".join(f"[{price.expert}:{row.tag}]" for row in price.rows)


def tagged(name: str, text: str) -> str:
    """An expert's own tags with the expert's name, so that `[E7]` of two experts are told apart."""
    return text.replace("[E", f"[{name}:E")
