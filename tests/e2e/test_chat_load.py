"""Many chats at once: every word arrives, in order, and is stored before it is seen. `make bench` says how late."""

import asyncio
from pathlib import Path

import pytest

from benchmarks import chat_load
from tests.e2e.chat_client import serving

CHATS, SECONDS = 10, 2


def test_ten_chats_at_once_hear_every_word_after_it_is_stored(migrated_home: Path) -> None:
    words = SECONDS * chat_load.PACE
    with serving(1 / chat_load.PACE, words) as server:
        heard = asyncio.run(chat_load.talk(CHATS, server.port, migrated_home / "parley.sqlite", every=1, arriving=0.5))
    chat_load.report(CHATS, words, heard)
    for each in heard:
        # Words that arrive in one chunk, on a busy machine, are looked up by the last of them.
        assert each.probed > words // 2, "every chunk was to be looked up"
        dues = [due for due, _ in chat_load.words_of(each)]
        assert dues == sorted(dues)


def test_a_word_that_is_seen_before_it_is_stored_is_noticed() -> None:
    heard = [chat_load.Heard(frames=[(1.0, b'id: 2\nevent: text_delta\ndata: {"delta":"0.5 "}')], not_durable=1)]
    with pytest.raises(RuntimeError, match="before they were stored"):
        chat_load.report(1, 1, heard)
    with pytest.raises(RuntimeError, match="lost"):
        chat_load.report(1, 2, heard)
