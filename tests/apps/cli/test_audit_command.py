"""`parley audit` as a person types it."""

import json

import pytest

from tests.apps.cli.terminal import typed


@pytest.mark.usefixtures("demo_at_home")
def test_an_audit_tells_each_change_and_whether_the_verdict_followed() -> None:
    shown = typed("audit", "DEMO5", "--date", "2024-06-28", "--lang", "en")
    assert shown.returncode == 0, shown.stderr
    for words in ("Counterfactual audit of DEMO5", "Earnings sign flipped", "Prices reversed", "No sign of memory"):
        assert words in shown.stdout


@pytest.mark.trust
@pytest.mark.usefixtures("demo_at_home")
def test_an_audit_in_json_is_the_view_of_the_api() -> None:
    shown = typed("audit", "DEMO5", "--date", "2024-06-28", "--lang", "zh", "--json")
    report = json.loads(shown.stdout)
    assert (report["symbol"], report["memory"]["outcome"], report["engine"]) == ("DEMO5", "follows", "rules")
    assert report["memory"]["outcome_label"] == "未发现凭记忆作答"
    assert report["worlds"][0]["title"] == "盈利正负反转"


@pytest.mark.usefixtures("demo_at_home")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("DEMO99",), 3), (("DEMO5", "--date", "soon"), 2), (("DEMO5", "--date", "2999-01-01"), 2), (("?!",), 2)],
)
def test_what_cannot_be_audited_is_said(arguments: tuple[str, ...], code: int) -> None:
    shown = typed("audit", *arguments, "--lang", "en")
    assert shown.returncode == code
    assert shown.stderr.strip()
