"""`parley mcp` as a desktop client starts it: a real process, spoken to by the SDK's own client."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from typer.testing import CliRunner

from apps.cli.main import app
from apps.mcp.composition import TOOLBOXES
from apps.mcp.toolbox import Toolbox, ToolEffect
from packages.core.errors import ParleyError
from tests.packages.domain.backtest.asking import document

PARLEY = [sys.executable, "-c", "from apps.cli.main import run; run()", "mcp"]
ROOT = Path(__file__).parents[3]
OPENING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
NOBODY = {"deployment_id": "00000000-0000-7000-8000-000000000000", "idempotency_key": "k"}


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _client(*options: str) -> Client:
    command, *arguments = [*PARLEY, *options]
    return Client(stdio_client(StdioServerParameters(command=command, args=arguments, env=_environment())))


async def test_a_client_lists_all_that_reads_and_cannot_change_anything(migrated_home: Path) -> None:
    async with _client("--toolsets", "all") as client:
        listed = {each.name for each in (await client.list_tools()).tools}
        read = await client.call_tool("trading_list_accounts", {})
        refused = await client.call_tool("trading_stop", NOBODY)
    reading = {name for box in TOOLBOXES.values() for name in _reading(box)}
    assert listed == reading
    assert read.structured_content == {"ok": True, "more": [], "accounts": [], "total": 0, "next": None}
    error = _error(refused.structured_content)
    assert (error["code"], error["retryable"]) == ("unknown_tool", True)


async def test_with_write_a_change_happens_and_the_same_key_again_changes_nothing(migrated_home: Path) -> None:
    asked = {"dsl": document("DEMO5"), "idempotency_key": "k"}
    async with _client("--write") as client:
        first = await client.call_tool("strategy_upsert_dsl", asked)
        again = await client.call_tool("strategy_upsert_dsl", asked)
        listed = await client.call_tool("strategy_list_strategies", {})
    assert first.structured_content == again.structured_content
    assert first.structured_content
    assert listed.structured_content
    [only] = listed.structured_content["strategies"]
    assert only["strategy_id"] == first.structured_content["strategy_id"]


def _reading(box: Toolbox) -> set[str]:
    return {f"{box.domain}_{name}" for name, tool in box.tools.items() if tool.rule.effect is ToolEffect.READ}


def _error(told: dict[str, Any] | None) -> dict[str, Any]:
    assert told is not None
    error: dict[str, Any] = told["error"]
    return error


@pytest.mark.parametrize("ending", ["end of input", pytest.param(signal.SIGINT, marks=pytest.mark.trust)])
def test_it_ends_cleanly_and_nothing_but_the_protocol_reaches_standard_output(
    migrated_home: Path, ending: signal.Signals | str
) -> None:
    # The group is the process's own, so that whatever it might leave behind is found there.
    process = subprocess.Popen(
        PARLEY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environment() | {"PARLEY_LOG_LEVEL": "debug"},
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    with process:
        assert process.stdin
        assert process.stdout
        answer = _asked(process.stdin, process.stdout)
        if isinstance(ending, signal.Signals):
            process.send_signal(ending)
        else:
            process.stdin.close()
        rest = process.stdout.read()
    assert answer["result"]["serverInfo"]["name"] == "parley"
    assert (process.returncode, rest) == (0, b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def _asked(stdin: IO[bytes], stdout: IO[bytes]) -> Any:
    stdin.write(json.dumps(OPENING).encode() + b"\n")
    stdin.flush()
    return json.loads(stdout.readline())


def test_a_desk_with_passwords_is_refused_with_a_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_AUTH_MODE", "password")
    answer = CliRunner().invoke(app, ["mcp"])
    assert isinstance(answer.exception, ParleyError)
    assert "local mode" in answer.exception.message
    assert answer.stdout == ""
