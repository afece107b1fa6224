"""The words of one indicator."""

from typing import NamedTuple


class IndicatorWords(NamedTuple):
    label_zh: str
    label_en: str
    description_zh: str
    description_en: str
