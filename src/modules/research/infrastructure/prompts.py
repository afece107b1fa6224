"""Prompts: versioned Markdown files with declared inputs; a missing file or input fails at start-up."""

from collections.abc import Sequence
from pathlib import Path

from packages.core.messages import Language
from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.findings import GroundingFinding
from packages.domain.market_data.sessions import local_day
from src.modules.llm_platform.application.prompt_files import Prompt, load_prompt
from src.modules.research.domain.brief import Brief, Expert, NewsDocument

_FOLDER = Path(__file__).parent / "agents"
_INPUTS = frozenset({"company", "symbol", "industry", "as_of", "evidence", "absent", "documents", "complaints"})
_SIGN = {Language.ZH: "（无）", Language.EN: "(none)"}


class Prompts:
    """The prompts of one expert, in both languages; behind each system message stands what all experts are told: how a
    kind of business is read, how sure to be, and what a right citation is."""

    def __init__(self, expert: Expert, folder: Path = _FOLDER) -> None:
        self._prompts = {
            (language, part): _loaded(folder / expert.value, language, part)
            for language in Language
            for part in ("system", "user")
        }
        self._guidance = {language: _loaded(folder / "shared", language, "guidance") for language in Language}

    def of(self, brief: Brief, complaints: Sequence[GroundingFinding]) -> tuple[str, str]:
        """The system message and the question."""
        values = _values(brief, complaints)
        system, user = (self._prompts[brief.language, part].filled(values) for part in ("system", "user"))
        return f"{system}\n\n{self._guidance[brief.language].filled(values)}", user


def _loaded(folder: Path, language: Language, part: str) -> Prompt:
    return load_prompt(folder / "prompts" / language.value / f"{part}.md", _INPUTS)


def _values(brief: Brief, complaints: Sequence[GroundingFinding]) -> dict[str, str]:
    language = brief.language
    nothing = _SIGN[language]
    return {
        "company": brief.company.named(language),
        "symbol": str(brief.company.symbol),
        "industry": brief.company.industry or nothing,
        "as_of": local_day(brief.company.symbol.market, brief.as_of).isoformat(),
        "evidence": "\n".join(_evidence(tag, row, brief) for tag, row in brief.book.rows.items() if not row.text),
        "absent": "\n".join(f"- {one.key}: {one.reason}" for one in brief.absent.values()) or nothing,
        "documents": "\n".join(fenced(document) for document in brief.documents) or nothing,
        "complaints": "\n".join(f"- {one.kind.value}: {one.number} — {one.expected}" for one in complaints) or nothing,
    }


def _evidence(tag: str, row: EvidenceRow, brief: Brief) -> str:
    return f"[{tag}] {brief.name_of(row)} ({row.metric}) = {brief.value_of(row)} | {row.period} | {row.source}"


def fenced(document: NewsDocument) -> str:
    """A text from outside between marks that it cannot close: its own angle brackets are written otherwise."""
    published = document.published_at.date().isoformat() if document.published_at else "?"
    title, text = (part.replace("<", "‹").replace(">", "›") for part in (document.title, document.text))
    return f'<document tag="{document.tag}" topic="{document.topic}" date="{published}">\n{title}\n{text}\n</document>'
