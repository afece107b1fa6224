"""What `parley llm` prints, for people and for programs."""

import json
from datetime import date
from decimal import Decimal

import pytest

from apps.cli.llm_platform import (
    config_json,
    print_configs,
    print_rotation,
    print_test,
    print_usage,
    usage_json,
)
from apps.cli.output import print_json
from src.modules.llm_platform.application.model_configs import ConfigEntry, ConfigOrigin, ConfigTerms
from src.modules.llm_platform.application.model_tester import ModelTest
from src.modules.llm_platform.application.usage import UsagePeriod
from src.modules.llm_platform.domain.ledger import BudgetState, MoneyAndTokens, UsageLine
from src.modules.llm_platform.domain.models import ModelPrice, ProviderKind
from src.modules.llm_platform.domain.requests import TokenUsage
from src.modules.llm_platform.infrastructure.config_store import Rotation

STRETCH = UsagePeriod(date(2026, 1, 1), date(2026, 1, 30))
TERMS = ConfigTerms(
    provider=ProviderKind.AUTO,
    model="qwen[3]",
    tags=frozenset({"b", "a"}),
    price=ModelPrice(Decimal("0.1"), Decimal(2)),
)
ENTRY = ConfigEntry(
    alias="mine", origin=ConfigOrigin.OWN, terms=TERMS, masked_key="…cdef", problem="it [lacks] a thing"
)


def _line(cost: Decimal | None, unpriced: int) -> UsageLine:
    return UsageLine(
        day=date(2026, 1, 2),
        model="m",
        caller="debate",
        calls=3,
        failed=1,
        input_tokens=1200,
        output_tokens=34,
        cost=cost,
        unpriced_calls=unpriced,
    )


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> pytest.CaptureFixture[str]:
    monkeypatch.setenv("COLUMNS", "200")
    return capsys


def test_configurations_are_a_table_with_masked_keys_and_problems(printed: pytest.CaptureFixture[str]) -> None:
    print_configs([ENTRY])
    text = printed.readouterr().out
    for said in ("mine", "qwen[3]", "…cdef", "a, b", "mine: it [lacks] a thing"):
        assert said in text


def test_without_a_configuration_the_way_to_one_is_told(printed: pytest.CaptureFixture[str]) -> None:
    print_configs([])
    assert "set OPENAI_API_KEY or OPENAI_BASE_URL" in printed.readouterr().out


def test_a_configuration_as_json_holds_the_mask_and_exact_prices(printed: pytest.CaptureFixture[str]) -> None:
    print_json([config_json(ENTRY)])
    (entry,) = json.loads(printed.readouterr().out)
    assert (entry["key"], entry["origin"], entry["tags"]) == ("…cdef", "own", ["a", "b"])
    assert entry["price"] == {"input_per_million": "0.1", "output_per_million": "2"}


def test_an_answer_tells_time_tokens_and_cost(printed: pytest.CaptureFixture[str]) -> None:
    print_test(
        ModelTest(alias="mine", model="m", ok=True, latency_ms=1234, usage=TokenUsage(9, 1), cost=Decimal("1E-7"))
    )
    assert printed.readouterr().out.splitlines() == ["mine (m) answered in 1,234 ms", "9 + 1 tokens, $0.0000001"]


def test_an_answer_without_a_price_or_a_count_says_so(printed: pytest.CaptureFixture[str]) -> None:
    print_test(ModelTest(alias="mine", model="m", ok=True, latency_ms=1))
    assert printed.readouterr().out.splitlines()[1] == "tokens unknown, price unknown"


def test_a_failure_goes_to_the_other_stream_and_stays_one_sentence(printed: pytest.CaptureFixture[str]) -> None:
    print_test(ModelTest(alias="mine", model="m", ok=False, error_code="x", error_message="The server [401] refused."))
    told = printed.readouterr()
    assert (told.out, told.err) == ("", "The server [401] refused.\n")


def test_usage_adds_up_and_never_makes_an_unknown_price_zero(printed: pytest.CaptureFixture[str]) -> None:
    state = BudgetState(
        name="user",
        money_limit=Decimal("1.50"),
        token_limit=None,
        spent=MoneyAndTokens(money=None, tokens=5),
    )
    print_usage(STRETCH, [_line(Decimal("0.02"), 0), _line(None, 2), _line(None, 0)], [state])
    rows = [" ".join(line.split()) for line in printed.readouterr().out.splitlines()]
    assert rows[1].endswith("3 1 1,200 34 $0.02")
    assert rows[2].endswith("price unknown")
    assert rows[3].endswith("nothing")
    assert rows[4] == "total 9 3 3,600 102 $0.02 + 2 calls of unknown price"
    assert rows[6] == "per user price unknown, 5 tokens $0, 0 tokens $1.50"


def test_no_usage_and_no_budget_are_told_too(printed: pytest.CaptureFixture[str]) -> None:
    print_usage(STRETCH, [], [])
    text = printed.readouterr().out
    assert "No model was asked from 2026-01-01 to 2026-01-30." in text
    assert "No budget is set" in text


def test_usage_as_json_keeps_null_for_what_is_not_known(printed: pytest.CaptureFixture[str]) -> None:
    print_json(usage_json(STRETCH, [_line(None, 3)], []))
    told = json.loads(printed.readouterr().out)
    assert (told["since"], told["totals"]["cost"], told["totals"]["unpriced_calls"]) == ("2026-01-01", None, 3)
    assert told["lines"][0]["cost"] is None


def test_a_rotation_tells_what_it_did(printed: pytest.CaptureFixture[str]) -> None:
    print_rotation(Rotation("0002-ab", 3, ("0001-cd",)))
    assert printed.readouterr().out == "3 stored keys are now encrypted with 0002-ab; deleted: 0001-cd.\n"
