"""Logs are structured, carry what is bound to the request, and never a secret."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from packages.infra.observability.logs import configure_logging, hide_secrets
from packages.settings.server import LogSettings

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl"


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    with io.StringIO() as stream:
        yield stream


def test_a_line_is_json_with_its_fields_and_the_request_id(stream: io.StringIO) -> None:
    configure_logging(LogSettings(), stream)
    with structlog.contextvars.bound_contextvars(request_id="r1"):
        structlog.get_logger("desk").info("order_sent", symbol="000001.SZ", note="多头")
    line = json.loads(stream.getvalue())
    assert line["event"] == "order_sent"
    assert line["symbol"] == "000001.SZ"
    assert line["request_id"] == "r1"
    assert "多头" in stream.getvalue()


def test_what_a_library_logs_goes_through_the_same_pipe(stream: io.StringIO) -> None:
    configure_logging(LogSettings(), stream)
    logging.getLogger("some.library").warning("used Bearer %s", JWT)
    line = json.loads(stream.getvalue())
    assert line["level"] == "warning"
    assert JWT not in stream.getvalue()


def test_a_traceback_is_logged_without_the_secret_in_it(stream: io.StringIO) -> None:
    configure_logging(LogSettings(), stream)
    try:
        raise RuntimeError("postgresql://ann:hunter2@db/desk does not answer")
    except RuntimeError as error:
        structlog.get_logger().error("failed", exc_info=error)
    assert "does not answer" in stream.getvalue()
    assert "hunter2" not in stream.getvalue()


def test_people_get_a_plain_line(stream: io.StringIO) -> None:
    configure_logging(LogSettings(log_format="console"), stream)
    structlog.get_logger().info("order_sent", symbol="AAPL")
    assert stream.getvalue().endswith("info    order_sent symbol=AAPL\n")


@pytest.mark.parametrize("secret", [JWT, "sk-proj-abcdefgh12345678"])
@pytest.mark.parametrize("name", ["password", "openai_api_key", "Authorization", "refresh_token", "x-mcp-context"])
def test_a_telling_name_hides_its_value(name: str, secret: str) -> None:
    event = {
        "event": "e",
        name: secret,
        "inner": {name: [secret]},
        "list": [f"a {secret} b"],
        "text": f"{secret}!",
    }
    assert secret not in json.dumps(hide_secrets(None, "info", event))


@given(st.text(alphabet="abcdefghij ", max_size=30))
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert hide_secrets(None, "info", {"event": text, "note": text}) == {"event": text, "note": text}
