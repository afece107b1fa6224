"""Which passwords would be guessed: few characters, runs along a keyboard, and words that everybody takes."""

from itertools import pairwise

from packages.domain.accounts.model import WeakPassword

_ROWS = ("01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop")
_STEPS = frozenset(pair for row in _ROWS for one in (row, row[::-1]) for pair in pairwise(one))
# Stems that head every list of leaked passwords; digits and signs around them help nobody.
_COMMON = frozenset(
    [
        "password", "passwort", "passw0rd", "letmein", "welcome", "iloveyou", "iloveu", "admin",
        "administrator", "root", "master", "monkey", "dragon", "football", "baseball", "basketball",
        "superman", "batman", "spiderman", "princess", "sunshine", "shadow", "michael", "jennifer", "jordan",
        "michelle", "charlie", "thomas", "hunter", "ashley", "daniel", "jessica", "computer", "internet",
        "starwars", "pokemon", "whatever", "trustno", "trustnoone", "freedom", "cheese", "summer", "winter",
        "spring", "autumn", "hello", "hellohello", "lovely", "flower", "secret", "qwerty", "asdf", "zxcv",
        "qazwsx", "qweasd", "changeme", "default", "guest", "test", "testtest", "parley", "invest",
        "investor", "stocks", "bitcoin", "woaini", "woaiwojia", "aini", "mima", "mimamima", "nihao",
        "zhongguo",
    ]
)  # fmt: skip
_LEET = str.maketrans("013457@$!", "oieastasi")
_MOST_RUNS = 0.6
_FEWEST_KINDS = 5


def refuse_guessable(password: str, email: str) -> None:
    """Raises `WeakPassword`."""
    folded, owner = password.casefold(), email.partition("@")[0]
    kinds = len(set(password)) < _FEWEST_KINDS
    if kinds or folded == email or _runs(folded) > _MOST_RUNS or _stem(folded) in _COMMON | {owner}:
        raise WeakPassword("accounts.weak_password")


def _runs(text: str) -> float:
    """The share of neighbours that are the same character, or beside each other on a row."""
    steps = list(pairwise(text))
    return sum(pair in _STEPS or pair[0] == pair[1] for pair in steps) / max(1, len(steps))


def _stem(text: str) -> str:
    """The word without digits and signs around it, however its letters were disguised; once, where it is repeated."""
    bare = text.strip("0123456789!?@#$%^&*()-_=+.,;:~` ").translate(_LEET)
    half = len(bare) // 2
    return bare[:half] if half and bare == bare[:half] * 2 else bare
