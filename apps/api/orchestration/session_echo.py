"""A model that repeats the session state: one JSON object behind its mark, followed without being kept."""


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
