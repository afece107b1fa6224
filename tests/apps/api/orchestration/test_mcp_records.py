"""Tool calls of a turn as they are stored."""

import json
from typing import Any

from apps.api.orchestration.mcp_records import collect_mcp_records, masked, persisted_tool_calls, tool_outcomes
from apps.api.orchestration.types import _TurnStreamState

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl"


def call(
    number: int, arguments: dict[str, Any], output: object = None, error: object = None, tool: str = "get_job"
) -> list[dict[str, Any]]:
    item = {"type": "mcp_call", "id": f"mcp_{number}", "name": tool, "server_label": "backtest"}
    ended = {**item, "arguments": json.dumps(arguments), "output": output, "error": error}
    end = "failed" if error else "completed"
    return [
        {"type": "response.output_item.added", "item": {**item, "arguments": ""}},
        {"type": "response.mcp_call.in_progress", "item_id": item["id"]},
        {"type": "response.mcp_call_arguments.delta", "item_id": item["id"], "delta": "{"},
        {"type": "response.mcp_call_arguments.done", "item_id": item["id"], "arguments": json.dumps(arguments)},
        {"type": f"response.mcp_call.{end}", "item_id": item["id"]},
        {"type": "response.output_item.done", "item": ended},
    ]


def state_of(*calls: list[dict[str, Any]]) -> _TurnStreamState:
    state = _TurnStreamState()
    for event in (event for each in calls for event in each):
        collect_mcp_records(state, event)
    return state


def test_the_events_of_a_call_become_one_record() -> None:
    state = state_of(call(1, {"id": "a"}, '{"ok": true, "status": "done"}'))
    assert persisted_tool_calls(state) == (
        {
            "type": "mcp_call",
            "id": "mcp_1",
            "name": "get_job",
            "server_label": "backtest",
            "arguments": {"id": "a"},
            "status": "success",
            "output": '{"ok": true, "status": "done"}',
            "error": None,
        },
    )


def test_a_failure_that_the_same_call_made_good_is_dropped_and_others_are_kept() -> None:
    state = state_of(
        call(1, {"id": "a"}, error="no"),
        call(2, {"id": "b"}, error="no"),
        call(3, {"id": "a"}, '{"ok": true}'),
        call(4, {"id": "b"}, '{"ok": true}', tool="metrics"),
    )
    assert [(each["id"], each["status"]) for each in persisted_tool_calls(state)] == [
        ("mcp_2", "failure"),
        ("mcp_3", "success"),
        ("mcp_4", "success"),
    ]


def test_a_success_before_a_failure_does_not_hide_it() -> None:
    state = state_of(call(1, {}, '{"ok": true}'), call(2, {}, error="no"))
    assert [each["status"] for each in persisted_tool_calls(state)] == ["success", "failure"]


def test_a_tool_that_answers_that_it_failed_has_failed() -> None:
    answer = {"ok": False, "error": {"code": "not_found", "message": "There is none."}}
    state = state_of(call(1, {}, json.dumps(answer)))
    (record,) = persisted_tool_calls(state)
    assert record["status"] == "failure"
    assert "There is none." in str(record["error"])
    assert [outcome.ok for outcome in tool_outcomes(state)] == [False]


def test_a_call_without_an_end_is_a_failure() -> None:
    state = state_of(call(1, {"id": "a"}, '{"ok": true}')[:4])
    (record,) = persisted_tool_calls(state)
    assert (record["status"], record["arguments"]) == ("failure", {"id": "a"})


def test_ids_of_requests_and_receipts_are_kept() -> None:
    answer = {"ok": True, "deployment_id": "d", "request_id": "r", "receipt_id": "d/1", "status": "ready"}
    (record,) = persisted_tool_calls(state_of(call(1, {}, json.dumps(answer), tool="create_deployment")))
    assert record["receipt"] == {"request_id": "r", "receipt_id": "d/1", "deployment_id": "d"}


def test_tokens_are_masked_wherever_they_stand() -> None:
    event = {"type": "x", "tools": [{"headers": {"x-mcp-context": TOKEN}, "note": f"Bearer {TOKEN}"}], "text": TOKEN}
    assert "eyJ" not in json.dumps(masked(event))
    (record,) = persisted_tool_calls(state_of(call(1, {"token": TOKEN}, f'{{"ok": true, "said": "{TOKEN}"}}')))
    assert "eyJ" not in json.dumps(record)


def test_a_long_output_is_shortened_and_says_so() -> None:
    (record,) = persisted_tool_calls(state_of(call(1, {}, json.dumps({"ok": True, "text": "x" * 50_000}))))
    assert len(str(record["output"])) < 21_000
    assert "characters in all" in str(record["output"])


def test_strange_events_change_nothing() -> None:
    state = state_of([{"type": "response.mcp_call.completed"}, {"type": "response.output_item.done", "item": None}, {}])
    assert persisted_tool_calls(state) == ()


def test_the_answer_of_a_failed_call_is_read_from_the_content_of_its_error() -> None:
    answer = {"ok": False, "error": {"code": "conflict", "details": {"blocker": "market_data_missing"}}}
    error = {"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": json.dumps(answer)}]}
    (outcome,) = tool_outcomes(state_of(call(1, {}, error=error)))
    assert outcome.result == answer
