"""Where the agent's tags may begin and end in a text that is still arriving."""

import re

TAGS = ("agent_ui_json", "agent_state_patch", "choice_selection")
_INVENTED = "mcp_"
_STATE = ("[session state]", "[/session state]")
_LONGEST = 200  # characters of a tag; what is longer is text

MARK = re.compile(
    rf"<\s{{0,8}}(?P<tag>{'|'.join(TAGS)})\s{{0,8}}>"
    rf"|(?P<stray><\s{{0,8}}/\s{{0,8}}(?:{'|'.join(TAGS)})\s{{0,8}}>)"
    r"|(?P<invented><\s{0,8}/?\s{0,8}mcp_[^<>]{0,180}>)"
    r"|(?P<state>\[\s?session\sstate\s?\])"
    r"|(?P<state_end>\[\s?/\s?session\sstate\s?\])",
    re.IGNORECASE,
)
CLOSING = {tag: re.compile(rf"<\s{{0,8}}/\s{{0,8}}{tag}\s{{0,8}}>", re.IGNORECASE) for tag in TAGS}


def held_from(text: str) -> int:
    """Where the end of the text may be the beginning of a mark; its length when it cannot be one."""
    for start in range(max(0, len(text) - _LONGEST), len(text)):
        if text[start] in "<[" and _may_begin(text[start:].lower()):
            return start
    return len(text)


def _may_begin(piece: str) -> bool:
    if piece[0] == "[":
        plain = re.sub(r"(?<=[\[/])\s|\s(?=\]?$)", "", re.sub(r"\s", " ", piece)) if len(piece) > 1 else piece
        return any(state.startswith(plain) for state in _STATE)
    name = re.sub(r"^<\s{0,8}/?\s{0,8}", "", piece)
    if ">" in name or "<" in name:
        return False
    if name.startswith(_INVENTED):
        return True
    bare = name.rstrip()
    return any(tag.startswith(bare) for tag in (*TAGS, _INVENTED)) and (bare == name or bare in TAGS or not bare)
