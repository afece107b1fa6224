"""A stress report in the terminal: the verdict first, every reason, pictures that fit, in both languages."""

import io
from dataclasses import replace

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console

from apps.cli.stress.printing import MOST_NUMBERS, print_stress
from packages.core.messages import Language
from packages.domain.stress.findings import World
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.parts import StressParts
from packages.reports.stress.verdict import worded_reason
from packages.reports.stress.wording import StressWording
from tests.packages.domain.stress.verdict.good_parts import curve, good_parts, sensitivity, world
from tests.packages.reports.stress.sample import broken_parts, report_of

BROKEN = report_of(broken_parts())
HELD = report_of(good_parts())


def _printed(report: StressTestReport, width: int, language: Language = Language.EN, *, colour: bool = False) -> str:
    out = io.StringIO()
    colours = {"force_terminal": True, "color_system": "256"} if colour else {"no_color": True}
    print_stress(Console(file=out, width=width, _environ={}, **colours), report, language)
    return out.getvalue()


def _joined(text: str) -> str:
    """Without the breaks of lines, so that a sentence is found wherever it was folded."""
    return "".join(text.split())


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("report", [BROKEN, HELD, report_of(StressParts())], ids=["broken", "held", "nothing"])
def test_no_line_is_wider_than_the_console_and_nothing_is_cut(
    report: StressTestReport, width: int, language: Language
) -> None:
    text = _printed(report, width, language)
    assert max(map(cell_len, text.splitlines())) <= width
    assert "…" not in text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("width", [60, 100])
def test_the_verdict_comes_first_with_every_reason_and_every_change(width: int, language: Language) -> None:
    text, wording = _joined(_printed(BROKEN, width, language)), StressWording(BROKEN, language)
    ruling = text.index(_joined(wording.say("verdict_is", ruling=wording.say("ruling.reject"))))
    told = [worded_reason(reason, BROKEN.limits, wording) for reason in BROKEN.verdict.reasons]
    for reason in told:
        assert _joined(reason.told) in text
        assert _joined(reason.change) in text
    assert ruling < min(text.index(_joined(reason.told)) for reason in told if reason.told)
    assert ruling < text.index(_joined(wording.say("tried.monte_carlo", paths="8,000", worlds="4")))


def test_a_crisis_has_a_bar_on_the_side_where_it_went() -> None:
    lines = _printed(BROKEN, 100).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Crash and circuit breakers"))
    strategy, market = lines[at + 1], lines[at + 2]
    assert strategy.endswith("-24.0%")
    assert 0 < strategy.partition("│")[0].count("█") < market.partition("│")[0].count("█")
    won = next(line for line in lines if line.endswith("+3.4%"))
    assert "█" in won.partition("│")[2]
    assert "█" not in won.partition("│")[0]


def test_a_crisis_without_a_trade_is_said_to_prove_nothing() -> None:
    text = _printed(BROKEN, 100)
    assert "Covid outbreak · 2015-06–2016-02 · no trades in this period" in text
    assert "510050.SH stood in" in text


def test_the_fan_is_that_of_the_world_that_hit_hardest() -> None:
    text = _printed(BROKEN, 100)
    assert "Jump diffusion: equity over 2,000 paths" in text
    rows = [line.partition("│")[2] or line.partition("┤")[2] for line in text.splitlines() if "░" in line]
    assert len(rows) > 5
    # The middle history is inside half of them, and half of them inside nine in ten.
    column = [row[-1] for row in rows]
    assert column.index("░") < column.index("▒") < column.index("█")


def test_a_world_without_a_fan_is_told_in_figures_alone() -> None:
    bare = replace(world(World.GARCH), fan_bars=(), fan=np.zeros((5, 0)))
    text = _printed(report_of(replace(good_parts(), monte_carlo=(bare,))), 120)
    assert "░" not in text
    assert "GARCH" in text


def test_steadier_numbers_are_counted_where_there_are_many() -> None:
    many = tuple(curve(f"/factors/f{number}/params/period", 20.0, 0.4 - number / 100) for number in range(12))
    report = report_of(replace(good_parts(), sensitivity=replace(sensitivity(), curves=many)))
    text = _printed(report, 120)
    assert sum(line.startswith("f") and " period" in line for line in text.splitlines()) == MOST_NUMBERS
    assert _joined(f"{12 - MOST_NUMBERS} steadier numbers are not listed.") in _joined(text)
    assert "f11 period" not in text


def test_what_was_not_measured_is_said_for_every_part() -> None:
    text = _printed(report_of(StressParts()), 100)
    assert text.count("This part was not measured.") == 5
    assert "Verdict: Revise" in text


def test_nothing_is_coloured_where_no_colour_is_wanted() -> None:
    assert "\x1b" not in _printed(BROKEN, 80)
    assert "\x1b[" in _printed(BROKEN, 80, colour=True)


def test_a_hostile_name_moves_no_cursor_and_is_no_markup() -> None:
    name = "[red]x[/]\x1b[2J\r\u202e"
    report = replace(BROKEN, cover=replace(BROKEN.cover, strategy=name, source=name))
    text = _printed(report, 80)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[red]x[/]" in text
