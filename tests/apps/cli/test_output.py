"""In which language a terminal is answered."""

import pytest

from apps.cli.output import language_of_terminal
from packages.core.messages import Language


@pytest.mark.parametrize(
    ("typed", "environment", "language"),
    [
        (["research", "ZZZZ", "--lang", "zh"], {"LANG": "en_US.UTF-8"}, Language.ZH),
        (["backtest", "x.yaml", "--language=en"], {"LANG": "zh_CN.UTF-8"}, Language.EN),
        (["serve"], {"LANG": "zh_CN.UTF-8"}, Language.ZH),
        (["serve"], {"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, Language.EN),
        (["research", "ZZZZ", "--lang", "fr"], {}, Language.EN),
        (["research", "--lang"], {}, Language.EN),
    ],
)
def test_a_terminal_is_answered_in_the_language_of_its_option_or_its_locale(
    typed: list[str], environment: dict[str, str], language: Language
) -> None:
    assert language_of_terminal(typed, environment) is language
