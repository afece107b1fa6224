"""Where a person wants to go while scoping: on, or back to the questions about themselves."""

import re

from apps.api.agents.answers import selection_of, spoken
from apps.api.agents.wording.clauses import clauses, plain

_KYC = r"kyc|风险(?:偏好|测评|评估|承受|问卷)|问卷|个人资料|我的资料|收益目标|交易年限"
_NEW_KYC = re.compile(
    rf"(?:重做|重新做|重填|重新填|重新评估|重新回答|修改|更改|改一?下?|回到|返回)[^，。]{{0,4}}(?:{_KYC})|redo_kyc"
    r"|\b(?:redo|retake|change|update|revise|restart|back to|answer)\b(?: \w+){0,2} "
    r"(?:kyc|risk (?:profile|tolerance|appetite)|profile|questionnaire|return expectation)\b",
    re.IGNORECASE,
)
_GO_ON = re.compile(
    r"继续|下一步|就这样|没有(?:要改|变化)|\b(?:continue|go on|go ahead|next|proceed|nothing)\b", re.IGNORECASE
)


def wants_new_kyc(said: str) -> bool:
    return _says(_NEW_KYC, said)


def wants_to_go_on(said: str) -> bool:
    return _says(_GO_ON, said)


def _says(pattern: re.Pattern[str], said: str) -> bool:
    selection = selection_of(said)
    words = spoken(said) if selection is None else f"{selection.option_id} {selection.label}"
    return any(
        not clause.denies(found.start(), found.end())
        for clause in clauses(plain(words))
        for found in pattern.finditer(clause.text)
    )
