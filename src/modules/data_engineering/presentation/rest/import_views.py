"""Imports as HTTP shows them, with every sentence in the reader's language."""

from datetime import datetime

from pydantic import BaseModel, Field

from packages.contracts.sentences import SaidText
from packages.contracts.view import BaseView
from src.modules.data_engineering.infrastructure.imports.record import ImportRecord, ImportStatus


class ImportFileOut(BaseView):
    """A table in the files that were sent. `error`: why nothing of it can be stored."""

    name: str
    kind: str | None
    rows: int
    notes: list[SaidText]
    error_code: str | None
    error: SaidText | None


class ImportInstrumentOut(BaseView):
    """What would be stored; `symbol` is empty for rows about the whole market."""

    symbol: str
    kind: str
    timeframe: str | None
    source: str
    file: str
    rows: int
    refused: int
    first: datetime | None
    last: datetime | None


class ImportGuessOut(BaseView):
    """Answer it under `key`. `asks`: it must be answered before anything is stored; `offers`: a repair to choose."""

    what: str
    key: str
    value: str
    why: SaidText
    alternatives: list[str]
    asks: bool
    offers: bool
    is_answered: bool
    file: str | None
    symbols: list[str]


class ImportProblemOut(BaseView):
    """`line` null: of the whole file."""

    file: str
    symbol: str | None
    line: int | None
    count: int
    problem: SaidText


class ImportPreviewRowOut(BaseView):
    """A bar as it would be stored, or another row in words."""

    file: str
    symbol: str | None
    time: datetime
    open: float | None
    high: float | None
    low: float | None
    close: float | None
    volume: float | None
    what: str | None
    text: str | None


class ImportedOut(BaseView):
    """What an import brought that was not there before."""

    instruments: int
    bars: int
    rows: int


class ImportSummaryOut(BaseModel):
    """One import in the list; `symbols` are some of those it stored."""

    import_id: str
    origin: str
    status: ImportStatus
    names: list[str]
    symbols: list[str]
    questions: int
    stored: ImportedOut | None
    can_undo: bool
    created_at: datetime
    confirmed_at: datetime | None
    job_id: str | None
    error: SaidText | None

    @classmethod
    def fields_of(cls, record: ImportRecord, *, can_undo: bool) -> dict[str, object]:
        return {
            "import_id": record.id,
            "origin": record.origin,
            "status": record.status,
            "names": [upload.name for upload in record.uploads],
            "symbols": record.symbols[:20],
            "questions": len(record.look.questions) if record.status is ImportStatus.STAGED else 0,
            "stored": record.stored,
            "can_undo": can_undo,
            "created_at": record.created_at,
            "confirmed_at": record.confirmed_at,
            "job_id": record.job_id,
            "error": record.error,
        }

    @classmethod
    def of(cls, record: ImportRecord, *, can_undo: bool) -> "ImportSummaryOut":
        return cls.model_validate(cls.fields_of(record, can_undo=can_undo), from_attributes=True)


class DataImportOut(ImportSummaryOut):
    """An import with all that was found in its files; `left_off` counts what is too much to show."""

    files: list[ImportFileOut]
    instruments: list[ImportInstrumentOut]
    guesses: list[ImportGuessOut]
    problems: list[ImportProblemOut]
    preview: list[ImportPreviewRowOut]
    left_off: int
    answers: dict[str, str]

    @classmethod
    def of(cls, record: ImportRecord, *, can_undo: bool) -> "DataImportOut":
        parts = {name: getattr(record.look, name) for name in type(record.look).model_fields}
        fields = {**cls.fields_of(record, can_undo=can_undo), **parts, "answers": record.answers}
        return cls.model_validate(fields, from_attributes=True)


class ImportList(BaseModel):
    imports: list[ImportSummaryOut]


class ImportAnswers(BaseModel):
    """By what is asked, or by `file/what` for one file; an empty answer takes one back."""

    answers: dict[str, str] = Field(default_factory=dict, examples=[{"decimal": "comma"}])
