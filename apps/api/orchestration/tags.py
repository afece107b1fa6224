"""The agent's tags in a model's text: taken out while it streams, whatever the split, and parsed at the end."""

import json
import re
from dataclasses import dataclass

from apps.api.orchestration.constants import MOST_BLOCKS
from packages.core.events import JsonObject

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
_FENCE = re.compile(r"^\s*```[\w-]*\s*\n?(?P<inside>.*?)\n?\s*```\s*$", re.DOTALL)
_MOST = 30  # objects in one tag
_LONGEST_END = 64  # characters of a closing tag
_PIECE = 2_000  # characters that are read at a time
_TOO_MANY = f"Only the first {MOST_BLOCKS} blocks of the answer were read: write one block for each thing."
_UNCLOSED = "The {tag} block was never closed, so it was not read: close it with </{tag}>."


@dataclass(frozen=True, slots=True)
class Extracted:
    """What the tags held. `rest` is text that was held back and may be shown; `problems` are for the model."""

    rest: str = ""
    cards: tuple[JsonObject, ...] = ()
    patches: tuple[JsonObject, ...] = ()
    problems: tuple[str, ...] = ()

    def followed_by(self, later: "Extracted") -> "Extracted":
        """With what `later` added: where both name a thing, the later one stands."""
        return Extracted(
            cards=(*self.cards, *later.cards),
            patches=(*self.patches, *later.patches),
            problems=(*self.problems, *later.problems),
        )


class TagFilter:
    """Fed with deltas in any split; gives back at once what may be shown. A block that is never closed is hidden to
    the end, and what stood in it is lost to the person: half a block is no text."""

    def __init__(self) -> None:
        self._held = ""  # text that may be the beginning of a mark
        self._tag: str | None = None
        self._block: list[str] = []
        self._echo: Echo | None = None
        self._found: dict[str, list[JsonObject]] = {"agent_ui_json": [], "agent_state_patch": []}
        self._problems: list[str] = []
        self._blocks = 0

    def feed(self, delta: str) -> str:
        """A long text in pieces: cutting each mark off the rest of it would take the square of its length."""
        return "".join(self._fed(delta[start : start + _PIECE]) for start in range(0, len(delta), _PIECE))

    def _fed(self, piece: str) -> str:
        shown: list[str] = []
        text = self._held + piece
        self._held = ""
        while text:
            if self._tag is not None:
                text = self._in_block(text)
            elif self._echo is not None:
                text = self._in_echo(text)
            else:
                text = self._in_text(text, shown)
        return "".join(shown)

    def finish(self) -> Extracted:
        if self._tag is not None:
            self._problems.append(_UNCLOSED.format(tag=self._tag.upper()))
        rest = self._held if self._tag is None and self._echo is None else ""
        found = self._found
        return Extracted(rest, tuple(found["agent_ui_json"]), tuple(found["agent_state_patch"]), tuple(self._problems))

    def _in_text(self, text: str, shown: list[str]) -> str:
        mark = MARK.search(text)
        if mark is None:
            end = held_from(text)
            shown.append(text[:end])
            self._held = text[end:]
            return ""
        shown.append(text[: mark.start()])
        if mark["tag"]:
            self._tag, self._block = mark["tag"].lower(), []
        elif mark["state"]:
            self._echo = Echo()
        return text[mark.end() :]

    def _in_block(self, text: str) -> str:
        tag = self._tag or ""
        before = self._block.pop() if self._block else ""
        joined = before[-_LONGEST_END:] + text
        end = CLOSING[tag].search(joined)
        if end is None:
            self._block += [before[:-_LONGEST_END], joined]
            return ""
        self._block += [before[:-_LONGEST_END], joined[: end.start()]]
        self._read(tag, "".join(self._block))
        self._tag = None
        return joined[end.end() :]

    def _in_echo(self, text: str) -> str:
        after = (self._echo or Echo()).feed(text)
        if after is None:
            return ""
        self._echo = None
        return after

    def _read(self, tag: str, text: str) -> None:
        if tag not in self._found:
            return
        self._blocks += 1
        if self._blocks > MOST_BLOCKS:
            self._problems = [*self._problems[:MOST_BLOCKS], _TOO_MANY]
            return
        objects, problem = tag_objects(tag, text)
        room = MOST_BLOCKS - len(self._found[tag])
        if len(objects) > room:
            objects, problem = objects[:room], _TOO_MANY
        self._found[tag] += objects
        if problem:
            self._problems.append(problem)


class Echo:
    """Follows the object behind a mark; what follows it is text again. Behind a mark without an object, all is text."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def feed(self, text: str) -> str | None:
        """The text behind the object; None while it goes on."""
        for place, letter in enumerate(text):
            if self._depth == 0:
                if letter.isspace():
                    continue
                if letter != "{":
                    return text[place:]
            self._step(letter)
            if self._depth == 0:
                return text[place + 1 :]
        return None

    def _step(self, letter: str) -> None:
        if self._in_string:
            self._in_string = letter != '"' or self._escaped
            self._escaped = letter == "\\" and not self._escaped
        elif letter == '"':
            self._in_string = True
        else:
            self._depth += {"{": 1, "}": -1}.get(letter, 0)


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


def tag_objects(tag: str, text: str) -> tuple[list[JsonObject], str | None]:
    """The objects of a tag, and what is wrong with it, in a sentence for the model."""
    name = tag.upper()
    fenced = _FENCE.match(text)
    try:
        found = json.loads(fenced["inside"] if fenced else text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        return [], f"The {name} block was not JSON ({str(error)[:120]}), so it was not read: write one JSON object."
    objects = found if isinstance(found, list) else [found]
    if not all(isinstance(each, dict) for each in objects) or len(objects) > _MOST:
        return [], f"The {name} block was not a JSON object, so it was not read: write one JSON object."
    return objects, None


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no JSON")
