"""Sections of a report, and what its periods are called."""

from collections.abc import Sequence
from datetime import date

from packages.core.messages import Language
from packages.domain.market_data.symbols import Market, Symbol

Title = tuple[str, str]
_QUARTERS = {(3, 31): "一季报", (6, 30): "半年报", (9, 30): "三季报", (12, 31): "年报"}


def headed(language: Language, title: Title, sentences: Sequence[str]) -> str:
    """A Markdown section in the language, one bullet a sentence."""
    return titled(language, title, "\n".join(f"- {sentence}" for sentence in sentences))


def titled(language: Language, title: Title, text: str) -> str:
    """A Markdown section with one paragraph."""
    return f"### {title[0] if language is Language.ZH else title[1]}\n{text}"


def report_name(symbol: Symbol, end: date, language: Language) -> str:
    """What a report is called: 2025 年三季报 for an A-share; elsewhere fiscal quarters are named by their last day."""
    quarter = _QUARTERS.get((end.month, end.day))
    if symbol.market is Market.CN_STOCKS and quarter:
        english = f"the {end.year} annual report" if end.month == 12 else f"the Q{end.month // 3} {end.year} report"
        return f"{end.year} 年{quarter}" if language is Language.ZH else english
    return f"截至 {end} 的财季" if language is Language.ZH else f"the quarter to {end}"
