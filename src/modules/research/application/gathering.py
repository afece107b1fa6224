"""Looks several topics up at the same time, keeps of what comes back what may be used, and holds an opinion to it."""

import asyncio
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from packages.core.errors import Unavailable
from packages.core.messages import Language, message, render
from packages.domain.market_data.symbols import Symbol
from src.modules.research.domain.brief import Brief, CompanyProfile, NewsDocument
from src.modules.research.domain.opinions import CatalystOpinion, MacroOpinion
from src.modules.research.domain.ports import SearchRequest, WebSearch
from src.modules.research.domain.topics import SearchOutcome, Topic, best_topic, question

LONGEST_TITLE, LONGEST_TEXT = 200, 1200
_DEMO = "demo"
_UNSEEN = re.compile(r"[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ONE_WIDTH = {ord(wide): narrow for wide, narrow in zip("０１２３４５６７８９％．", "0123456789%.", strict=True)}


@dataclass(frozen=True, slots=True)
class Gathered:
    """Texts without repeats, newest first, each under the topic that it fits best of those that found it."""

    documents: tuple[NewsDocument, ...]
    outcomes: tuple[SearchOutcome, ...]
    failures: tuple[Unavailable, ...]

    @property
    def all_failed(self) -> bool:
        return bool(self.outcomes) and all(outcome.failed for outcome in self.outcomes)

    def degraded(self, language: Language) -> list[str]:
        """A sentence for every search that failed or brought less than it might have."""
        return [_sentence(outcome, language) for outcome in self.outcomes if outcome.degraded]


async def gathered(search: WebSearch, topics: Sequence[Topic], company: CompanyProfile, as_of: datetime) -> Gathered:
    """All searches run side by side; one that nobody answers leaves the others standing."""
    failures: list[Unavailable] = []
    asked = [(topic, _search(topic, company, as_of)) for topic in topics]
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_looked_up(search, topic, wanted, failures)) for topic, wanted in asked]
    outcomes = tuple(task.result() for task in tasks)
    return Gathered(_without_repeats(outcomes, company.symbol, as_of), outcomes, tuple(failures))


def _search(topic: Topic, company: CompanyProfile, as_of: datetime) -> SearchRequest:
    return SearchRequest(
        topic=topic.name,
        text=question(topic, company),
        symbol=str(company.symbol) if topic.about_company else None,
        as_of=as_of,
        stored_only=company.symbol.is_demo,
    )


async def _looked_up(
    search: WebSearch, topic: Topic, wanted: SearchRequest, failures: list[Unavailable]
) -> SearchOutcome:
    try:
        found = await search.find(wanted)
    except Unavailable as error:
        failures.append(error)
        return SearchOutcome(topic, wanted, degraded=error.message, failed=True)
    return SearchOutcome(topic, wanted, found.documents, found.degraded)


def _without_repeats(outcomes: Iterable[SearchOutcome], symbol: Symbol, as_of: datetime) -> tuple[NewsDocument, ...]:
    found_by: dict[str, list[Topic]] = {}
    kept: dict[str, NewsDocument] = {}
    for outcome in outcomes:
        for document in outcome.documents:
            if _usable(document, symbol, as_of):
                name = document.url or document.tag
                kept.setdefault(name, document)
                found_by.setdefault(name, []).append(outcome.topic)
    documents = [_clipped(replace(one, topic=best_topic(one, found_by[name]).name)) for name, one in kept.items()]
    return tuple(sorted({one.tag: one for one in documents}.values(), key=_newest_first))


def _usable(document: NewsDocument, symbol: Symbol, as_of: datetime) -> bool:
    """Nothing from later; nothing invented about what is real, and nothing real about what is invented."""
    published = document.published_at
    in_time = document.known_at <= as_of and (published is None or published <= as_of)
    return in_time and (document.source == _DEMO) == symbol.is_demo


def _newest_first(document: NewsDocument) -> tuple[float, str]:
    at = document.published_at
    return (-at.timestamp() if at else float("inf"), document.tag)


def _clipped(document: NewsDocument) -> NewsDocument:
    title = " ".join(_cleaned(document.title).split())
    return replace(document, title=_cut(title, LONGEST_TITLE), text=_cut(_cleaned(document.text).strip(), LONGEST_TEXT))


def _cleaned(text: str) -> str:
    """Without what nobody can see, and with digits of one width."""
    return _UNSEEN.sub("", text).translate(_ONE_WIDTH)


def _cut(text: str, longest: int) -> str:
    """Never inside of a word or a number, so that no other number comes out."""
    if len(text) <= longest:
        return text
    end = longest - 1
    while end > longest // 2 and (text[end - 1].isascii() and not text[end - 1].isspace()):
        end -= 1
    return f"{text[:end].rstrip()}…"


def _sentence(outcome: SearchOutcome, language: Language) -> str:
    topic, reason = outcome.topic.called(language), outcome.degraded
    if outcome.failed:
        return render(message("research.search_failed", topic=topic, reason=reason), language)
    return render(message("research.search_incomplete", topic=topic, reason=reason), language)


_ADDRESS = re.compile(r"https?://[^\s\"'<>\\，。；、）)\]】」”]+")


def checked_sources(opinion: MacroOpinion | CatalystOpinion, brief: Brief) -> tuple[list[str], Brief]:
    """The sources without addresses that no search returned, and the brief with a note on each that was taken out."""
    by_tag = {document.tag: document.url for document in brief.documents if document.url}
    returned = set(by_tag.values())
    named = [by_tag.get(source.strip(" []"), source) for source in opinion.information_sources]
    kept = list(dict.fromkeys(url for url in named if url in returned))
    foreign = [url for url in named if url not in returned]
    texts = opinion.model_dump_json(exclude={"information_sources"})
    invented = sorted({url.rstrip(".,") for url in _ADDRESS.findall(texts)} - returned)
    return kept, replace(brief, degraded=(*brief.degraded, *_notes(foreign, invented, brief.language)))


def _notes(foreign: Sequence[str], invented: Sequence[str], language: Language) -> list[str]:
    notes = [
        *([message("research.sources_removed", urls=_listed(foreign))] if foreign else []),
        *([message("research.sources_unknown", urls=_listed(invented))] if invented else []),
    ]
    return [render(note, language) for note in notes]


def _listed(urls: Sequence[str]) -> str:
    return ", ".join(url[:200] for url in urls)
