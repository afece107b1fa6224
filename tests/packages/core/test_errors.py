"""The error tree says what to do by family, and what went wrong by code."""

import pytest

from apps.api.routes.errors import STATUS, parley_error_response
from apps.mcp.tool import ADVICE, tool_failure, unexpected_tool_failure
from packages.core.errors import Conflict, Invalid, NotFound, ParleyError, Throttled, Unavailable, family_of

FAMILIES = set(ParleyError.__subclasses__())


class InsufficientBuyingPower(Conflict):
    """A named error, as a domain would have it."""


class BuyingPowerOfZero(InsufficientBuyingPower):
    """One floor further down."""


def test_a_named_error_has_a_code_of_its_own() -> None:
    assert InsufficientBuyingPower("x").code == "insufficient_buying_power"
    assert BuyingPowerOfZero("x").code == "buying_power_of_zero"


def test_the_family_is_found_however_deep_the_error_is() -> None:
    assert family_of(BuyingPowerOfZero("x")) is Conflict
    assert family_of(NotFound("x")) is NotFound


def test_each_edge_knows_every_family() -> None:
    assert set(STATUS) == FAMILIES
    assert set(ADVICE) == FAMILIES


@pytest.mark.parametrize(
    ("error", "status"), [(Invalid("x"), 400), (BuyingPowerOfZero("x"), 409), (Unavailable("x"), 503)]
)
def test_http_answers_with_the_status_of_the_family(error: ParleyError, status: int) -> None:
    assert parley_error_response(error).status_code == status


def test_a_throttled_caller_is_told_how_long_to_wait() -> None:
    response = parley_error_response(Throttled("slow down", retry_after_seconds=7))
    assert response.headers["retry-after"] == "7"


def test_a_tool_error_tells_a_model_to_retry_or_to_stop() -> None:
    mendable = tool_failure(BuyingPowerOfZero("no money")).error
    assert (mendable.code, mendable.retryable) == ("buying_power_of_zero", True)
    assert not unexpected_tool_failure(RuntimeError("secret detail")).error.retryable
    assert "secret detail" not in unexpected_tool_failure(RuntimeError("secret detail")).model_dump_json()
