"""How the checker reads prose that was written without knowing it: corpora of right, wrong and number-free sentences.

`python -m benchmarks.prose_corpora [corpus/part …]` prints, for each part of each corpus, the share of right sentences
that are flagged, of wrong ones that are caught, and of false claims without a number that pass unmarked.
`--show right|wrong|words` prints the sentences behind the figure.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.checker import check
from src.modules.research.domain.labels import LABELS

CORPORA = Path("tests/corpus/prose")
KINDS = ("right", "wrong", "words")
_DOCUMENT_TAG = re.compile(r"\bD(\d)\b")


@dataclass(frozen=True)
class ProseCase:
    """A sentence, what it is, and the book that it was written over."""

    id: str
    kind: str
    what: str
    language: str
    text: str
    book: EvidenceBook

    def marks(self) -> str:
        """What the checker holds against it, empty for nothing; an opinion is marked, not refused."""
        grounding = check(self.text, self.book)
        if grounding.violations:
            return "; ".join(f"{one.kind.value} {one.number}{one.tag} → {one.expected}" for one in grounding.violations)
        return "opinion" if grounding.opinions and self.kind == "words" else ""


def parts(names: list[str]) -> Iterator[tuple[str, list[ProseCase]]]:
    for path in sorted(CORPORA.glob("*/*.jsonl")):
        name = f"{path.parent.name}/{path.stem}"
        if not names or name in names:
            yield name, list(_cases(path))


def _cases(path: Path) -> Iterator[ProseCase]:
    books = {book["id"]: _book(book) for book in json.loads((path.parent / "books.json").read_text("utf-8"))}
    for line in path.read_text("utf-8").splitlines():
        case = json.loads(line)
        kind, what = case["kind"], case.get("what", "")
        yield ProseCase(case["id"], kind, what, case["language"], _desk_tags(case["text"]), books[case["book"]])


def _desk_tags(text: str) -> str:
    """The corpora call documents D1, D2; the desk numbers them with its rows."""
    return _DOCUMENT_TAG.sub(r"E90\1", text)


def _book(book: dict[str, Any]) -> EvidenceBook:
    rows = {_desk_tags(row["tag"]): _row(row, book) for row in book["rows"]}
    return EvidenceBook(rows, LABELS, {key: tuple(names) for key, names in book["companies"].items()}, book["about"])


def _row(row: dict[str, Any], book: dict[str, Any]) -> EvidenceRow:
    return EvidenceRow(
        id=f"{book['id']}:{row['tag']}",
        metric=row["metric"],
        value=None if row["value"] is None else Decimal(row["value"]),
        unit=row["unit"],
        period=row["period"],
        ends=date.fromisoformat(row["ends"]) if row["ends"] else None,
        source="corpus",
        known_at=datetime.fromisoformat(book["as_of"]).replace(tzinfo=UTC),
        subject=row.get("subject", ""),
        text=row.get("text") or "",
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("parts", nargs="*")
    options.add_argument("--show", choices=KINDS)
    chosen = options.parse_args()
    for name, cases in parts(chosen.parts):
        marked = {case.id: case.marks() for case in cases}
        print(f"{name}: {_line(cases, marked)}")
        for case in cases if chosen.show else ():
            if case.kind == chosen.show and bool(marked[case.id]) == (case.kind == "right"):
                print(f"  {case.id} {case.language} {case.what} | {case.text} | {marked[case.id]}")


def _line(cases: list[ProseCase], marked: dict[str, str]) -> str:
    all_of, hit = Counter(case.kind for case in cases), Counter(case.kind for case in cases if marked[case.id])
    passed = all_of["words"] - hit["words"]
    return (
        f"right flagged {_share(hit['right'], all_of['right'])}, wrong caught {_share(hit['wrong'], all_of['wrong'])}, "
        f"number-free passed unmarked {_share(passed, all_of['words'])}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.1%})" if whole else "none"


if __name__ == "__main__":
    main()
