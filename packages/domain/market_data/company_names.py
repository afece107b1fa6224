"""What stands at the end of a company's name and is left out when people say it."""

import re

_LEGAL_FORM = re.compile(
    r"[\s,]+(?:inc|corp|corporation|co|company|ltd|limited|plc|holdings?|group|sa|ag|nv|se|spa)\b\.?.*$", re.IGNORECASE
)


def without_legal_form(name: str) -> str:
    return _LEGAL_FORM.sub("", name)
