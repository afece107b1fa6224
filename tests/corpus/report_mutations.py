"""Correct reports with one thing made wrong, each case labelled with what was done and with the untouched report."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from tests.corpus.report_books import COMPANIES, KIND_OF
from tests.corpus.report_patterns import MOVES, STATES, VERBS
from tests.corpus.report_prose import Piece, Report, Sentence, said
from tests.corpus.report_spelling import Spelled, period_texts, spelled

CLASSES = (
    "wrong_value", "wrong_unit", "wrong_period", "wrong_company", "stale_row", "invented_metric", "sign_flip",
    "tag_removed", "tag_moved",
)  # fmt: skip

# Names that no row has; most of them no list of figures has either.
_INVENTED = {
    "zh": (
        "EBITDA", "息税前利润", "股息率", "ROIC", "扣非净利润", "客单价", "复购率", "坪效", "净推荐值", "内含价值",
        "在手现金", "单位产能收益",
    ),
    "en": (
        "EBITDA", "dividend yield", "ROIC", "EBIT margin", "payout ratio", "average ticket", "load factor",
        "embedded value", "customer lifetime value", "attach rate", "adjusted earnings", "cash per unit",
    ),
}  # fmt: skip
_UNITS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "zh": {
        "亿": ("万",), "万": ("亿",), "美元": ("元",), "元": ("美元",), "倍": ("%",), "%": ("个基点", "倍", "个百分点"),
        "天": ("%",), "个百分点": ("%",),
    },
    "en": {
        "billion": ("million",), "million": ("billion",), "bn": ("mn",), "mn": ("bn",), "percentage points": ("%",),
        "pp": ("%",), "percent": ("basis points",), "%": (" bps", "x", " percentage points"), "x": ("%",),
        "times": ("%",), "CNY": ("USD",), "RMB": ("USD",), "yuan": ("USD",), "¥": ("$",), "USD": ("CNY",),
        "US$": ("¥",), "$": ("¥",), "days": ("%",),
    },
}  # fmt: skip
_POINTS = frozenset({"个百分点", "percentage points"})


@dataclass(frozen=True)
class Case:
    """`sentence`: which one of the report was touched."""

    kind: str
    report: Report
    mutated: Report
    sentence: int

    @property
    def mutated_sentence(self) -> str:
        return said(self.mutated.sentences[self.sentence])


Mutation = Callable[[Sentence, int, EvidenceBook, str, random.Random], Sentence | None]


def mutations(report: Report, rng: random.Random, per_class: int = 1) -> Iterator[Case]:
    """For each class up to so many cases, at places drawn at random."""
    for kind, mutation in _MUTATIONS.items():
        places = [(s, p) for s, sentence in enumerate(report.sentences) for p in range(len(sentence))]
        rng.shuffle(places)
        made = 0
        for number, place in places:
            if made == per_class:
                break
            touched = mutation(report.sentences[number], place, report.book, report.language, rng)
            if touched is not None and said(touched) != said(report.sentences[number]):
                made += 1
                sentences = (*report.sentences[:number], touched, *report.sentences[number + 1 :])
                yield Case(kind, report, replace(report, sentences=sentences), number)


def _with(sentence: Sentence, place: int, *pieces: Piece, taken: int = 1) -> Sentence:
    return (*sentence[:place], *pieces, *sentence[place + taken :])


def _number(sentence: Sentence, place: int) -> tuple[EvidenceRow, Spelled] | None:
    piece = sentence[place]
    return (piece.row, piece.spelled) if piece.role == "number" and piece.row and piece.spelled else None


def _wrong_value(
    sentence: Sentence, place: int, _book: EvidenceBook, _language: str, rng: random.Random
) -> Sentence | None:
    if sentence[place].role == "quoted":
        return _wrong_quote(sentence, place, rng)
    found = _number(sentence, place)
    if found is None:
        return None
    row, written = found
    for _ in range(8):
        digits = rng.choice(_SPOILERS)(written.digits.replace(",", ""), rng)
        spoilt = replace(written, digits=digits) if digits else None
        if spoilt and _is_wrong(spoilt, row):
            return _with(sentence, place, replace(sentence[place], text=spoilt.text, spelled=spoilt))
    return None


def _wrong_quote(sentence: Sentence, place: int, rng: random.Random) -> Sentence | None:
    piece = sentence[place]
    digits = re.search(r"\d[\d.]*", piece.text)
    spoilt = _digit_changed(digits.group(), rng) if digits else None
    if not digits or not spoilt:
        return None
    return _with(sentence, place, replace(piece, text=piece.text.replace(digits.group(), spoilt)))


def _is_wrong(written: Spelled, row: EvidenceRow) -> bool:
    """Beyond rounding at the digits that are shown; well beyond where a word says that it is rough."""
    off = abs(abs(written.worth) - abs(row.value or Decimal(0)))
    return off > written.step * Decimal("0.55") and (
        not written.about or off > abs(row.value or Decimal(0)) * Decimal("0.08")
    )


def _digit_changed(digits: str, rng: random.Random) -> str | None:
    place = rng.choice([n for n, sign in enumerate(digits) if sign.isdigit()])
    other = rng.choice([sign for sign in "0123456789" if sign != digits[place]])
    return _sound(digits[:place] + other + digits[place + 1 :])


def _transposed(digits: str, rng: random.Random) -> str | None:
    places = [n for n in range(len(digits) - 1) if digits[n : n + 2].isdigit() and digits[n] != digits[n + 1]]
    if not places:
        return None
    place = rng.choice(places)
    return _sound(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])


def _dropped(digits: str, rng: random.Random) -> str | None:
    place = rng.choice([n for n, sign in enumerate(digits) if sign.isdigit()])
    return _sound(digits[:place] + digits[place + 1 :])


def _added(digits: str, rng: random.Random) -> str | None:
    place = rng.randrange(len(digits) + 1)
    return _sound(digits[:place] + rng.choice("123456789") + digits[place:])


def _shifted(digits: str, rng: random.Random) -> str | None:
    value = Decimal(digits) * (10 if rng.random() < 0.5 else Decimal("0.1"))
    return _sound(f"{value.normalize():f}")


def _sound(digits: str) -> str | None:
    """A number as people write it, or nothing."""
    return digits if re.fullmatch(r"(?:0|[1-9]\d*)(?:\.\d+)?", digits) else None


_SPOILERS = (_digit_changed, _transposed, _dropped, _added, _shifted)


def _wrong_unit(
    sentence: Sentence, place: int, _book: EvidenceBook, language: str, rng: random.Random
) -> Sentence | None:
    found = _number(sentence, place)
    if found is None:
        return None
    row, written = found
    if not written.worth:
        return None
    choices = [
        choice for choice in _other_units(written, language) if not (choice[1].strip() in _POINTS and _is_gap(row))
    ]
    if not choices:
        return None
    unit, other, part = rng.choice(choices)
    changed = replace(written, **{part: getattr(written, part).replace(unit, other, 1)})
    return _with(sentence, place, replace(sentence[place], text=changed.text, spelled=changed))


def _other_units(written: Spelled, language: str) -> Iterator[tuple[str, str, str]]:
    """A unit that the number has, another that would mean something else, and on which side it stands."""
    for unit, others in _UNITS[language].items():
        before = written.before.strip() == unit
        inside = unit in written.after and not (unit == "元" and "美元" in written.after)
        alone = re.search(rf"(?<![A-Za-z]){re.escape(unit)}(?![A-Za-z])", written.after) is not None
        for other in others:
            if before:
                yield unit, other, "before"
            elif inside if language == "zh" else alone:
                yield unit, other, "after"


def _is_gap(row: EvidenceRow) -> bool:
    return row.metric.endswith("_change") or row.unit == "pp"


def _wrong_period(
    sentence: Sentence, place: int, _book: EvidenceBook, language: str, rng: random.Random
) -> Sentence | None:
    piece = sentence[place]
    if piece.role == "relative":
        other = "上季度" if language == "zh" else "a quarter earlier"
        return _with(sentence, place, replace(piece, text=other))
    if piece.role != "period" or piece.row is None or piece.row.ends is None:
        return None
    daily = piece.row.metric in KIND_OF and KIND_OF[piece.row.metric].daily
    return _with(
        sentence,
        place,
        replace(piece, text=rng.choice(period_texts(_other_day(piece.row.ends, rng), language, daily=daily))),
    )


def _other_day(ends: date, rng: random.Random) -> date:
    if rng.random() < 0.5:
        return ends.replace(
            year=ends.year + rng.choice((-1, 1, -2)), day=min(ends.day, 28) if ends.month == 2 else ends.day
        )
    month = rng.choice([month for month in (3, 6, 9, 12) if month != ends.month])
    return date(ends.year, month, 31 if month in {3, 12} else 30)


def _wrong_company(
    sentence: Sentence, place: int, book: EvidenceBook, language: str, rng: random.Random
) -> Sentence | None:
    piece = sentence[place]
    if piece.role != "company" or piece.row is None:
        return None
    others = {symbol: names for symbol, names in book.companies.items() if symbol != piece.row.subject}
    symbol = rng.choice(sorted(others))
    names = COMPANIES.get(symbol, tuple(others[symbol]))
    return _with(
        sentence, place, replace(piece, text=rng.choice((names[0] if language == "zh" else names[-1], symbol)))
    )


def _stale_row(
    sentence: Sentence, place: int, book: EvidenceBook, language: str, rng: random.Random
) -> Sentence | None:
    """The number and tag of an older row where the newest is meant; its period is nowhere in the sentence."""
    found = _number(sentence, place)
    if (
        found is None
        or found[0].id.startswith("derived")
        or not book.is_latest(found[0])
        or sentence[place + 1].role != "tag"
    ):
        return None
    row, written = found
    said_already = {piece.row.ends for piece in sentence if piece.row and piece.role in {"period", "relative"}} - {
        row.ends
    }
    older = [
        (tag, other)
        for tag, other in book.rows.items()
        if (other.metric, other.subject) == (row.metric, row.subject)
        and other.ends != row.ends
        and other.ends not in said_already
    ]
    if not older or row.ends is None:
        return None
    tag, other = rng.choice(older)
    bare = not written.sign and (row.value or 0) < 0
    told = spelled(other, language, rng, bare=bare)
    if abs(abs(told.worth) - abs(row.value or Decimal(0))) <= told.step:
        return None
    number = replace(sentence[place], text=told.text, row=other, spelled=told)
    return _with(sentence, place, number, replace(sentence[place + 1], text=f"[{tag}]"), taken=2)


def _invented_metric(
    sentence: Sentence, place: int, book: EvidenceBook, language: str, rng: random.Random
) -> Sentence | None:
    piece = sentence[place]
    if piece.role != "label" or piece.row is None:
        return None
    if rng.random() < 0.4:
        return _with(sentence, place, replace(piece, text=rng.choice(_INVENTED[language])))
    unit = piece.row.unit
    metrics = {row.metric for row in book.rows.values() if row.unit == unit and row.metric != piece.row.metric}
    metrics = {metric for metric in metrics if not _is_same_thing(piece.row.metric, metric) and metric in book.labels}
    if not metrics:
        return None
    names = [name for name in book.labels[rng.choice(sorted(metrics))] if name.isascii() == (language == "en")]
    return _with(sentence, place, replace(piece, text=rng.choice(names))) if names else None


def _is_same_thing(metric: str, other: str) -> bool:
    """营收增长 5% is true of `revenue_yoy` although 营收 is the label of `revenue`."""
    return metric.startswith(f"{other.removesuffix('_ttm')}_")


# `The distance from the high is 31.1%` is as right as -31.1%.
_DISTANCES = frozenset({"from_high_52w", "from_low_52w"})


def _sign_flip(
    sentence: Sentence, place: int, _book: EvidenceBook, language: str, rng: random.Random
) -> Sentence | None:
    piece = sentence[place]
    words = {"verb": VERBS, "move": MOVES, "state": STATES}
    if piece.role in words:
        return _with(sentence, place, replace(piece, text=rng.choice(words[piece.role][language][-piece.sign])))
    found = _number(sentence, place)
    if found is None or not found[0].value or any(other.role in {"verb", "state"} for other in sentence):
        return None
    if found[0].metric in _DISTANCES:
        return None
    written = replace(found[1], sign="" if found[1].sign else rng.choice("-−－"))
    return _with(sentence, place, replace(piece, text=written.text, spelled=written))


def _tag_removed(
    sentence: Sentence, place: int, _book: EvidenceBook, _language: str, _rng: random.Random
) -> Sentence | None:
    """Of a quotation only where it has a number."""
    quoted = any(piece.role == "quoted" for piece in sentence)
    text = sentence[place].row is not None and bool(getattr(sentence[place].row, "text", ""))
    return _with(sentence, place) if sentence[place].role == "tag" and (quoted or not text) else None


def _tag_moved(
    sentence: Sentence, place: int, book: EvidenceBook, _language: str, rng: random.Random
) -> Sentence | None:
    piece = sentence[place]
    if (
        piece.role != "tag"
        or piece.row is None
        or (piece.row.text and not any(one.role == "quoted" for one in sentence))
    ):
        return None
    others = [tag for tag, row in book.rows.items() if row.id != piece.row.id and row.value != piece.row.value]
    return _with(sentence, place, replace(piece, text=f"[{rng.choice(others)}]"))


_MUTATIONS: Mapping[str, Mutation] = {
    "wrong_value": _wrong_value,
    "wrong_unit": _wrong_unit,
    "wrong_period": _wrong_period,
    "wrong_company": _wrong_company,
    "stale_row": _stale_row,
    "invented_metric": _invented_metric,
    "sign_flip": _sign_flip,
    "tag_removed": _tag_removed,
    "tag_moved": _tag_moved,
}
