"""Passwords that would be guessed are refused; sentences, and what a manager of passwords makes, are not."""

import pytest

from packages.domain.accounts.model import WeakPassword
from packages.domain.accounts.passwords import refuse_guessable

EMAIL = "ann.smith@example.org"


@pytest.mark.parametrize(
    "password",
    [
        "1234567890", "0987654321", "qwertyuiop", "asdfghjkl;1", "abcdefghijk", "aaaaabbbbbccccc",
        "password123!", "P@ssw0rd2026",
        "iloveyou1314", "Welcome2026!!", "passwordpassword", "ann.smith123", "woaini520520", "11112222333344",
        "QWERTY123456",
    ],
)  # fmt: skip
def test_it_is_refused(password: str) -> None:
    with pytest.raises(WeakPassword):
        refuse_guessable(password, EMAIL)


@pytest.mark.parametrize(
    "password",
    ["correct horse battery", "tJ8#kd92!xPq", "我家的猫喜欢在窗台上睡觉", "blue-otter-42-lamp",
     "Ann reads at 7 o'clock", "zB4vR9nQ2wLx"],
)  # fmt: skip
def test_it_is_taken(password: str) -> None:
    refuse_guessable(password, EMAIL)
