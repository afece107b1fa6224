"""An import as it is kept beside its files: what was found in them, what was answered, and what became of it."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, Field

from packages.contracts.sentences import KeptText


class ImportStatus(StrEnum):
    """`staged` waits for a person; `storing` and `undoing` are under way, or died and can be run again."""

    STAGED = "staged"
    STORING = "storing"
    STORED = "stored"
    FAILED = "failed"
    UNDOING = "undoing"
    UNDONE = "undone"


class UploadedFile(BaseModel):
    """A file as it was sent, under a name that is safe."""

    name: str
    size: int


class FoundTable(BaseModel):
    """One table: a file, a member of an archive or a sheet. `error`: nothing of it can be stored."""

    name: str
    kind: str | None
    rows: int
    notes: list[KeptText]
    error_code: str | None = None
    error: KeptText | None = None


class FoundInstrument(BaseModel):
    """What would be stored of one instrument from one table; `timeframe` of bars alone."""

    symbol: str
    kind: str
    timeframe: str | None
    source: str
    file: str
    rows: int
    refused: int
    first: datetime | None
    last: datetime | None


class FoundGuess(BaseModel):
    """`key` answers it, for all files or for `file` alone; `asks`: nothing is stored before it is answered."""

    what: str
    key: str
    value: str
    why: KeptText
    alternatives: list[str]
    asks: bool
    offers: bool
    is_answered: bool
    file: str | None
    symbols: list[str]


class FoundProblem(BaseModel):
    """`line` None: of the whole table; `count` rows have it."""

    file: str
    symbol: str | None
    line: int | None
    count: int
    problem: KeptText


class FoundRow(BaseModel):
    """A row as it would be stored: a bar, or in words (`text`) what else it says of `what`."""

    file: str
    symbol: str | None
    time: datetime
    open: float | None = None
    high: float | None = None
    low: float | None = None
    close: float | None = None
    volume: float | None = None
    what: str | None = None
    text: str | None = None


class ImportLook(BaseModel):
    """What a look at all files found; `left_off` counts guesses, problems and rows beyond what is shown."""

    files: list[FoundTable] = Field(default_factory=list)
    instruments: list[FoundInstrument] = Field(default_factory=list)
    guesses: list[FoundGuess] = Field(default_factory=list)
    problems: list[FoundProblem] = Field(default_factory=list)
    preview: list[FoundRow] = Field(default_factory=list)
    left_off: int = 0

    @property
    def questions(self) -> list[FoundGuess]:
        return [guess for guess in self.guesses if guess.asks]

    @property
    def failed(self) -> set[str]:
        return {table.name for table in self.files if table.error is not None}


class StoredCounts(BaseModel):
    """What an import brought that was not there before."""

    instruments: int
    bars: int
    rows: int


class ImportRecord(BaseModel):
    """`confirmed_at` is also the instant under which everything is recorded. `resumes` tells a killed import of the
    terminal from another one."""

    id: str
    owner_id: str
    origin: Literal["upload", "terminal"]
    status: ImportStatus
    uploads: list[UploadedFile]
    answers: dict[str, str] = Field(default_factory=dict)
    look: ImportLook = Field(default_factory=ImportLook)
    created_at: datetime
    confirmed_at: datetime | None = None
    job_id: str | None = None
    resumes: str | None = None
    stored: StoredCounts | None = None
    symbols: list[str] = Field(default_factory=list)
    error: KeptText | None = None
