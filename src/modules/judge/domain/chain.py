"""A chain of entries: each holds the hash of the one before it, so that nothing in it can be changed unseen."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Link:
    """An entry as it is stored: its number from 1, its text, and the hash of the text."""

    seq: int
    body: str
    hash: str


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link as it was read back, with the columns that repeat parts of its text."""

    link: Link
    columns: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Head:
    """The number and hash of the last entry; of none, 0 and the genesis hash."""

    seq: int = 0
    hash: str = GENESIS


@dataclass(frozen=True, slots=True)
class ChainCheck:
    """What looking at every entry found; `broken_at` is the number of the first entry that does not fit."""

    book: str
    entries: int
    head: str
    broken_at: int | None = None
    problem: str = ""

    @property
    def ok(self) -> bool:
        return self.broken_at is None


def canonical(value: object) -> str:
    """One text for one content: sorted keys, no spaces, no NaN."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def next_link(head: Head, content: Mapping[str, object]) -> Link:
    """The entry behind the head."""
    body = canonical({**content, "seq": head.seq + 1, "previous_hash": head.hash})
    return Link(head.seq + 1, body, digest(body))


def digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def check_chain(book: str, stored: Iterable[StoredLink], head: Head) -> ChainCheck:
    """Every entry against its own hash, its columns, and the entry before it; the last one against the head."""
    last, count = Head(), 0
    for one in stored:
        problem = _problem(one, last)
        if problem:
            return ChainCheck(book, count, last.hash, last.seq + 1, problem)
        last, count = Head(one.link.seq, one.link.hash), count + 1
    if last != head:
        return ChainCheck(book, count, last.hash, last.seq + 1, "The book ends before its last entry.")
    return ChainCheck(book, count, last.hash)


def _problem(one: StoredLink, last: Head) -> str:
    link = one.link
    if link.seq != last.seq + 1:
        return f"Entry {last.seq + 1} is missing."
    if digest(link.body) != link.hash:
        return f"The text of entry {link.seq} is not the one that was hashed."
    try:
        content = json.loads(link.body)
    except ValueError:
        return f"The text of entry {link.seq} cannot be read."
    if content.get("previous_hash") != last.hash or content.get("seq") != link.seq:
        return f"Entry {link.seq} does not follow the entry before it."
    differing = [name for name, value in one.columns.items() if content.get(name) != value]
    return f"The column {differing[0]} of entry {link.seq} is not what its text says." if differing else ""
