"""`parley data undo`: the imports of this machine's owner, and one of them taken back."""

from rich.console import Console
from rich.text import Text

from apps.cli.market_data.running import data_table, with_data
from apps.cli.output import cli_phrases, print_json
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.market_data.errors import ImportClosed, UnknownImport
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.imports.record import ImportRecord

_MOST_NAMED = 3


def list_imports(as_json: bool) -> None:
    async def found(data: DataEngineeringContainer) -> list[tuple[ImportRecord, bool]]:
        staging = data.staging()
        return [(record, staging.can_undo(record)) for record in staging.all(LOCAL_OWNER_ID)]

    records = with_data(found)
    if as_json:
        print_json({"imports": [_as_json(record) | {"can_undo": can_undo} for record, can_undo in records]})
        return
    console, phrases = Console(), cli_phrases("data")
    if not records:
        console.print(Text(phrases.say("no_imports")))
        return
    table = data_table(phrases, "import", "when", "files", "symbols", "status")
    for record, can_undo in records:
        files = [upload.name for upload in record.uploads]
        status = phrases.say("can_undo") if can_undo else phrases.word("import_status", record.status)
        table.add_row(record.id, f"{record.created_at:%Y-%m-%d %H:%M}", _short(files), _short(record.symbols), status)
    console.print(table)
    console.print(Text(phrases.say("undo_hint")))


def undo_import(wanted: str | None, as_json: bool) -> None:
    """`wanted` None: the newest that can be undone."""

    async def undo(data: DataEngineeringContainer) -> ImportRecord:
        return await data.undo_import(_chosen(data, wanted))

    record = with_data(undo)
    if as_json:
        print_json(_as_json(record))
        return
    phrases = cli_phrases("data")
    files, symbols = _short([upload.name for upload in record.uploads]), _short(record.symbols)
    Console().print(Text(phrases.say("undone", files=files, symbols=symbols)))


def _chosen(data: DataEngineeringContainer, wanted: str | None) -> ImportRecord:
    staging = data.staging()
    records = staging.all(LOCAL_OWNER_ID)
    if wanted is None:
        newest = next((record for record in records if staging.can_undo(record)), None)
        if newest is None:
            raise ImportClosed("market_data.import_nothing_to_undo")
        return newest
    found = [record for record in records if record.id.startswith(wanted)]
    if len(found) != 1:
        raise UnknownImport("market_data.import_unknown", id=wanted[:40])
    return found[0]


def _as_json(record: ImportRecord) -> dict[str, object]:
    fields = record.model_dump(mode="json", include={"id", "status", "created_at", "symbols", "stored"})
    return fields | {"files": [upload.name for upload in record.uploads]}


def _short(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" +{more}" if more > 0 else "")
