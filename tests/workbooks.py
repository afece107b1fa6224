"""Small Excel workbooks, written by hand as Excel would."""

import io
from collections.abc import Mapping, Sequence
from zipfile import ZIP_DEFLATED, ZipFile

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def workbook(sheets: Mapping[str, Sequence[Sequence[str | float]]], last: str | None = None) -> bytes:
    """Texts and numbers; `last` names a further cell far away."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as opened:
        names = list(sheets)
        listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(names, 1))
        links = "".join(
            f'<Relationship Id="r{n}" Type="{_LINK}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n in range(1, len(names) + 1)
        )
        book = f'<workbook xmlns="{_SHEET}" xmlns:r="{_LINK}"><sheets>{listed}</sheets></workbook>'
        opened.writestr("xl/workbook.xml", book)
        opened.writestr("xl/_rels/workbook.xml.rels", _links(links))
        root = f'<Relationship Id="r1" Type="{_LINK}/officeDocument" Target="xl/workbook.xml"/>'
        opened.writestr("_rels/.rels", _links(root))
        opened.writestr("[Content_Types].xml", f'<Types xmlns="{_PACKAGE}/content-types"/>')
        for n, rows in enumerate(sheets.values(), 1):
            opened.writestr(f"xl/worksheets/sheet{n}.xml", _sheet(rows, last))
    return made.getvalue()


def _links(inside: str) -> str:
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


def _sheet(rows: Sequence[Sequence[str | float]], last: str | None) -> str:
    written = "".join(f'<row r="{n}">{_cells(n, row)}</row>' for n, row in enumerate(rows, 1))
    if last is not None:
        written += f'<row r="{last.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}"><c r="{last}"><v>1</v></c></row>'
    return f'<worksheet xmlns="{_SHEET}"><sheetData>{written}</sheetData></worksheet>'


def _cells(number: int, row: Sequence[str | float]) -> str:
    return "".join(_cell(f"{chr(65 + place)}{number}", value) for place, value in enumerate(row))


def _cell(at: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'<c r="{at}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{at}"><v>{value}</v></c>'
