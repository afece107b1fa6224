"""Clients that leave and servers that are killed: whoever comes back hears the same events, or a turn to send again."""

import random
import signal
from itertools import islice
from pathlib import Path

import httpx
import pytest

from packages.settings.database import DatabaseUrl
from tests.chat import Told
from tests.e2e.chat_client import Server, serving
from tests.e2e.chat_server import WORDS


def test_a_client_that_leaves_twenty_times_hears_everything_once(migrated_home: Path) -> None:
    _cut_clients(cuts=20)


@pytest.mark.trust
def test_a_client_that_leaves_five_hundred_times_hears_everything_once(migrated_home: Path) -> None:
    _cut_clients(cuts=500)


def test_a_server_that_is_killed_twice_loses_nothing_that_was_said(migrated_home: Path) -> None:
    _kill_servers(kills=2)


@pytest.mark.trust
def test_a_server_that_is_killed_fifty_times_loses_nothing_that_was_said(
    home: Path, database_url: DatabaseUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_DATABASE_URL", database_url.for_async)
    _kill_servers(kills=50)


def _cut_clients(cuts: int) -> None:
    dice, made, turns = random.Random(3), 0, 0
    with serving(pause=0.002) as server:
        while made < cuts:
            turns += 1
            heard = list(islice(server.send(f"question {turns}", f"turn {turns}"), dice.randrange(1, 60)))
            turn_id = heard[0].data["turn_id"]
            while heard[-1].type != "done":
                made += 1
                heard += islice(server.follow(turn_id, heard[-1].id), dice.randrange(1, 60))
            _check_whole(server, heard)
    print(f"{made} cuts in {turns} turns: every stream was the same to the byte")


def _check_whole(server: Server, heard: list[Told]) -> None:
    turn_id, session_id = heard[0].data["turn_id"], heard[0].data["session_id"]
    assert [event.raw for event in server.follow(turn_id)] == [event.raw for event in heard]
    assert [event.id for event in heard] == list(range(1, len(heard) + 1)), "a gap or a repeat"
    assert heard[-1].data["stream_error"] is None
    text = "".join(event.data["delta"] for event in heard if event.type == "text_delta")
    assert len(text.split()) == WORDS
    said = server.session(session_id)["messages"]
    assert [message["role"] for message in said] == ["user", "assistant"]
    assert said[1]["content"] == text


def _kill_servers(kills: int) -> None:
    dice, crashed = random.Random(5), 0
    heard: list[Told] = []
    for number in range(kills + 1):
        with serving(pause=0.005) as server:
            if heard:
                crashed += _check_after_kill(server, heard, f"question {number}", f"turn {number}")
            if number < kills:
                at = dice.randrange(1, 2 * WORDS)
                heard = _heard_until_killed(server, f"question {number + 1}", f"turn {number + 1}", at)
    print(f"{kills} kills: {crashed} turns failed and were sent again, {kills - crashed} were whole")


def _heard_until_killed(server: Server, message: str, client_turn_id: str, at: int) -> list[Told]:
    heard: list[Told] = []
    try:
        for event in server.send(message, client_turn_id):
            heard.append(event)
            if len(heard) == at:
                server.process.send_signal(signal.SIGKILL)
    except httpx.TransportError:
        pass
    return heard


def _check_after_kill(server: Server, heard: list[Told], message: str, client_turn_id: str) -> bool:
    """Whether the turn had failed. What was seen is what is stored, and the same id answers with the same turn."""
    turn_id, session_id = heard[0].data["turn_id"], heard[0].data["session_id"]
    whole = [*heard, *server.follow(turn_id, heard[-1].id)] if heard[-1].type != "done" else heard
    assert [event.raw for event in server.follow(turn_id)] == [event.raw for event in whole]
    assert [event.id for event in whole] == list(range(1, len(whole) + 1)), "a gap or a repeat"
    assert [event.type for event in whole].count("done") == 1
    assert whole[-1].type == "done"
    assert [event.raw for event in server.send(message, client_turn_id)] == [event.raw for event in whole]
    failed = whole[-1].data["stream_error"] is not None
    if failed:
        assert whole[-1].data["stream_error_detail"]["category"] == "crashed"
        again = list(server.send(message, f"{client_turn_id} again", session_id))
        assert again[-1].data["stream_error"] is None
    said = server.session(session_id)["messages"]
    assert [each["content"] for each in said if each["role"] == "user"] == [message] * (2 if failed else 1)
    assert [each["role"] for each in said] == ["user", "assistant"] * (2 if failed else 1)
    return failed
