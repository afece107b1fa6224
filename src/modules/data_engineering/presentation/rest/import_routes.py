"""Imports over HTTP: send files, see what they hold, answer, confirm, undo."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException

from packages.domain.market_data.errors import BadRows, TooMuchToImport
from packages.infra.http import Caller
from src.modules.data_engineering.infrastructure.imports.record import ImportRecord, ImportStatus
from src.modules.data_engineering.infrastructure.imports.service import DataImports
from src.modules.data_engineering.presentation.rest.import_views import (
    DataImportOut,
    ImportAnswers,
    ImportList,
    ImportSummaryOut,
)

router = APIRouter(prefix="/data/imports", tags=["data"])

# The form is read by hand: FastAPI would read all of it before it knows who is calling.
_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {"files": {"type": "array", "items": {"type": "string", "format": "binary"}}},
                }
            }
        },
    }
}


def _imports(request: Request) -> DataImports:
    imports: DataImports = request.app.state.imports
    return imports


Imports = Annotated[DataImports, Depends(_imports)]


@router.post("", status_code=201, openapi_extra=_FORM)
async def start_import(request: Request, imports: Imports, caller: Caller) -> DataImportOut:
    """One or many files (CSV, TSV, Parquet, JSON, XLSX, ZIP) in the field `files`. Nothing is stored: the answer says
    what they hold, what was guessed and why, and what has to be answered before."""
    most = imports.limits.import_max_files
    try:
        async with request.form(max_files=most + 1, max_fields=20) as form:
            sent = [part for part in form.getlist("files") if isinstance(part, UploadFile)]
            uploads = [(part.filename or "file", part.file) for part in sent]
            return _shown(imports, await imports.stage(caller.id, uploads))
    except (MultiPartException, HTTPException) as error:
        if "Too many files" in str(error):
            raise TooMuchToImport("market_data.import_too_many_files", most=most) from error
        raise BadRows("market_data.import_bad_form") from error


@router.get("")
async def list_imports(imports: Imports, caller: Caller) -> ImportList:
    """Newest first; those of the terminal too, for the owner of this machine."""
    found = await imports.page(caller.id)
    return ImportList(imports=[ImportSummaryOut.of(one, can_undo=imports.can_undo(one)) for one in found])


@router.get("/{import_id}")
async def get_import(import_id: str, imports: Imports, caller: Caller) -> DataImportOut:
    return _shown(imports, await imports.find(caller.id, import_id))


@router.patch("/{import_id}")
async def answer_import(import_id: str, body: ImportAnswers, imports: Imports, caller: Caller) -> DataImportOut:
    """The files are looked at again with these answers beside the earlier ones; nothing is stored."""
    return _shown(imports, await imports.answer(caller.id, import_id, body.answers))


@router.post("/{import_id}/confirm", responses={202: {"model": DataImportOut}})
async def confirm_import(
    import_id: str, response: Response, imports: Imports, caller: Caller, body: ImportAnswers | None = None
) -> DataImportOut:
    """Stores what was looked at; 400 with the questions while one is open. 202: the job `job_id` is still at it. A
    second confirmation is the first one."""
    record = await imports.confirm(caller.id, import_id, body.answers if body is not None else None)
    if record.status is ImportStatus.STORING:
        response.status_code = 202
    return _shown(imports, record)


@router.post("/{import_id}/undo")
async def undo_import(import_id: str, imports: Imports, caller: Caller) -> DataImportOut:
    """Takes the whole import back: what it stored goes, what it replaced is there again. 409 where others have changed
    the same instruments since."""
    return _shown(imports, await imports.undo(caller.id, import_id))


@router.delete("/{import_id}", status_code=204)
async def cancel_import(import_id: str, imports: Imports, caller: Caller) -> None:
    """Before it is confirmed."""
    await imports.cancel(caller.id, import_id)


def _shown(imports: DataImports, record: ImportRecord) -> DataImportOut:
    return DataImportOut.of(record, can_undo=imports.can_undo(record))
