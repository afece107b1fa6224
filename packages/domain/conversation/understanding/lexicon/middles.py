"""Answers that lie between two others, as people say them: "not too safe, not too wild"."""

import re

from packages.domain.evidence.patterns import lazy_pattern

_IN_THE_MIDDLE = lazy_pattern(
    r"\bnot too \w+\W+(?:and |but |or )?(?:not|nor) (?:too )?\w+|\bneither (?:too |very )?\w+ nor (?:too |very )?\w+"
    r"|不(?:要|想|能|会)?太\S{1,4}?[,，]?也?(?:别|不(?:要|想|能|会)?)太\S{1,4}",
    re.IGNORECASE,
)
_MORE_THAN_WEEKLY = lazy_pattern(
    r"\bless (?:often )?than (?:daily|every day)\b.{0,20}\bmore (?:often )?than (?:weekly|once a week|every week)\b"
    r"|\bmore (?:often )?than (?:weekly|once a week)\b.{0,24}\b(?:less (?:often )?than|not (?:quite )?) ?(?:daily"
    r"|every day)\b"
    r"|比每周多.{0,6}比每天少|比每天少.{0,6}比每周多|不(?:用|必)?每天.{0,8}(?:不止|多于)(?:每周)?一次",
    re.IGNORECASE,
)
_BOTH = lazy_pattern(
    r"\b(?:some|bit of|a little|part|half) growth\W+(?:and |but |plus )?(?:some|a bit of|bit of|a little|part|half)? ?"
    r"(?:safety|stability|protection|income|security)|\b(?:half|part) (?:growth|safety),? (?:and )?(?:half"
    r"|part) (?:growth|safety)"
    r"|既要?(?:稳|安全)[^,。]{0,4}[,，]?又?要?(?:有)?(?:点)?(?:涨|增长|增值)",
    re.IGNORECASE,
)


def middle_answer(field: str, text: str) -> str | None:
    """The answer in the middle where a plain text says that it is meant; None where it does not."""
    saying = _MIDDLES.get(field)
    return saying[1] if saying and saying[0].search(text) else None


_MIDDLES = {
    "risk_tolerance": (_IN_THE_MIDDLE, "moderate"),
    "opportunity_frequency_bucket": (_MORE_THAN_WEEKLY, "few_per_week"),
    "return_expectation": (_BOTH, "balanced_growth"),
}
