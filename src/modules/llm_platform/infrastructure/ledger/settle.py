"""The second half of a try, in one transaction: the reservation goes, what counts comes, the row is complete.

Only a row that is still `started` is changed, so settling twice, or after a recovery, changes nothing.
"""

import json
import re
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, update

from packages.contracts.sentences import recalled, stored
from packages.core.errors import NotFound
from packages.core.messages import Sentence, message
from src.modules.llm_platform.domain.ledger import AttemptEnd, Budgets, CallStatus, MoneyAndTokens
from src.modules.llm_platform.infrastructure.ledger.accounts import account_names, charging, move
from src.modules.llm_platform.infrastructure.ledger.rows import calls

_LONGEST_MESSAGE = 500
_KEY = re.compile(r"(?i)\b(?:sk-|bearer\s+|(?:api[-_ ]?key|token|secret)[\"':=\s]+)(?=[\w*.\-]*[\d*])[\w*.\-]{6,}")


class UnknownAttempt(NotFound):
    """Nobody began this try."""


def settle(connection: Connection, budgets: Budgets, attempt_id: str, settlement: AttemptEnd) -> None:
    row = connection.execute(_SETTLE, _values(attempt_id, settlement)).one_or_none()
    if row is None:
        if connection.execute(_FIND, {"attempt_id": attempt_id}).one_or_none() is None:
            raise UnknownAttempt("llm_platform.unknown_attempt", id=attempt_id)
        return
    names = account_names(budgets, row.owner_id, row.run_id, row.day)
    reserved = MoneyAndTokens(money=row.reserved_money, tokens=row.reserved_tokens)
    move(connection, names, charging(reserved, settlement.charged))


def interrupt(connection: Connection, budgets: Budgets, attempt_id: str, now: datetime) -> bool:
    """Whether it was out: nobody knows how it ended, so what was set aside for it counts as spent."""
    row = connection.execute(
        _INTERRUPT,
        {"attempt_id": attempt_id, "finished_at": now, "error_message": Sentence(message("llm_platform.call_died"))},
    ).one_or_none()
    if row is None:
        return False
    reserved = MoneyAndTokens(money=row.reserved_money, tokens=row.reserved_tokens)
    move(connection, account_names(budgets, row.owner_id, row.run_id, row.day), charging(reserved, reserved))
    return True


_RESERVED = (calls.c.owner_id, calls.c.run_id, calls.c.day, calls.c.reserved_money, calls.c.reserved_tokens)
_OF_STARTED = (
    update(calls)
    .where(calls.c.id == bindparam("attempt_id"), calls.c.status == CallStatus.STARTED.value)
    .returning(*_RESERVED)
)
_FIND = select(calls.c.id).where(calls.c.id == bindparam("attempt_id"))
_SETTLED = (
    "charged_money", "charged_tokens", "cost", "input_tokens", "output_tokens", "cached_tokens", "latency_ms",
    "error_code", "error_message", "answer", "response_id", "finished_at",
)  # fmt: skip
_SETTLE = _OF_STARTED.values(status=bindparam("outcome"), **{name: bindparam(name) for name in _SETTLED})
_INTERRUPT = _OF_STARTED.values(
    status=CallStatus.INTERRUPTED.value,
    charged_money=calls.c.reserved_money,
    charged_tokens=calls.c.reserved_tokens,
    error_code="interrupted",
    error_message=bindparam("error_message"),
    finished_at=bindparam("finished_at"),
)


def _values(attempt_id: str, settlement: AttemptEnd) -> dict[str, object]:
    usage, charged = settlement.usage, settlement.charged
    return {
        "attempt_id": attempt_id,
        "outcome": settlement.status.value,
        "charged_money": charged.money,
        "charged_tokens": charged.tokens,
        "cost": settlement.cost,
        "input_tokens": usage and usage.input_tokens,
        "output_tokens": usage and usage.output_tokens,
        "cached_tokens": usage and usage.cached_tokens,
        "latency_ms": settlement.latency_ms,
        "error_code": settlement.error_code,
        "error_message": settlement.error_message and stored_message(settlement.error_message),
        "answer": None if settlement.answer is None else storable(settlement.answer),
        "response_id": settlement.response_id,
        "finished_at": settlement.finished_at,
    }


def storable(answer: str) -> str:
    """As JSON, in which every text survives both databases: also a NUL, also half of a surrogate pair."""
    written = json.dumps(answer, ensure_ascii=False)
    try:
        written.encode()
    except UnicodeEncodeError:
        return json.dumps(answer)
    return written


def stored_message(message: str) -> str:
    """A message as the ledger keeps it: short, and without anything that looks like a key."""
    kept = recalled(_KEY.sub("…", stored(message)))
    if isinstance(kept, Sentence) and len(kept) <= _LONGEST_MESSAGE:
        return kept
    clean = _KEY.sub("…", message).encode(errors="replace").decode().replace("\x00", "")
    return clean if len(clean) <= _LONGEST_MESSAGE else f"{clean[: _LONGEST_MESSAGE - 1]}…"
