"""What a client library raises, in the desk's words: nothing of a vendor's own errors leaves its adapter."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TypeVar

from packages.core.errors import ParleyError
from packages.domain.market_data.errors import ProviderDown, ProviderRefused

Answer = TypeVar("Answer")


class VendorFaults:
    """Stands around the work with one client library. Vendors raise anything from a bare `Exception` with a sentence
    in it to a `KeyError` of their own parsing, so the text of the error decides what is a refusal."""

    def __init__(self, source: str, *, refusals: Sequence[str] = (), cure: str = "") -> None:
        self._source = source
        self._refusals = refusals
        self._cure = cure

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, ParleyError):
            raise self._meaning(error) from error

    def around(self, call: Callable[[], Answer]) -> Answer:
        with self:
            return call()

    def _meaning(self, error: Exception) -> ParleyError:
        told = " ".join(str(error).split())[:200]
        if any(word in told for word in self._refusals):
            return ProviderRefused(
                "market_data.source_refused", source=self._source, text=f"{told} {self._cure}".rstrip()
            )
        if isinstance(error, OSError) and not isinstance(error, ValueError):
            return ProviderDown("market_data.source_unreachable", source=self._source, error=type(error).__name__)
        return ProviderDown(
            "market_data.library_cannot_read", source=self._source, error=type(error).__name__, text=told
        )
