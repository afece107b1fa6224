"""What the API says of itself, to people, to tools and to language models."""

import re

import httpx
import jsonschema  # type: ignore[import-untyped]
from fastapi import FastAPI

from apps.api.main import create_app
from apps.api.routes.reference.description import operations
from apps.api.routes.reference.page import reference_page
from packages.contracts.tool_grants import ToolDomain


def test_every_example_of_a_body_is_one_that_its_schema_takes() -> None:
    described = create_app().openapi()
    bodies = [
        operation["requestBody"]["content"]["application/json"]
        for _, _, operation in operations(described)
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    ]
    assert len(bodies) > 30
    for body in bodies:
        jsonschema.validate(body["example"], {**body["schema"], "components": described["components"]})


def test_every_parameter_and_every_answer_has_an_example_that_its_schema_takes() -> None:
    described = create_app().openapi()
    told = [
        content
        for _, _, operation in operations(described)
        for content in (
            *operation.get("parameters", ()),
            *(content for answer in operation["responses"].values() for content in answer.get("content", {}).values()),
        )
    ]
    assert len(told) > 300
    for content in told:
        jsonschema.validate(content["example"], {**content["schema"], "components": described["components"]})


def test_every_answer_has_a_type() -> None:
    for path, method, operation in operations(create_app().openapi()):
        answers = [answer for status, answer in operation["responses"].items() if status in ("200", "201")]
        assert all(answer.get("content") for answer in answers), (method, path)


def test_every_name_in_the_description_is_given_once() -> None:
    described = create_app().openapi()
    names = [operation["operationId"] for _, _, operation in operations(described)]
    assert len(names) == len(set(names))
    assert not [name for name in described["components"]["schemas"] if not re.fullmatch(r"[A-Za-z0-9]+", name)]


def test_every_request_says_how_one_signs_in() -> None:
    described = create_app().openapi()
    assert set(described["components"]["securitySchemes"]) == {"bearer"}
    for path, method, operation in operations(described):
        assert operation["security"] in ([], [{"bearer": []}]), (method, path)


def test_a_hostile_description_stays_text_on_the_page() -> None:
    app = FastAPI()

    @app.get("/x", tags=["<script>"], summary="<img src=x>")
    async def x(q: str = "<b>") -> dict[str, str]:
        """`code` & <script>alert(1)</script>"""
        return {}

    described = app.openapi()
    for _, _, operation in operations(described):
        operation |= {"security": [], "x-token-scope": "read"}
    page = reference_page(described)
    assert "<script" not in page
    assert "<img" not in page


async def test_the_reference_is_read_without_a_network(client: httpx.AsyncClient) -> None:
    page = await client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "/api/v1/coordinator/research" in page.text
    loaded = re.findall(r"(?:src|href)=\"([^\"#][^\"]*)\"", page.text)
    assert loaded
    for address in set(loaded):
        assert (await client.get(address)).status_code == 200, address


async def test_every_anchor_of_the_reference_leads_somewhere(client: httpx.AsyncClient) -> None:
    page = (await client.get("/docs")).text
    anchors = set(re.findall(r'href="#([^"]+)"', page))
    assert anchors <= set(re.findall(r'id="([^"]+)"', page))


async def test_language_models_find_every_tool_server(client: httpx.AsyncClient) -> None:
    text = await client.get("/llms.txt")
    assert text.headers["content-type"].startswith("text/plain")
    assert all(f"/mcp/{domain.value}" in text.text for domain in ToolDomain)


async def test_a_tool_client_learns_how_its_server_is_protected(client: httpx.AsyncClient) -> None:
    for place in ("", "/mcp/research"):
        told = (await client.get(f"/.well-known/oauth-protected-resource{place}")).json()
        assert told["bearer_methods_supported"] == ["header"]
        assert told["scopes_supported"] == ["read", "write", "trade:paper"]
    assert (await client.get("/.well-known/oauth-protected-resource/mcp/nothing")).status_code in (400, 404)
