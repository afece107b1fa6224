"""The words of one indicator."""

from typing import NamedTuple


class Words(NamedTuple):
    label_zh: str
    label_en: str
    description_zh: str
    description_en: str
