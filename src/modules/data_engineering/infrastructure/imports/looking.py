"""From the preview of files to what a person is shown of them: guesses, questions, problems and first rows."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, time
from pathlib import Path

from packages.core.errors import ParleyError
from packages.core.messages import Message, Sentence, message_of, word
from packages.domain.market_data.rows import Row
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.guess import FIXED, Guess
from packages.infra.providers.market_data.bars.inspect import BarInspection
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.files.import_rows import RowsReport
from packages.infra.providers.market_data.files.kinds import FileKind
from src.modules.data_engineering.infrastructure.imports.record import (
    FoundGuess,
    FoundInstrument,
    FoundProblem,
    FoundRow,
    FoundTable,
    ImportLook,
)
from src.modules.data_engineering.infrastructure.row_files import FileImport

_MOST_GUESSES = 200
_MOST_PROBLEMS = 200
_MOST_ROWS = 120
_ROWS_OF_ONE = 8
# Sentences that name an option of the terminal, and those that say the same to a page.
_WITHOUT_OPTIONS = {
    "market_data.import.jump": "market_data.import.jump_offered",
    "market_data.import.kind_or": "market_data.import.kind",
    "market_data.no_symbol_named": "market_data.import.symbol_missing",
    "market_data.timeframe_unclear": "market_data.import.timeframe_missing",
    "market_data.closed_days": "market_data.import.closed_days",
    "market_data.unknown_columns": "market_data.import.unknown_columns",
}
# Files that cannot be read before a person says this of them.
_MISSING = {"market_data.no_symbol_named": "symbol", "market_data.timeframe_unclear": "timeframe"}


@dataclass(slots=True)
class Looking:
    """Gathers one look; `before` is the one that a person has answered."""

    answers: Mapping[str, str]
    before: ImportLook
    look: ImportLook = field(default_factory=ImportLook)
    _tables: dict[str, FoundTable] = field(default_factory=dict)
    _guesses: list[tuple[str, str, Guess]] = field(default_factory=list)

    def finish(self, done: Sequence[FileImport], failures: Sequence[tuple[Path, ParleyError]]) -> ImportLook:
        many = _files_of_many(done)
        for one in done:
            if isinstance(one.report, ImportReport) and one.inspection is not None:
                self._bars(one.report, one.inspection, names_itself=one.report.path.name in many)
            elif isinstance(one.report, RowsReport):
                self._rows(one.report)
        for path, error in failures:
            self._failure(path, error)
        self.look.files = list(self._tables.values())
        self.look.guesses = self._merged()
        self._cut()
        return self.look

    def _bars(self, report: ImportReport, seen: BarInspection, *, names_itself: bool) -> None:
        name, symbol = report.path.name, str(report.symbol)
        table = self._table(name, FileKind.BARS, report.rows_read)
        table.notes = list(dict.fromkeys([*table.notes, seen.rows.says, *seen.found.guesses]))
        self._instrument(report, symbol, FileKind.BARS, report.timeframe.value, report.first, report.last)
        for guess in seen.guesses:
            if not (names_itself and guess.what == "symbol"):
                self._guesses.append((name, symbol, guess))
        self._refusals(report, "bad_bar", symbol)
        offered = {guess.why for guess in seen.guesses}
        for warning in (each for each in report.warnings if each not in offered):
            self._problem(name, symbol, None, 1, message_of(warning))
        shown = seen.preview[:_ROWS_OF_ONE]
        values = ("time", "open", "high", "low", "close", "volume")
        self.look.preview += [
            FoundRow(file=name, symbol=symbol, **{each: getattr(bar, each) for each in values}) for bar in shown
        ]

    def _rows(self, report: RowsReport) -> None:
        name = report.path.name
        table = self._table(name, report.kind, report.rows_read)
        says, *said = report.guesses
        why = next((each for each in said if message_of(each).code.startswith("market_data.import.kind")), says)
        changeable = {why, *(guess.why for guess in report.choices)}
        table.notes = [each for each in report.guesses if each not in changeable]
        others = tuple(kind for kind in FileKind if kind not in (report.kind, FileKind.BARS))
        self._guesses.append((name, "", Guess("kind", report.kind, _for_page(why), others)))
        self._guesses += [(name, "", guess) for guess in report.choices]
        days = sorted(_moment(row) for row in report.rows)
        for symbol in report.symbols or ("",):
            self._instrument(report, symbol, report.kind, None, *((days[0], days[-1]) if days else (None, None)))
        self._refusals(report, "bad_row", None)
        for sentence, count in report.left_out.items():
            self._problem(name, None, None, count, message_of(sentence))
        self.look.preview += [_shown(name, row) for row in report.rows[:_ROWS_OF_ONE]]

    def _failure(self, path: Path, error: ParleyError) -> None:
        what = _MISSING.get(error.said.code)
        table = self._table(path.name, None, 0)
        said = _for_page(Sentence(error.said))
        if what is not None:
            others = tuple(Timeframe) if what == "timeframe" else ()
            self._guesses.append((path.name, "", Guess(what, "", said, others, asks=True)))
            return
        if table.rows == 0:
            table.error_code, table.error = error.code, said
        self._problem(path.name, None, None, 1, message_of(said))

    def _table(self, name: str, kind: FileKind | None, rows: int) -> FoundTable:
        table = self._tables.setdefault(name, FoundTable(name=name, kind=kind, rows=0, notes=[]))
        table.rows += rows
        return table

    def _instrument(
        self,
        report: ImportReport | RowsReport,
        symbol: str,
        kind: FileKind,
        timeframe: str | None,
        first: datetime | None,
        last: datetime | None,
    ) -> None:
        self.look.instruments.append(
            FoundInstrument(
                symbol=symbol,
                kind=kind,
                timeframe=timeframe,
                source=report.source,
                file=report.path.name,
                rows=report.rows_taken,
                refused=report.rows_refused,
                first=first,
                last=last,
            )
        )

    def _refusals(self, report: ImportReport | RowsReport, kind: str, symbol: str | None) -> None:
        """By line as far as lines are listed; the others by their number."""
        listed: dict[str, int] = defaultdict(int)
        for refusal in report.refusals:
            listed[refusal.reason] += 1
            self._problem(report.path.name, symbol, refusal.line or None, 1, word(kind, refusal.reason))
        for reason, count in report.refused_for.items():
            if count > listed[reason]:
                self._problem(report.path.name, symbol, None, count - listed[reason], word(kind, reason))

    def _problem(self, file: str, symbol: str | None, line: int | None, count: int, said: Message) -> None:
        problem = FoundProblem(file=file, symbol=symbol, line=line, count=count, problem=Sentence(said))
        self.look.problems.append(problem)

    def _merged(self) -> list[FoundGuess]:
        """What is guessed alike of all is one guess, answered for all at once; else each file has its own."""
        by_what: dict[str, list[tuple[str, str, Guess]]] = defaultdict(list)
        for one in self._guesses:
            by_what[one[2].what].append(one)
        tables = len(self._tables)
        return [found for what, some in by_what.items() for found in self._of_one_kind(what, some, tables)]

    def _of_one_kind(self, what: str, some: list[tuple[str, str, Guess]], tables: int) -> Iterator[FoundGuess]:
        is_common = tables == 1 or (what != "symbol" and len({guess for _, _, guess in some}) == 1)
        groups: dict[tuple[str | None, Guess], list[str]] = defaultdict(list)
        for name, symbol, guess in some:
            groups[None if is_common else name, guess].append(symbol)
        for (file, guess), symbols in groups.items():
            key = what if file is None else f"{file}/{what}"
            yield self._found(key, file if file is not None or tables > 1 else some[0][0], guess, symbols)

    def _found(self, key: str, file: str | None, guess: Guess, symbols: list[str]) -> FoundGuess:
        is_answered = key in self.answers or guess.what in self.answers
        return FoundGuess(
            what=guess.what,
            key=key,
            value=guess.value,
            why=_for_page(guess.why),
            alternatives=self._alternatives(key, guess),
            asks=guess.asks,
            offers=guess.offers,
            is_answered=is_answered,
            file=file,
            symbols=[symbol for symbol in dict.fromkeys(symbols) if symbol],
        )

    def _alternatives(self, key: str, guess: Guess) -> list[str]:
        """Also of what was answered, so that it can be changed again."""
        known: tuple[str, ...] = guess.alternatives or FIXED.get(guess.what, ())
        if not known and guess.what == "timeframe":
            known = tuple(Timeframe)
        if not known:
            earlier = next((one for one in self.before.guesses if one.key == key), None)
            known = () if earlier is None else (earlier.value, *earlier.alternatives)
        return [one for one in dict.fromkeys(map(str, known)) if one and one != guess.value]

    def _cut(self) -> None:
        look = self.look
        questions = look.questions
        others = [guess for guess in look.guesses if not guess.asks]
        kept = [*questions, *others[: max(0, _MOST_GUESSES - len(questions))]]
        look.left_off = len(look.guesses) - len(kept)
        look.left_off += max(0, len(look.problems) - _MOST_PROBLEMS) + max(0, len(look.preview) - _MOST_ROWS)
        look.guesses, look.problems, look.preview = kept, look.problems[:_MOST_PROBLEMS], look.preview[:_MOST_ROWS]


def _files_of_many(done: Sequence[FileImport]) -> set[str]:
    """Tables whose rows name their instruments themselves."""
    counted: dict[str, int] = defaultdict(int)
    for one in done:
        counted[one.report.path.name] += isinstance(one.report, ImportReport)
    return {name for name, count in counted.items() if count > 1}


def _for_page(said: str) -> Sentence:
    """Without the options of the terminal: a page has fields for them."""
    original = message_of(said)
    return Sentence(Message(_WITHOUT_OPTIONS.get(original.code, original.code), original.params))


_WHEN = ("published_at", "day", "ex_date", "period_end", "since", "known_at")
_HEADS = ("item", "kind", "title", "series", "statement", "name_en")
_TEXTS = ("value", "text", "name_zh", "title")
_MULTIPLES = {"PE": "pe_ttm", "PB": "pb", "PS": "ps_ttm"}


def _moment(row: Row) -> datetime:
    found: date | datetime = next(value for name in _WHEN if (value := getattr(row, name, None)) is not None)
    return found if isinstance(found, datetime) else datetime.combine(found, time(), UTC)


def _shown(file: str, row: Row) -> FoundRow:
    names = {each.name for each in fields(row)}
    fields_shown = {name: str(value)[:200] for name in names if (value := getattr(row, name)) not in (None, "")}
    what = next((fields_shown[name] for name in _HEADS if name in fields_shown), None)
    multiples = ", ".join(f"{short} {fields_shown[name]}" for short, name in _MULTIPLES.items() if name in fields_shown)
    text = next(
        (fields_shown[name] for name in _TEXTS if name in fields_shown and fields_shown[name] != what),
        multiples or None,
    )
    return FoundRow(file=file, symbol=fields_shown.get("symbol"), time=_moment(row), what=what, text=text)
