"""The page is served with a strict policy, and its own addresses all lead to it."""

from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from apps.api.routes.page import DIST, PageNotBuilt, StaticPage


@pytest.mark.parametrize("path", ["/", "/chat", "/research", "/strategies/some-id", "/sign-in"])
async def test_every_address_of_the_page_leads_to_it(client: httpx.AsyncClient, path: str) -> None:
    response = await client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(("path", "page"), [("/", "HomePage"), ("/chat/some-id", "ChatPage"), ("/data", "DataPage")])
async def test_an_address_names_the_scripts_it_will_need_the_frame_first(
    client: httpx.AsyncClient, path: str, page: str
) -> None:
    links = (await client.get(path)).headers["link"].split(", ")
    files = [link.removesuffix(">; rel=modulepreload").removeprefix("</assets/") for link in links]
    assert all((DIST / "assets" / file).is_file() for file in files)
    named = [file.partition("-")[0] for file in files]
    assert len(set(files)) == len(files)
    assert named.index("frame") < named.index(page) == len(named) - 1


@pytest.mark.parametrize("path", ["/nowhere", "/sign-in", "/assets", "/favicon.svg"])
async def test_other_addresses_name_none(client: httpx.AsyncClient, path: str) -> None:
    assert "link" not in (await client.get(path)).headers


async def test_scripts_are_cached_for_ever_because_their_names_change(client: httpx.AsyncClient) -> None:
    script = next((DIST / "assets").glob("*.js")).name
    response = await client.get(f"/assets/{script}")
    assert response.status_code == 200
    assert "immutable" in response.headers["cache-control"]


async def test_the_policy_lets_in_nothing_foreign_and_nothing_inline(client: httpx.AsyncClient) -> None:
    for path in ("/", "/api/v1/about", "/api/v1/nothing"):
        policy = (await client.get(path)).headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        for loose in ("unsafe-inline", "unsafe-eval", "http:", "https:", "*"):
            assert loose not in policy


async def test_what_the_api_says_is_not_kept_by_caches(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/auth/me")).headers["cache-control"] == "no-store"


async def test_the_description_of_the_api_is_where_tools_look_for_it(client: httpx.AsyncClient) -> None:
    usual, own = await client.get("/openapi.json"), await client.get("/api/openapi.json")
    assert usual.headers["content-type"] == "application/json"
    assert usual.json() == own.json()


async def test_a_page_that_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    bare = Starlette(routes=[Mount("/", StaticPage(tmp_path))])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(bare), base_url="http://x") as client:
        with pytest.raises(PageNotBuilt, match="make web"):
            await client.get("/")


@pytest.mark.parametrize(
    "path", ["/.well-known/anything", "/.well-known/openid-configuration", "/robots.txt", "/docs/x"]
)
async def test_what_programs_look_for_and_nobody_serves_is_not_found(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404
