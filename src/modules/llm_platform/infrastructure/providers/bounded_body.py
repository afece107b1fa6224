"""What a model's server may send at once: a line that grows beyond all measure ends the answer before it is read."""

from collections.abc import AsyncIterator

import httpx2

LONGEST_LINE = 4_000_000  # bytes: an event that repeats a whole answer, or an answer that is not streamed
LARGEST_BODY = 200_000_000  # bytes of a whole stream


async def bound(response: httpx2.Response) -> None:
    """A hook for the responses of a client."""
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = BoundedBody(response.stream)


class BoundedBody(httpx2.AsyncByteStream):
    """The same bytes, until there are too many of them; raises `DecodingError` then."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        line = body = 0
        async for piece in self._inner:
            end = piece.rfind(b"\n")
            line = len(piece) + line if end < 0 else len(piece) - end - 1
            body += len(piece)
            if line > LONGEST_LINE or body > LARGEST_BODY:
                raise httpx2.DecodingError("the answer is too large")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()
