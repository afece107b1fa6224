"""Correct reports in many wordings over a random evidence book, as pieces that know what they say.

A pattern is a sentence with holes, as `{L.a}为 {N.a}`: L a figure's label, N its number with tag, B the number without
its sign (a word says it), A a rough number, P its period, C its company, V a verb of change by its sign, M the verb of
a move to its level from the other's, S a word for profit or loss, Q a quoted headline, R a year before, and XD, XR,
XG, XM, XS a number derived from both with its tag.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from tests.corpus.report_books import COMPANIES, KIND_OF, random_book
from tests.corpus.report_patterns import MOVES, PATTERNS, STATES, VERBS
from tests.corpus.report_patterns_late import LATE
from tests.corpus.report_patterns_more import MORE
from tests.corpus.report_spelling import Spelled, period_text, spelled

_HOLE = re.compile(r"\{([A-Z]+)\.([a-z])\}")


@dataclass(frozen=True)
class Piece:
    """A stretch of a report. `role`: what kind of thing it says, empty for filling; `row`: about which row."""

    text: str
    role: str = ""
    row: EvidenceRow | None = None
    spelled: Spelled | None = None
    sign: int = 0


Sentence = tuple[Piece, ...]


@dataclass(frozen=True)
class Report:
    """A correct report over a book; `writer` says who wrote it."""

    language: str
    book: EvidenceBook
    sentences: tuple[Sentence, ...]
    writer: str = "prose"

    @property
    def text(self) -> str:
        return "".join(said(sentence) for sentence in self.sentences)


def said(sentence: Sentence) -> str:
    return "".join(piece.text for piece in sentence)


def prose_report(seed: int, language: str, sentences: int = 12) -> Report:
    rng = random.Random(f"{seed}:{language}")
    book = random_book(rng)
    writer = _Writer(book, language, rng)
    return Report(language, book, tuple(writer.sentence() for _ in range(sentences)))


class _Writer:
    def __init__(self, book: EvidenceBook, language: str, rng: random.Random) -> None:
        self._book = book
        self._language = language
        self._rng = rng
        self._tags = {row.id: tag for tag, row in book.rows.items()}
        self._own = [row for row in book.rows.values() if row.ends and row.subject in {book.about, ""}]
        self._peer = [row for row in book.rows.values() if row.ends and row.subject not in {book.about, ""}]

    def sentence(self) -> Sentence:
        """One that the book has rows for."""
        while True:
            kind = self._rng.choice(sorted(PATTERNS[self._language]))
            rows = getattr(self, f"_{kind}")()
            if rows is not None:
                lots = (PATTERNS[self._language], MORE[self._language], LATE[self._language])
                pattern = self._rng.choice([wording for lot in lots for wording in lot.get(kind, ())])
                return tuple(self._filled(pattern, rows))

    def _filled(self, pattern: str, rows: dict[str, EvidenceRow]) -> Iterator[Piece]:
        if pattern[0] in "|-12":
            yield Piece("\n\n### 要点\n" if self._language == "zh" else "\n\n### Notes\n")
        place = 0
        for hole in _HOLE.finditer(pattern):
            if hole.start() > place:
                yield Piece(pattern[place : hole.start()])
            if hole[1] == "L" and hole.start() == place > 0:
                yield Piece(" ")
            yield from self._hole(hole[1], hole[2], rows)
            place = hole.end()
        yield Piece(f"{pattern[place:]}{self._rng.choice(('' if self._language == 'zh' else ' ', chr(10)))}")

    def _hole(self, what: str, name: str, rows: dict[str, EvidenceRow]) -> Iterator[Piece]:
        if what[0] == "X":
            yield from self._derived(what, name, rows)
            return
        row = rows[name]
        match what:
            case "L":
                yield Piece(self._label(row), "label", row)
            case "P":
                daily = row.metric in KIND_OF and KIND_OF[row.metric].daily
                yield Piece(period_text(row, self._language, self._rng, daily=daily), "period", row)
            case "C":
                yield Piece(self._company(row.subject), "company", row)
            case "R":
                yield Piece("上年同期" if self._language == "zh" else "a year earlier", "relative", row)
            case "Q":
                yield from self._quoted(row)
            case "V" | "S" | "M":
                yield self._directed(what, name, rows)
            case _:
                yield from self._number(row, bare=what == "B", rough=what == "A")

    def _directed(self, what: str, name: str, rows: dict[str, EvidenceRow]) -> Piece:
        """The word for the sign of a row, or for the way to it from the other row."""
        row = rows[name]
        other = rows["a" if name == "b" else "b"].value if what == "M" else Decimal(0)
        sign = 1 if (row.value or Decimal(0)) > (other or Decimal(0)) else -1
        role, words = {"V": ("verb", VERBS), "S": ("state", STATES), "M": ("move", MOVES)}[what]
        return Piece(self._rng.choice(words[self._language][sign]), role, row, sign=sign)

    def _label(self, row: EvidenceRow) -> str:
        names = [name for name in self._book.labels[row.metric] if name.isascii() == (self._language == "en")]
        return self._rng.choice(names or list(self._book.labels[row.metric]))

    def _company(self, symbol: str) -> str:
        zh, en = COMPANIES[symbol]
        short = re.sub(r",? (?:Co\., Ltd|Corp|Inc|Group|Holdings|Corporation)\.?$", "", en)
        return self._rng.choice((zh, zh, symbol) if self._language == "zh" else (en.rstrip("."), short, short, symbol))

    def _number(self, row: EvidenceRow, *, bare: bool = False, rough: bool = False) -> Iterator[Piece]:
        written = spelled(row, self._language, self._rng, bare=bare, rough=rough)
        yield Piece(written.text, "number", row, written)
        yield Piece(self._tag(self._tags[row.id]), "tag", row)

    def _tag(self, body: str) -> str:
        return self._rng.choice((f"[{body}]",) * 8 + (f" [{body}]", f"【{body}】", f"[ {body} ]"))

    def _quoted(self, row: EvidenceRow) -> Iterator[Piece]:
        title = row.text.partition("\n")[0]
        opening, closing = ("「", "」") if self._language == "zh" else ("“", "”")
        yield Piece(opening)
        number = re.search(r"\$?\d[\d.]*(?: ?亿元| million|%|)", title)
        if number:
            yield Piece(title[: number.start()])
            yield Piece(number.group(), "quoted", row)
            yield Piece(title[number.end() :])
        else:
            yield Piece(title)
        yield Piece(closing)
        yield Piece(f"[{self._tags[row.id]}]", "tag", row)

    def _derived(self, what: str, name: str, rows: dict[str, EvidenceRow]) -> Iterator[Piece]:
        """XD the difference of b and a, XR their ratio, XG the growth from a to b, XM their mean, XS their sum."""
        a, b = rows["a"], rows["b"]
        one, two = a.value or Decimal(0), b.value or Decimal(0)
        tag_a, tag_b = self._tags[a.id], self._tags[b.id]
        value, unit, body = {
            "XD": (two - one, "pp" if a.unit == "ratio" else a.unit, f"{tag_b}-{tag_a}"),
            "XR": (two / one if one else Decimal(0), "ratio", f"{tag_b}/{tag_a}"),
            "XG": (two / one - 1 if one else Decimal(0), "ratio", f"{tag_b}/{tag_a}-1"),
            "XM": ((one + two) / 2, a.unit, f"mean({tag_a},{tag_b})"),
            "XS": (one + two, a.unit, f"{tag_a}+{tag_b}"),
        }[what]
        derived = replace(b, id=f"derived:{body}", value=value, unit=unit)
        if name == "v":
            sign = 1 if value > 0 else -1
            yield Piece(self._rng.choice(VERBS[self._language][sign]), "verb", derived, sign=sign)
            yield Piece(" ")
        written = spelled(derived, self._language, self._rng, bare=name == "v")
        yield Piece(written.text, "number", derived, written)
        yield Piece(f"[{body}]", "tag", derived)

    def _latest(self, *metrics: str) -> EvidenceRow:
        wanted = [row for row in self._own if self._book.is_latest(row) and (not metrics or row.metric in metrics)]
        return self._rng.choice(wanted)

    def _of(self, metric: str, back: int = 0) -> EvidenceRow | None:
        """The newest of a figure, or one so many quarters before."""
        rows = [row for row in self._own if row.metric == metric]
        return rows[-1 - back] if len(rows) > back else None

    def _single(self) -> dict[str, EvidenceRow]:
        return {"a": self._latest()}

    def _named(self) -> dict[str, EvidenceRow] | None:
        row = self._latest()
        return {"a": row} if row.subject else None

    def _dated(self) -> dict[str, EvidenceRow]:
        return {"a": self._rng.choice(self._own)}

    def _many(self) -> dict[str, EvidenceRow]:
        rows = self._rng.sample([row for row in self._own if self._book.is_latest(row)], 3)
        return dict(zip("abc", rows, strict=True))

    def _listed(self) -> dict[str, EvidenceRow] | None:
        day = self._rng.choice([row for row in self._own if not KIND_OF[row.metric].daily]).ends
        rows = [row for row in self._own if row.ends == day]
        return dict(zip("abc", self._rng.sample(rows, 3), strict=True)) if len(rows) >= 3 else None

    def _moved(self) -> dict[str, EvidenceRow] | None:
        """a: an older row of what b is the newest of."""
        new = self._latest()
        older = [row for row in self._own if row.metric == new.metric and row.ends and new.ends and row.ends < new.ends]
        level = new.value or Decimal(0)
        usable = [row for row in older if abs((row.value or Decimal(0)) - level) > abs(level) / 20]
        return {"a": self._rng.choice(usable), "b": new} if usable else None

    def _yearly(self) -> dict[str, EvidenceRow] | None:
        """b: the newest of a quarterly figure, a: the one of a year before."""
        new = self._latest()
        old = self._of(new.metric, 4) if not KIND_OF[new.metric].daily else None
        return {"a": old, "b": new} if old else None

    def _grown(self) -> dict[str, EvidenceRow]:
        return {"a": self._latest("revenue_yoy", "net_profit_yoy")}

    def _amount_grown(self) -> dict[str, EvidenceRow] | None:
        name = self._rng.choice(("revenue", "net_profit"))
        amount, growth = self._of(name), self._of(f"{name}_yoy")
        return {"a": amount, "g": growth} if amount and growth and (amount.value or 0) > 0 else None

    def _lost(self) -> dict[str, EvidenceRow]:
        return {"a": self._latest("net_profit")}

    def _peered(self) -> dict[str, EvidenceRow] | None:
        pairs = [(own, peer) for peer in self._peer for own in self._own if own.metric == peer.metric]
        pairs = [(own, peer) for own, peer in pairs if self._book.is_latest(own) and own.subject]
        return dict(zip("ab", self._rng.choice(pairs), strict=True)) if pairs else None

    def _ruled(self) -> dict[str, EvidenceRow]:
        metric, rule = self._rng.choice(
            (("rsi14", "rsi_overbought"), ("adx14", "adx_trending"), ("volume_ratio", "volume_heavy"))
        )
        threshold = next(row for row in self._book.rows.values() if row.metric == f"rule.{rule}")
        return {"a": self._latest(metric), "r": threshold}

    def _ranged(self) -> dict[str, EvidenceRow]:
        return {"a": self._latest("dcf_low"), "b": self._latest("dcf_high")}

    def _charted(self) -> dict[str, EvidenceRow]:
        return {"a": self._latest("close"), "b": self._latest("ma20"), "c": self._latest("rsi14")}

    def _quoted_text(self) -> dict[str, EvidenceRow]:
        return {"d": self._rng.choice([row for row in self._book.rows.values() if row.text])}

    def _margins_apart(self) -> dict[str, EvidenceRow] | None:
        pair = self._yearly()
        return (
            pair
            if pair and pair["a"].unit == "ratio" and not pair["a"].metric.endswith("_yoy") and self._differ(pair)
            else None
        )

    def _multiplied(self) -> dict[str, EvidenceRow] | None:
        pair = self._yearly()
        fits = pair and pair["a"].unit in {"CNY", "USD"} and all((row.value or 0) > 0 for row in pair.values())
        return pair if fits and self._differ(pair or {}) else None

    def _averaged(self) -> dict[str, EvidenceRow] | None:
        pair = self._yearly()
        return pair if pair and pair["a"].unit in {"x", "days"} else None

    def _totalled(self) -> dict[str, EvidenceRow]:
        return {"a": self._latest("operating_cash_flow_ttm"), "b": self._latest("free_cash_flow_ttm")}

    @staticmethod
    def _differ(pair: dict[str, EvidenceRow]) -> bool:
        one, two = (pair[name].value or Decimal(0) for name in "ab")
        return bool(one) and abs(two - one) > abs(one) / 50 and abs(two - one) > Decimal("0.004")
