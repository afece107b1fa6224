"""The rules analysts' own reports, taken apart into the same pieces as the made-up ones, to be mutated."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Generic, TypeVar

from pydantic import BaseModel

from packages.core.errors import ParleyError
from packages.core.messages import Language
from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.checker import GroundingFinding
from packages.domain.evidence.units import written
from src.modules.research.application.financial_auditor_service import FinancialAuditorService
from src.modules.research.application.grounding import texts_of
from src.modules.research.application.macro_intelligence_service import MacroIntelligenceService
from src.modules.research.application.technical_analyst_service import TechnicalAnalystService
from src.modules.research.application.valuation_modeler_service import ValuationModelerService
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.ports import Analyst, Draft, MarketData
from src.modules.research.infrastructure.rules.audit_rules import AuditRules
from src.modules.research.infrastructure.rules.macro.macro_rules import MacroRules
from src.modules.research.infrastructure.rules.technical_rules import TechnicalRules
from src.modules.research.infrastructure.rules.valuation_rules import ValuationRules
from tests.corpus.report_prose import Piece, Report, Sentence
from tests.corpus.report_spelling import Spelled
from tests.fakes.research_search import InMemorySearch

SomeOpinion = TypeVar("SomeOpinion", bound=BaseModel)

_TAG = re.compile(r"\[(E\d+)\]")
_SENTENCE = re.compile(r"(?:[^。.\n]|\.(?!\s))*(?:[。.\n]|$)\s*")
_NUMBER = re.compile(r"(?P<sign>-?)(?P<digits>[\d,.]*\d)(?P<after>.*)$", re.DOTALL)
_SCALES = {"亿": "1e8", "万": "1e4", "billion": "1e9", "million": "1e6", "%": "0.01"}


@dataclass
class Recorder(Generic[SomeOpinion]):
    """An analyst that keeps what it was asked and what it answered."""

    analyst: Analyst[SomeOpinion]
    kept: list[tuple[Brief, BaseModel]] = field(default_factory=list)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[SomeOpinion]:
        draft = await self.analyst.opinion(brief, complaints)
        self.kept.append((brief, draft.opinion))
        return draft


async def rules_reports(market: MarketData, symbols: Iterable[str], days: Sequence[date]) -> list[Report]:
    """Of four experts in both languages; what there is too little data for is left out."""
    technical, audit = Recorder(TechnicalRules()), Recorder(AuditRules())
    valuation, macro = Recorder(ValuationRules()), Recorder(MacroRules())
    for symbol in symbols:
        for day in days:
            for language in Language:
                wanted = (
                    TechnicalAnalystService(market, technical).run(symbol, day, language=language),
                    FinancialAuditorService(market, audit).run(symbol, analysis_date=day, language=language),
                    ValuationModelerService(market, valuation).run(symbol, analysis_date=day, language=language),
                    MacroIntelligenceService(market, InMemorySearch(), macro).run(
                        symbol, analysis_date=day, language=language
                    ),
                )
                for one in wanted:
                    try:
                        await one
                    except ParleyError:
                        continue
    kept = [*technical.kept, *audit.kept, *valuation.kept, *macro.kept]
    return [_report(brief, opinion) for brief, opinion in kept]


def _report(brief: Brief, opinion: BaseModel) -> Report:
    language = brief.language.value
    text = "\n\n".join(texts_of(opinion))
    sentences = [match.group() for match in _SENTENCE.finditer(text) if match.group()]
    pieces = tuple(tuple(_pieces(sentence, brief.book, language)) for sentence in sentences)
    return Report(language, brief.book, pieces, f"rules/{brief.expert.value}")


def _pieces(sentence: str, book: EvidenceBook, language: str) -> Iterator[Piece]:
    """Numbers with their tags, the label before each, and dates and companies."""
    place = 0
    for tag in _TAG.finditer(sentence):
        row = book.rows[tag[1]]
        number = "" if row.value is None else written(row.value, row.unit, language)
        start = tag.start() - len(number)
        if number and start >= place and sentence[start : tag.start()] == number:
            yield from _words(sentence[place:start], row, book)
            yield Piece(number, "number", row, _spelled(number))
            yield Piece(tag.group(), "tag", row)
            place = tag.end()
    if place < len(sentence):
        yield Piece(sentence[place:])


def _words(words: str, row: EvidenceRow, book: EvidenceBook) -> Sentence:
    """What stands before a number; its own label is the last that fits."""
    names = sorted(book.labels.get(row.metric, ()), key=len, reverse=True)
    found = [(words.lower().rfind(name.lower()), name) for name in names]
    found = [(at, name) for at, name in found if at >= 0]
    marks = [(at, words[at : at + len(name)], "label") for at, name in [max(found, key=_reach)]] if found else []
    if row.period and (day := words.rfind(row.period)) >= 0 and row.ends and row.period == str(row.ends):
        marks.append((day, row.period, "period"))
    for name in book.companies.get(row.subject, ()):
        if (at := words.rfind(name)) >= 0:
            marks.append((at, name, "company"))
    return _marked(words, sorted(marks), row)


def _reach(found: tuple[int, str]) -> tuple[int, int]:
    at, name = found
    return at + len(name), len(name)


def _marked(words: str, marks: Sequence[tuple[int, str, str]], row: EvidenceRow) -> Sentence:
    pieces, place = [], 0
    for at, text, role in marks:
        if at >= place:
            pieces += [Piece(words[place:at]), Piece(text, role, row)]
            place = at + len(text)
    return tuple(piece for piece in (*pieces, Piece(words[place:])) if piece.text)


def _spelled(number: str) -> Spelled:
    match = _NUMBER.fullmatch(number)
    assert match
    scale = next((Decimal(value) for word, value in _SCALES.items() if word in match["after"]), Decimal(1))
    return Spelled("", match["sign"], match["digits"], match["after"], scale)
