"""The JSON inside of a tag, with or without a code fence around it."""

import json
import re

from packages.core.events import JsonObject

_FENCE = re.compile(r"^\s*```[\w-]*\s*\n?(?P<inside>.*?)\n?\s*```\s*$", re.DOTALL)
_MOST = 30  # objects in one tag


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
