"""The page's API types are made from the server as it is."""

import json
from pathlib import Path

from apps.api.main import create_app

COMMITTED = Path(__file__).parents[3] / "apps/web/src/contracts/openapi.json"


def test_the_committed_description_is_that_of_the_server() -> None:
    assert json.loads(COMMITTED.read_text()) == create_app().openapi(), "run `make contracts`"


def test_every_operation_fails_in_the_one_shape_and_never_with_422() -> None:
    for path, operations in create_app().openapi()["paths"].items():
        for method, operation in operations.items():
            assert "422" not in operation["responses"], (method, path)
            assert operation["responses"]["default"]["content"]["application/json"]["schema"] == {
                "$ref": "#/components/schemas/ErrorBody"
            }
