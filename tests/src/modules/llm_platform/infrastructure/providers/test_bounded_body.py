"""What a model's server may send at once."""

from collections.abc import AsyncIterator, Sequence

import httpx2
import pytest

from src.modules.llm_platform.infrastructure.providers.bounded_body import LONGEST_LINE, BoundedBody


class Pieces(httpx2.AsyncByteStream):
    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces = pieces
        self.read = 0
        self.closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            self.read += 1
            yield piece

    async def aclose(self) -> None:
        self.closed = True


async def test_many_short_lines_pass_as_they_are() -> None:
    pieces = [b"data: x\n\n" * 1000] * 1000
    assert [piece async for piece in BoundedBody(Pieces(pieces))] == pieces


async def test_a_line_that_never_ends_is_not_read_to_its_end() -> None:
    inner = Pieces([b"x" * 100_000] * 1000)
    with pytest.raises(httpx2.DecodingError):
        _ = [piece async for piece in BoundedBody(inner)]
    assert inner.read == LONGEST_LINE // 100_000 + 1


async def test_closing_it_closes_what_it_reads() -> None:
    inner = Pieces([])
    await BoundedBody(inner).aclose()
    assert inner.closed
