"""Results as tables: rows, a Polars frame, a pandas frame where pandas is installed, and HTML for a cell."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from packages.infra.providers.market_data.vendors.client_libraries import require

if TYPE_CHECKING:
    import polars as pl

_SHOWN = 20
_LONGEST = 2_000  # letters of a plain text


class Tabular:
    """What has rows; a subclass says which, and which sentences stand above them."""

    __slots__ = ()

    def rows(self) -> Sequence[Mapping[str, Any]]:
        raise NotImplementedError

    def lines(self) -> Sequence[str]:
        raise NotImplementedError

    def to_polars(self) -> "pl.DataFrame":
        import polars as pl

        return pl.DataFrame(list(self.rows()), infer_schema_length=None)

    def to_pandas(self) -> Any:
        return pandas().DataFrame(list(self.rows()))

    def __repr__(self) -> str:
        return shortened("\n".join(self.lines()))

    def _repr_html_(self) -> str:
        rows = list(self.rows())
        names = list(dict.fromkeys(name for row in rows[:_SHOWN] for name in row))
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(stated(row.get(name)))}</td>" for name in names) + "</tr>"
            for row in rows[:_SHOWN]
        )
        more = f"<p>… {len(rows)}</p>" if len(rows) > _SHOWN else ""
        said = "".join(f"<p>{escape(line)}</p>" for line in self.lines())
        return f"{said}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def stated(value: object) -> str:
    """As it stands in a cell."""
    if value is None:
        return "–"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def shortened(text: str) -> str:
    """Short enough for a terminal."""
    return text if len(text.encode()) <= _LONGEST else text.encode()[: _LONGEST - 3].decode(errors="ignore") + "…"


def pandas() -> Any:
    """Loaded when it is asked for; where it is missing, the error says what installs it."""
    return require("pandas", "pandas")


def framed(page: str) -> str:
    """A whole page inside a cell, with its own style."""
    return f'<iframe srcdoc="{escape(page)}" style="width:100%;height:720px;border:0"></iframe>'
