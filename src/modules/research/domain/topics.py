"""What an expert looks up: each topic has a question, and words by which a text belongs to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.core.messages import Language, render, word
from packages.domain.market_data.symbols import Market, Symbol
from src.modules.research.domain.brief import CompanyProfile, NewsDocument
from src.modules.research.domain.ports import SearchRequest


@dataclass(frozen=True, slots=True)
class Topic:
    """`zh` and `en` are questions with `{name}` and `{industry}` as holes; `words` decide which of several topics that
    found a text it is kept under. `about_company`: the search may be narrowed to its news."""

    name: str
    zh: str
    en: str
    words: tuple[str, ...]
    about_company: bool

    def called(self, language: Language) -> str:
        return render(word("topic", self.name), language)

    def fits(self, document: NewsDocument) -> int:
        """How many of its words the text has."""
        text = f"{document.title} {document.text}".lower()
        return sum(word in text for word in self.words)


def question(topic: Topic, company: CompanyProfile) -> str:
    """In Chinese about A-shares, in English about everything else: that is where the texts are."""
    language = language_of(company.symbol)
    pattern = topic.zh if language is Language.ZH else topic.en
    return " ".join(pattern.format(name=company.named(language), industry=company.industry).split())


def language_of(symbol: Symbol) -> Language:
    return Language.ZH if symbol.market is Market.CN_STOCKS else Language.EN


def best_topic(document: NewsDocument, found_by: Sequence[Topic]) -> Topic:
    """Of the topics whose searches brought the text, the one that it fits best; the first of equals."""
    return max(found_by, key=lambda topic: (topic.fits(document), -found_by.index(topic)))


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """What the search for one topic came to; `failed`: nobody answered."""

    topic: Topic
    search: SearchRequest
    documents: tuple[NewsDocument, ...] = ()
    degraded: str = ""
    failed: bool = False
