"""In which language a debate is held: that of the experts' texts."""

import re
from collections.abc import Iterable

from packages.core.messages import Language
from src.modules.debate.domain.dtos.debate_input import DebateInput

_CHINESE = range(0x4E00, 0xA000)
# Tags of rows and names of experts are the same in every language.
_NAMES = re.compile(r"\[[^\]]*\]|\b[a-z]+_[a-z_]+\b")
# An English report may quote a Chinese headline, and a Chinese one is full of names like RSI14 and PMI.
_CHINESE_SHARE = 1 / 3


def language_of(texts: Iterable[str]) -> Language:
    """Chinese also where nothing is said, as everywhere."""
    chinese = letters = 0
    for text in texts:
        for letter in _NAMES.sub("", text):
            is_chinese = ord(letter) in _CHINESE
            chinese += is_chinese
            letters += is_chinese or letter.isalpha()
    return Language.EN if chinese < letters * _CHINESE_SHARE else Language.ZH


def language_of_experts(debate_input: DebateInput) -> Language:
    experts = debate_input.expert_summaries.values()
    return language_of(text for expert in experts for text in (expert.reasoning, expert.risk_warning))
