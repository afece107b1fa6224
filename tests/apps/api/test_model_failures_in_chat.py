"""A model that cannot be asked: what happened, why, and what to do, in the language of the person."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.chat import Person, home_like, settings_at, started
from tests.fakes.refusing_server import refusing_server

pytestmark = pytest.mark.asyncio
WORDS = {
    "unreachable": (("cannot be reached", "Settings → Models"), ("连不上", "设置 → 模型")),
    "401": (("The key of", "was refused", "Settings → Models"), ("密钥被拒绝", "设置 → 模型")),
    "404": (("does not know the model", "Settings → Models"), ("没有这个模型", "设置 → 模型")),
    "429": (("no credit left", "top it up"), ("余额不足", "请充值")),
}
HELLO = ("hello", "你好")


@contextmanager
def _server(kind: str) -> Iterator[str]:
    if kind == "unreachable":
        yield "http://127.0.0.1:1/v1"  # where nobody listens
        return
    with refusing_server(int(kind)) as url:
        yield url


@pytest.mark.parametrize("place", [0, 1], ids=["en", "zh"])
@pytest.mark.parametrize("kind", list(WORDS))
async def test_a_model_that_fails_is_told_with_its_reason_and_what_to_do(
    kind: str, place: int, demo_home: Path, tmp_path: Path
) -> None:
    with _server(kind) as url:
        own = {"OPENAI_API_KEY": "sk-wrong", "OPENAI_BASE_URL": url, "PARLEY_LLM_MODEL": "a-model"}
        async with started(settings_at(home_like(demo_home, tmp_path), **own)) as (_, client):
            told = await Person(client, ("en", "zh")[place]).says(HELLO[place])
    for words in WORDS[kind][place]:
        assert words in told.text
    assert told.done["stream_error"]
