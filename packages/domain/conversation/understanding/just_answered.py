"""A correction that is a bare number: "no wait, more like four" is about the answer that was given last."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.amounts.bare import is_bare_number
from packages.domain.conversation.understanding.changes import changes
from packages.domain.conversation.understanding.corrections import TAKEN_BACK
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.evidence.patterns import lazy_pattern

_UNITS: Mapping[str, tuple[str, str]] = {
    "trading_years_bucket": (" years", "年"),
    "risk_tolerance": ("%", "%"),
    "return_expectation": ("%", "%"),
}
_LEAD = lazy_pattern(
    r"^(?:(?:no|nope|oh|hm+|um+|wait|sorry|oops|actually|well|make (?:that|it)|it's|its|it is|that's|more like"
    r"|rather|i mean(?:t)?|should be|should have said|let's say|correction|其实|应该是?|不对|不是|是|更像是?|改成"
    r"|换成|改为|更正|哦不?|呃|嗯|不|抱歉|不好意思|我是说|我的意思是|说错了?)(?:[\s,，]+|(?<=[\u4e00-\u9fff])|$))+",
    re.IGNORECASE,
)


def corrected_number(said: Spelling, asked: AskedFields) -> str | None:
    """The number with the unit of the field that was answered last; None where a message is anything else."""
    units = _UNITS.get(asked.answered)
    if units is None or not changes(said):
        return None
    statements = [each.text for each in said.clauses if each.text != TAKEN_BACK]
    left = [number for each in statements if (number := _LEAD.sub("", each).strip(" .!"))]
    if len(left) != 1 or not is_bare_number(left[0]):
        return None
    return f"{left[0]}{units[0] if left[0].isascii() else units[1]}"
