"""English verbs in all their forms."""

_IRREGULAR = {
    "rise": "rose risen", "fall": "fell fallen", "sink": "sank sunk", "buy": "bought", "sell": "sold",
    "go": "went gone",
    "get": "got gotten", "come": "came", "break": "broke broken", "shoot": "shot", "run": "ran", "swing": "swung",
    "beat": "beaten", "take": "took taken", "make": "made", "lose": "lost", "hold": "held", "leave": "left",
    "slide": "slid", "spring": "sprang", "cut": "cut",
}  # fmt: skip
_DOUBLED = frozenset(["dip", "slip", "drop", "pop", "top", "get", "cut", "run", "hit", "tag", "swing"]) - {"swing"}


def forms(verbs: str) -> str:
    """`climb dip` as `climb|climbs|climbed|climbing|dip|dips|dipped|dipping`; words after the verb stay."""
    return "|".join(form for verb in verbs.split("|") for form in _forms(verb))


def _forms(phrase: str) -> list[str]:
    verb, space, rest = phrase.partition(" ")
    stem = verb + verb[-1] if verb in _DOUBLED else verb[:-1] if verb.endswith("e") else verb
    third = verb + "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else verb + "s"
    third = verb[:-1] + "ies" if verb.endswith("y") and verb[-2] not in "aeiou" else third
    past = _IRREGULAR.get(verb, verb[:-1] + "ied" if third.endswith("ies") else stem + "ed").split()
    return [each + space + rest for each in (verb, third, *past, stem + "ing")]
