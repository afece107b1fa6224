"""What an optimisation found, in the terminal: how much of it is luck stands first."""

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from apps.cli.stress.tables import print_search
from packages.core.messages import Language

LUCK = {"zh": "请把它当作运气。", "en": "Take it for luck."}
FIGURES = {"sharpe": 1.46, "total_return": 0.263, "max_drawdown": -0.016, "trades": 14}


def _found(after: float) -> dict[str, Any]:
    return {
        "changes": [{"pointer": "/factors/fast/params/period", "before": 14.0, "after": after}] if after != 14 else [],
        "fit": FIGURES,
        "held_out": {**FIGURES, "sharpe": None, "trades": 0},
        "luck": LUCK,
    }


def _report(**changes: Any) -> dict[str, Any]:
    return {
        "is_demo": True,
        "luck": LUCK,
        "periods": {
            "fit": {"first": "2015-01-05T00:00:00Z", "last": "2022-05-13T00:00:00Z"},
            "held_out": {"first": "2022-09-15T00:00:00Z", "last": "2025-12-31T00:00:00Z"},
            "purged_bars": 86,
        },
        "found": [_found(10.0), _found(14.0)],
        "front_size": 2,
        "given": {"fit": None, "held_out": FIGURES},
        "importance": {"/factors/fast/params/period": 0.2, "/factors/slow/params/period": 0.8},
        "counts": {"distinct": 98, "within_limits": 59, "lineage": 864},
        **changes,
    }


def _printed(report: dict[str, Any], language: Language = Language.EN, width: int = 100) -> str:
    out = io.StringIO()
    print_search(Console(file=out, width=width, no_color=True, _environ={}), report, language)
    return out.getvalue()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("width", [60, 100])
def test_luck_stands_before_every_number_and_no_line_is_too_wide(language: Language, width: int) -> None:
    text = _printed(_report(), language, width)
    assert text.index(LUCK[language.value]) < text.index("/factors/fast/params/period: 14 → 10")
    assert max(map(cell_len, text.splitlines())) <= width
    assert "{" not in text


def test_the_find_stands_beside_the_strategy_as_it_was_given() -> None:
    lines = _printed(_report()).splitlines()
    assert any(line.split() == ["held", "out:", "result", "–", "+26.3%", "-1.6%", "0"] for line in lines)
    assert any(line.startswith("held out: original") for line in lines)
    assert not any(line.startswith("in-sample: original") for line in lines)


def test_what_matters_most_is_named_first() -> None:
    text = " ".join(_printed(_report()).split())
    assert "/factors/slow/params/period 80%, /factors/fast/params/period 20%" in text
    assert "What the result depends on most" not in _printed(_report(importance=None))


def test_a_find_without_a_change_says_so_and_those_left_out_are_counted() -> None:
    text = _printed(_report(front_size=9))
    assert "Same as the original strategy." in text
    assert "7 more on the front are not listed." in text


def test_nothing_found_is_told_with_its_sentence_alone() -> None:
    text = _printed(_report(found=[], front_size=0, importance=None))
    assert LUCK["en"] in text
    assert "patch" not in text
