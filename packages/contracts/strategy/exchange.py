"""Strategies on their way out to other engines and in from them, for HTTP."""

from typing import Any, Self

from packages.contracts.view import BaseView
from packages.core.messages import Language, render
from packages.domain.backtest.exporting.export import ExportedStrategy
from packages.domain.backtest.exporting.refusals import Target
from packages.domain.strategy.freqtrade.reading import ImportedStrategy


class ExportOut(BaseView):
    """Code for another engine, and what of the market it does not know."""

    target: Target
    suffix: str
    text: str
    left_out: list[str]

    @classmethod
    def of(cls, exported: ExportedStrategy, language: Language) -> Self:
        left_out = [render(each, language) for each in exported.left_out]
        return cls(target=exported.target, suffix=exported.suffix, text=exported.text, left_out=left_out)


class FreqtradeOut(BaseView):
    """A valid document that was read from a freqtrade strategy and is not stored, and what a reader should know."""

    document: dict[str, Any]
    notes: list[str]

    @classmethod
    def of(cls, imported: ImportedStrategy, language: Language) -> Self:
        return cls(document=imported.document, notes=[render(each, language) for each in imported.notes])
