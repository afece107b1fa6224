"""What an expert is handed: the company, the instant, and the evidence under short tags; nothing else may be said."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from packages.core.messages import Language
from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.units import written
from packages.domain.market_data.symbols import Symbol
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure
from src.modules.research.domain.upcoming import UpcomingEvent

SCHEDULE = "schedule"  # the topic of a text that stands for a date ahead


class Expert(StrEnum):
    """The five of the desk."""

    TECHNICAL_ANALYST = "technical_analyst"
    FINANCIAL_AUDITOR = "financial_auditor"
    VALUATION_MODELER = "valuation_modeler"
    MACRO_INTELLIGENCE = "macro_intelligence"
    CATALYST_DETECTIVE = "catalyst_detective"


@dataclass(frozen=True, slots=True)
class CompanyProfile:
    """Whom the research is about."""

    symbol: Symbol
    name_zh: str
    name_en: str
    industry: str
    currency: str

    def named(self, language: Language) -> str:
        return (self.name_zh or self.name_en) if language is Language.ZH else (self.name_en or self.name_zh)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsDocument:
    """A text from outside: data, never an instruction. `tag` is the row's id until the brief gives it a short one."""

    tag: str
    topic: str
    title: str
    text: str
    url: str
    source: str
    published_at: datetime | None
    known_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """`figures` and `absent` are by key; `tags` says under which tag each figure is cited. `degraded`: what the expert
    had to do without, in sentences. `kind`: by which lines the company is read.
    `upcoming`: dates ahead, in the order of their texts."""

    expert: Expert
    company: CompanyProfile
    as_of: datetime
    language: Language
    figures: Mapping[str, ResearchFigure]
    absent: Mapping[str, AbsentFigure]
    tags: Mapping[str, str]
    book: EvidenceBook
    documents: tuple[NewsDocument, ...] = ()
    degraded: tuple[str, ...] = ()
    kind: BusinessKind = BusinessKind.ORDINARY
    upcoming: tuple[UpcomingEvent, ...] = ()

    @property
    def news(self) -> tuple[NewsDocument, ...]:
        """The texts that something was told in, without those that stand for dates."""
        return tuple(document for document in self.documents if document.topic != SCHEDULE)

    def schedule(self) -> list[tuple[UpcomingEvent, NewsDocument]]:
        """Each date ahead with the text that it is cited by."""
        texts = [document for document in self.documents if document.topic == SCHEDULE]
        return list(zip(self.upcoming, texts, strict=True))

    def name_of(self, row: EvidenceRow) -> str:
        """The first name of its figure that a text in the language can use; Chinese ones come first."""
        names = self.book.labels.get(row.metric, (row.metric,))
        fitting = names if self.language is Language.ZH else [name for name in names if name.isascii()]
        return next(iter(fitting), names[0])

    def value_of(self, row: EvidenceRow) -> str:
        """With its unit, as the language writes it; empty for a text."""
        return written(row.value, row.unit, self.language.value) if row.value is not None else ""

    def row(self, key: str) -> EvidenceRow | None:
        tag = self.tags.get(key)
        return self.book.rows[tag] if tag else None
