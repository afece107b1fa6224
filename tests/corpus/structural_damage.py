"""Damage to the structural characters of a JSON text, and nothing but those."""

import json
import random


def mutated(text: str, times: int, rng: random.Random) -> str:
    """Nothing is inserted before a closing quote: that would be a new content of the string, not damage around it."""
    places = structure_of(text)
    for place in sorted(rng.sample(list(places), min(times, len(places))), reverse=True):
        match rng.choice(["delete", "insert", "swap"]):
            case "delete":
                text = text[:place] + text[place + 1 :]
            case "insert" if not places[place]:
                text = text[:place] + rng.choice('{}[],:"') + text[place:]
            case "swap" if place + 1 in places:
                text = text[:place] + text[place + 1 : place + 2] + text[place] + text[place + 2 :]
            case _:
                pass
    return text


def structure_of(text: str) -> dict[int, bool]:
    """Where brackets, commas, colons and the quotes of strings stand, and whether that is a closing quote."""
    places: dict[int, bool] = {}
    inside, at = False, 0
    while at < len(text):
        if inside and text[at] == "\\":
            at += 1
        elif text[at] == '"':
            places[at] = inside
            inside = not inside
        elif not inside and text[at] in "{}[],:":
            places[at] = False
        at += 1
    return places


def same(one: object, other: object) -> bool:
    """Equal as JSON: true is not 1, and 1 is not 1.0."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
