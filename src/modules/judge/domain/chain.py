"""A chain of entries: each holds the hash of the one before it, so that nothing in it can be changed unseen."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from packages.core.messages import Sentence, message

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedHead:
    """The head of a chain as it was written down outside of the database on a day."""

    day: date
    owner_id: str
    book: str
    entries: int
    head: str


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


def check_chain(
    book: str, stored: Iterable[StoredLink], head: Head, exported: Sequence[ExportedHead] = ()
) -> ChainCheck:
    """Every entry against its own hash, its columns, the entry before it and the heads that were exported; the last
    one against the head."""
    exported_heads = {one.entries: one for one in exported if one.book == book and one.entries}
    last, count = Head(), 0
    for one in stored:
        problem = _problem(one, last) or _other_than_exported(one.link, exported_heads.get(one.link.seq))
        if problem:
            return ChainCheck(book, count, last.hash, last.seq + 1, problem)
        last, count = Head(one.link.seq, one.link.hash), count + 1
    if last != head or any(entries > last.seq for entries in exported_heads):
        return ChainCheck(book, count, last.hash, last.seq + 1, _say("cut_off"))
    return ChainCheck(book, count, last.hash)


def _problem(one: StoredLink, last: Head) -> str:
    link = one.link
    if link.seq != last.seq + 1:
        return _say("missing", entry=last.seq + 1)
    if digest(link.body) != link.hash:
        return _say("other_text", entry=link.seq)
    try:
        content = json.loads(link.body)
    except ValueError:
        return _say("unreadable", entry=link.seq)
    if not isinstance(content, dict):
        return _say("unreadable", entry=link.seq)
    if content.get("previous_hash") != last.hash or content.get("seq") != link.seq:
        return _say("not_following", entry=link.seq)
    differing = [name for name, value in one.columns.items() if content.get(name) != value]
    return _say("other_column", entry=link.seq, column=differing[0]) if differing else ""


def _other_than_exported(link: Link, exported: ExportedHead | None) -> str:
    if exported is None or exported.head == link.hash:
        return ""
    return _say("other_than_exported", entry=link.seq, day=exported.day)


def _say(name: str, **values: object) -> Sentence:
    return Sentence(message(f"judge.chain.{name}", **values))
