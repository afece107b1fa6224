"""Open questions of an import: refused with the command that answers them, and splits that a person confirmed."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from shlex import quote

from packages.core.messages import Message, joined, message, message_of
from packages.domain.market_data.errors import BadRows, UnansweredImport
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.file_actions import FileActions


def refuse_unanswered(path: Path, asked: Answers, guesses: Sequence[Guess], source: str | None = None) -> None:
    """Says each question with its alternatives, and the whole command with the proposed answers."""
    questions = [guess for guess in guesses if guess.asks]
    if not questions:
        return
    raise UnansweredImport(
        "market_data.import.unanswered",
        path=path.name,
        questions=joined([question(guess) for guess in questions]),
        command=command_with(path, asked, questions, source),
        details={"guesses": [as_json(guess) for guess in questions]},
    )


def question(guess: Guess) -> Message:
    """`decimal`: why, and what could be answered."""
    return message(
        "market_data.import.question",
        what=guess.what,
        why=message_of(guess.why),
        value=guess.value,
        others=", ".join(guess.alternatives),
    )


def command_with(path: Path, asked: Answers, questions: Sequence[Guess], source: str | None) -> str:
    given = {**asked.given, **{guess.what: guess.value for guess in questions}}
    options = " ".join(f"--answer {quote(f'{what}={value}')}" for what, value in given.items())
    named = f" --source {quote(source)}" if source else ""
    return f"parley data import {quote(str(path))}{named} {options}"


def as_json(guess: Guess) -> dict[str, object]:
    """As SPEC 10.8 has it, and whether it has to be answered."""
    return {
        "what": guess.what,
        "value": guess.value,
        "why": str(guess.why),
        "alternatives": list(guess.alternatives),
        "asks": guess.asks,
    }


def add_splits(found: FileActions, guesses: Sequence[Guess]) -> Iterator[CorporateAction]:
    """The splits that a person said are missing, by the day of the jump."""
    for guess in guesses:
        if guess.what.startswith("split:") and not guess.offers and guess.value != "none":
            day = date.fromisoformat(guess.what.removeprefix("split:"))
            yield found.action(day, ActionKind.SPLIT, split_ratio(guess.what, guess.value))


def split_ratio(what: str, text: str) -> Decimal:
    try:
        ratio = Decimal(text)
    except InvalidOperation:
        ratio = Decimal(0)
    if not ratio.is_finite() or not Decimal("0.001") <= ratio <= 1000:
        raise BadRows("market_data.bad_answer", what=what, text=text[:40], known=["none", "2", "0.1"])
    return ratio
