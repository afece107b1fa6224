"""Runs the example notebooks on the demo market and writes what their cells answered: `python -m release.notebooks`.

Each runs in a home of its own, which is gone afterwards. A cell keeps the plain text of its last expression.
"""

import ast
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


class Unfinished(Exception):
    """A cell raised; the message says which."""


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The same notebook with the outputs of this run."""
    space: dict[str, Any] = {"__name__": "__main__"}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            text = _answer("".join(cell["source"]), space)
            outputs = [] if text is None else [_output(number, text)]
            cell = {**cell, "execution_count": number, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _answer(source: str, space: dict[str, Any]) -> str | None:
    """The plain text of the last line, where it is an expression with a value."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    try:
        exec(compile(ast.Module(body, []), "cell", "exec"), space)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), space) if isinstance(last, ast.Expr) else None
    except Exception as error:
        raise Unfinished(f"{source}\n{error!r}") from error
    return None if value is None else repr(value)


def _output(number: int, text: str) -> dict[str, Any]:
    lines = text.splitlines(keepends=True)
    return {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": {"text/plain": lines}}


def main() -> None:
    for path in sorted(FOLDER.glob("*.ipynb")):
        with tempfile.TemporaryDirectory() as home:
            os.environ["PARLEY_HOME"] = home
            subprocess.run([sys.executable, "-m", "parley", "data", "demo"], check=True, capture_output=True)
            told = executed(json.loads(path.read_text("utf-8")))
        path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
        print(f"{path.name}: {sum(cell['cell_type'] == 'code' for cell in told['cells'])} cells")


if __name__ == "__main__":
    main()
