"""What can go wrong with market data; each sentence names the next step."""

from packages.core.errors import Conflict, Invalid, NotFound, TooLarge, Unavailable
from packages.core.messages import message


class BadSymbol(Invalid):
    """A text that is no symbol of ours."""


class UnknownSymbol(NotFound):
    """A symbol without an instrument."""


class NoData(NotFound):
    """The instrument is known, but nothing of this kind is stored (or was known yet)."""


class WrongTimeframe(Invalid):
    """A timeframe that is not stored for this instrument, or does not exist."""


class BadRows(Invalid):
    """Rows that cannot be taken as market data."""


class UnansweredImport(Invalid):
    """A file can be read in more than one way, and nobody has said which; nothing was stored."""


class UnknownImport(NotFound):
    """No such import, or another owner's."""


class ImportClosed(Conflict):
    """An import is past the point where this could be done."""


class ImportChanged(Conflict):
    """Others have changed the same instruments since: undoing the import would take their data away."""


class ImportOfOthers(Conflict):
    """Somebody else has imported the same instrument, and everybody on this desk reads what they stored."""


class TooMuchToImport(TooLarge):
    """More files, bytes or rows than an upload takes."""


class CorruptData(Conflict):
    """A stored file cannot be read as what it should be."""


class ProviderDown(Unavailable):
    """A source did not answer, or answered nonsense."""


class ProviderRefused(Unavailable):
    """A source answered that it will not serve this: a missing token, a quota, a plan."""


class MissingExtra(Unavailable):
    """The client library of a source is not installed."""


class NoProvider(Unavailable):
    """Every source of a market was tried; the details say what each answered."""


class Leak(Unavailable):
    """A row breaks the rule of time, so it is not given out: a fault of ours or of a source, never the caller's."""

    def __init__(self, kind: str, said: str, /, **params: object) -> None:
        super().__init__("market_data.leak", kind=kind, problem=message(said, **params), details={"kind": kind})
        self.kind = kind
