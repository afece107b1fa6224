"""A capsule survives the process that wrote it, and a file that is none is never touched."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from src.modules.llm_platform.domain.models import Secret
from src.modules.llm_platform.domain.requests import Event, ModelRequest, StreamRequest
from src.modules.llm_platform.infrastructure.capsule.exchange import CapsuleUnreadable, NotInCapsule
from src.modules.llm_platform.infrastructure.capsule.providers import RecordingProviders, ReplayingProviders
from tests.fakes.scripted_model import Fails, Says, ScriptedModel, ScriptedProviders, Step, Streams
from tests.src.modules.llm_platform.infrastructure.capsule.recorded_run import (
    BUSY,
    CONFIG,
    DESK,
    KEY,
    QUESTION,
    TOKEN,
    TURN,
    answered,
    heard,
)


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """Two answers to the same question."""
    path = tmp_path / "one.capsule"
    await _record(path, Says("first"), Says("second"))
    return path


async def _record(path: Path, *steps: Step, ask: ModelRequest | StreamRequest = QUESTION) -> None:
    providers = RecordingProviders(ScriptedProviders(main=ScriptedModel(*steps)), path)
    model = providers.provider_for(CONFIG)
    for _ in steps:
        await (answered(model, ask) if isinstance(ask, ModelRequest) else heard(model, ask))
    await providers.aclose()


async def _answers(path: Path, times: int) -> list[str]:
    model = ReplayingProviders(path).provider_for(CONFIG)
    return [(await model.generate(QUESTION)).text for _ in range(times)]


async def test_a_torn_last_line_is_left_out_and_noted(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    whole = path.read_bytes()
    second = whole.rindex(b"\n", 0, -1) + 1
    for length in (second + 1, second + 40, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert await _answers(path, 1) == ["first"]
        assert "capsule_torn" in caplog.text
        caplog.clear()


async def test_recording_goes_on_after_a_torn_line(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])
    await _record(path, Says("second again"), Says("third"))
    assert await _answers(path, 3) == ["first", "second again", "third"]


async def test_recording_goes_on_where_it_stopped(path: Path) -> None:
    await _record(path, Says("third"))
    assert await _answers(path, 3) == ["first", "second", "third"]


async def test_a_process_killed_at_the_header_is_no_loss(path: Path) -> None:
    header = path.read_bytes().split(b"\n")[0]
    for killed_at in (0, 5, len(header)):
        path.write_bytes(header[:killed_at])
        await _record(path, Says("fresh"))
        assert await _answers(path, 1) == ["fresh"]


async def test_lines_of_calls_at_once_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "many.capsule"
    steps = [Says("long " * 5000, expecting=f"<{number}>") for number in range(40)]
    providers = RecordingProviders(ScriptedProviders(main=ScriptedModel(*steps, any_order=True)), path)
    asked = [ModelRequest(prompt=f"<{number}>") for number in range(40)]

    def ask_in_a_thread(request: ModelRequest) -> None:
        asyncio.run(answered(providers.provider_for(CONFIG), request))

    await asyncio.gather(*[asyncio.to_thread(ask_in_a_thread, request) for request in asked])
    await providers.aclose()
    assert len(ReplayingProviders(path).left_over) == 40


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a capsule\n",
        b'{"format": "parley-capsule", "version": 99}\n',
        b'["format", "version"]\n',
        b'{"format": "other"}\n{}\n',
    ],
)
def test_a_file_that_is_no_capsule_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(CapsuleUnreadable, match=r"letter\.txt is not a capsule"):
        ReplayingProviders(path)
    if content:
        with pytest.raises(CapsuleUnreadable):
            RecordingProviders(ScriptedProviders(), path)
        assert path.read_bytes() == content


def test_a_capsule_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CapsuleUnreadable, match="cannot be opened: No such file"):
        ReplayingProviders(tmp_path / "missing.capsule")


async def test_a_damaged_line_is_told_with_its_number(path: Path) -> None:
    header, first, second, _ = path.read_bytes().split(b"\n")
    edited = first.replace(b"cheap", b"cheep")
    unknown = first.replace(b'"end":"finished"', b'"end":"fault","fault":{"kind":"Exception"}')
    for bad in (b"{}", b"[]", b"{", edited, unknown):
        path.write_bytes(b"\n".join((header, bad, second, b"")))
        with pytest.raises(CapsuleUnreadable, match="Line 2"):
            ReplayingProviders(path)


async def test_two_writers_of_one_capsule_are_told(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[-1]]))
    with pytest.raises(CapsuleUnreadable, match="Two processes"):
        ReplayingProviders(path)


async def test_only_its_owner_may_read_a_capsule(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_person_can_read_what_was_asked(path: Path) -> None:
    line = json.loads(path.read_text().splitlines()[1])
    assert line["request"]["prompt"] == QUESTION.prompt
    assert line["request"]["system_message"] == QUESTION.system_message
    assert (line["call"], line["occurrence"], line["end"]) == ("generate", 1, "finished")


async def test_no_secret_is_written_even_if_a_server_repeats_it(tmp_path: Path) -> None:
    path = tmp_path / "secret.capsule"
    echo = {"type": "mcp", "server_label": "desk", "headers": dict(DESK.headers), "authorization": "pin"}
    repeated: list[Event] = [
        {"type": "response.created", "response": {"tools": [echo], "note": f"key {KEY}"}},
        {"type": "response.completed", "response": {"id": "resp_1", "tools": [echo]}},
    ]
    broken = Fails(type(BUSY)(f"The key {KEY} was refused.", request_id="req_9"))
    await _record(path, Streams(repeated), Says("Done."), broken, ask=TURN)
    await _record(path, Says(f"Your key is {KEY}."), ask=replace(QUESTION, prompt=f"My key is {KEY}."))
    written = path.read_text()
    for secret in (KEY, TOKEN, "in-the-query", "pin", "Bearer", "49152"):
        assert secret not in written
    assert "[secret]" in written
    assert "http://127.0.0.1/mcp" in written


async def test_the_events_that_were_shown_are_the_events_that_were_written(tmp_path: Path) -> None:
    path = tmp_path / "secret.capsule"
    told: list[Event] = [
        {"type": "response.completed", "response": {"tools": [{"type": "mcp", "headers": dict(DESK.headers)}]}}
    ]
    providers = RecordingProviders(ScriptedProviders(main=ScriptedModel(Streams(told))), path)
    live = await heard(providers.provider_for(CONFIG), TURN)
    await providers.aclose()
    # Another key and another token at the replay make no difference.
    other = replace(CONFIG, api_key=Secret("sk-other-9876543210"))
    turn = replace(
        TURN, tools=(replace(DESK, headers={"x-mcp-context": "another"}, server_url="http://127.0.0.1:1/mcp"),)
    )
    assert await heard(ReplayingProviders(path).provider_for(other), turn) == live


@pytest.mark.parametrize(
    ("asked", "difference"),
    [
        (
            replace(QUESTION, prompt="Is ACME cheap?\nSay how."),
            r"prompt, line 2: recorded 'Say why\.', asked 'Say how\.'",
        ),
        (replace(QUESTION, prompt="Is ACME cheap?"), "prompt, line 2: recorded 'Say why.', asked nothing"),
        (replace(QUESTION, temperature=0.2), r"temperature: recorded 0\.7, asked 0\.2"),
        (replace(QUESTION, system_message=None), "system_message: recorded 'You are an analyst.', asked nothing"),
    ],
)
async def test_a_request_that_was_not_recorded_is_told_by_what_differs(
    path: Path, asked: ModelRequest, difference: str
) -> None:
    with pytest.raises(NotInCapsule, match=difference):
        await ReplayingProviders(path).provider_for(CONFIG).generate(asked)


async def test_the_nearest_of_many_is_compared_and_long_text_is_shown_where_it_differs(tmp_path: Path) -> None:
    path = tmp_path / "many.capsule"
    long = "word " * 400
    for prompt in ("Something else.", f"{long}buy {long}", "Nothing alike."):
        await _record(path, Says("so"), ask=ModelRequest(prompt=prompt))
    with pytest.raises(NotInCapsule, match=r"recorded …'.*word buy word .*'…, asked …'.*word sell word") as told:
        await ReplayingProviders(path).provider_for(CONFIG).generate(ModelRequest(prompt=f"{long}sell {long}"))
    assert len(str(told.value)) < 500


async def test_a_turn_tells_which_item_or_tool_differs(tmp_path: Path) -> None:
    path = tmp_path / "turn.capsule"
    said = ({"role": "user", "content": "one"}, {"role": "user", "content": "two"})
    await _record(path, Says("so"), ask=replace(TURN, input=said))
    model = ReplayingProviders(path).provider_for(CONFIG)
    with pytest.raises(NotInCapsule, match=r"input\[1\]\.content: recorded 'two', asked 'three'"):
        await heard(model, replace(TURN, input=(said[0], {"role": "user", "content": "three"})))
    with pytest.raises(NotInCapsule, match=r"tools\[0\]\.allowed_tools\[1\]: recorded nothing, asked 'order'"):
        await heard(model, replace(TURN, input=said, tools=(replace(DESK, allowed_tools=("quote", "order")),)))


async def test_another_kind_of_call_has_nothing_near(path: Path) -> None:
    with pytest.raises(NotInCapsule, match="nothing of this kind was recorded"):
        await heard(ReplayingProviders(path).provider_for(CONFIG), TURN)
