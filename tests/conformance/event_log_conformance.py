"""What every event log must do, the fake and the real one alike."""

import asyncio
import json

import pytest

from packages.core.events import Event, EventLog, NewEvent, StreamClosed, UnknownStream


def told(n: int) -> NewEvent:
    return NewEvent("told", {"n": n})


async def _collect(log: EventLog, stream: str, owner: str, after: int = 0) -> list[Event]:
    return [event async for event in log.tail(stream, owner, after)]


class EventLogConformance:
    """Subclass it and give a `log` fixture."""

    async def test_events_are_numbered_from_one_without_gaps(self, log: EventLog) -> None:
        await log.open("s", "ann")
        await log.append("s", told(1), told(2))
        await log.append("s", told(3))
        assert [event.seq for event in await log.read("s", "ann")] == [1, 2, 3]

    async def test_a_client_is_sent_the_data_with_the_type_in_it(self, log: EventLog) -> None:
        await log.open("s", "ann")
        (event,) = await log.append("s", NewEvent("text_delta", {"delta": '多\n"空"', "x": [1, None, {"y": 1.5}]}))
        assert json.loads(event.json) == {
            "type": "text_delta",
            "delta": '多\n"空"',
            "x": [1, None, {"y": 1.5}],
        }
        assert await log.read("s", "ann") == (event,)

    async def test_reading_goes_on_behind_a_number_and_in_pages(self, log: EventLog) -> None:
        await log.open("s", "ann")
        await log.append("s", *map(told, range(10)))
        assert [event.seq for event in await log.read("s", "ann", after=4, limit=3)] == [5, 6, 7]
        assert await log.read("s", "ann", after=10) == ()

    async def test_streams_do_not_mix(self, log: EventLog) -> None:
        for stream in ("a", "b"):
            await log.open(stream, "ann")
        await asyncio.gather(*(log.append(stream, told(n)) for n in range(20) for stream in ("a", "b")))
        for stream in ("a", "b"):
            events = await log.read(stream, "ann")
            assert [event.seq for event in events] == list(range(1, 21))
            assert [json.loads(event.json)["n"] for event in events] == list(range(20))

    async def test_opening_again_keeps_what_is_there(self, log: EventLog) -> None:
        await log.open("s", "ann")
        await log.append("s", told(1))
        await log.open("s", "ann")
        assert len(await log.read("s", "ann")) == 1

    async def test_another_owners_stream_is_unknown(self, log: EventLog) -> None:
        await log.open("s", "ann")
        for attempt in (log.read("s", "bob"), log.open("s", "bob"), _collect(log, "s", "bob")):
            with pytest.raises(UnknownStream):
                await attempt

    async def test_a_stream_that_was_never_opened_is_unknown(self, log: EventLog) -> None:
        for attempt in (log.read("s", "ann"), log.append("s", told(1)), _collect(log, "s", "ann")):
            with pytest.raises(UnknownStream):
                await attempt

    async def test_nothing_follows_the_last_event(self, log: EventLog) -> None:
        await log.open("s", "ann")
        await log.append("s", told(1), last=True)
        with pytest.raises(StreamClosed):
            await log.append("s", told(2))
        assert len(await log.read("s", "ann")) == 1

    async def test_a_refused_append_does_not_hinder_others(self, log: EventLog) -> None:
        await log.open("s", "ann")
        outcomes = await asyncio.gather(
            log.append("nowhere", told(1)), log.append("s", told(2)), return_exceptions=True
        )
        assert isinstance(outcomes[0], UnknownStream)
        assert [event.seq for event in await log.read("s", "ann")] == [1]

    async def test_what_cannot_be_written_as_json_is_refused_at_once(self, log: EventLog) -> None:
        await log.open("s", "ann")
        with pytest.raises(ValueError, match="JSON compliant"):
            await log.append("s", NewEvent("bad", {"n": float("nan")}))
        assert await log.read("s", "ann") == ()

    async def test_text_that_no_encoding_takes_survives(self, log: EventLog) -> None:
        await log.open("s", "ann")
        await log.append("s", NewEvent("odd", {"lone": "\ud800", "nul": "\x00"}))
        (event,) = await log.read("s", "ann")
        assert json.loads(event.json) == {"type": "odd", "lone": "\ud800", "nul": "\x00"}

    async def test_a_tail_tells_the_past_then_the_present_then_ends(self, log: EventLog) -> None:
        await log.open("s", "ann")
        await log.append("s", told(1), told(2))
        async with asyncio.TaskGroup() as group:
            heard = group.create_task(_collect(log, "s", "ann"))
            late = group.create_task(_collect(log, "s", "ann", after=2))
            for n in range(3, 30):
                await log.append("s", told(n), last=n == 29)
        assert [event.seq for event in heard.result()] == list(range(1, 30))
        assert [event.seq for event in late.result()] == list(range(3, 30))
        assert heard.result() == list(await log.read("s", "ann"))

    async def test_a_tail_of_a_finished_stream_ends(self, log: EventLog) -> None:
        await log.open("s", "ann")
        await log.append("s", told(1), last=True)
        assert [event.seq for event in await _collect(log, "s", "ann")] == [1]
        assert await _collect(log, "s", "ann", after=1) == []
