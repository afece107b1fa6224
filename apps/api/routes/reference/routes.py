"""`/docs` for people, `/llms.txt` for language models, and where a tool client learns how to sign in."""

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from apps.api.routes.reference.page import reference_page
from packages.contracts.tool_grants import ToolDomain
from packages.domain.accounts.personal_tokens import TokenScope
from packages.settings.load import Settings

router = APIRouter(include_in_schema=False)
_STYLE = Path(__file__).with_name("style.css")
# Where tools look for the description of an API that they know nothing about.
_USUAL_SCHEMA = "/openapi.json"
_ABOUT = """\
# Parley

> An AI investment desk that argues before it trades: five research experts, a bull and a bear, a verdict; and from an
> idea in words to a strategy that is backtested, stress tested and deployed, on paper first.

Every number in a report carries the id of the data row that it came from. A failure is shown as a failure, and what was
not measured is not written.

## API

- [OpenAPI description]({base}/openapi.json)
- [Reference]({base}/docs)
- Sign in: `Authorization: Bearer <token>`, a personal access token (`pat_…`) from Settings, with the scopes {scopes}.

## Tools (MCP, streamable HTTP)

- all tools, for programs: {base}/mcp (`?toolsets=research,backtest`, `?tools=…`, `?read_only=1`; a few and a search for
  the rest unless you choose)
{servers}

## Chat (AG-UI)

- {base}/api/v1/ag-ui
"""


@router.get("/docs")
async def reference(request: Request) -> HTMLResponse:
    return HTMLResponse(reference_page(request.app.openapi()))


@router.get("/docs/style.css")
async def reference_style() -> Response:
    return Response(_STYLE.read_text("utf-8"), media_type="text/css")


@router.get(_USUAL_SCHEMA)
async def usual_description(request: Request) -> JSONResponse:
    return JSONResponse(request.app.openapi())


@router.get("/llms.txt")
async def for_language_models(request: Request) -> PlainTextResponse:
    base = _base_url(request)
    servers = "\n".join(f"- {domain.value}: {base}/mcp/{domain.value}" for domain in ToolDomain)
    return PlainTextResponse(_ABOUT.format(base=base, scopes=", ".join(TokenScope), servers=servers))


@router.get("/.well-known/oauth-protected-resource")
@router.get("/.well-known/oauth-protected-resource/mcp")
@router.get("/.well-known/oauth-protected-resource/mcp/{domain}")
async def protected_resource(request: Request, domain: ToolDomain | None = None) -> JSONResponse:
    """Tokens are made in the settings of this desk; no authorization server hands them out."""
    place = "/mcp" if domain is None else f"/mcp/{domain.value}"
    return JSONResponse(
        {
            "resource": f"{_base_url(request)}{place}",
            "resource_name": "Parley",
            "scopes_supported": [scope.value for scope in TokenScope],
            "bearer_methods_supported": ["header"],
            "resource_documentation": f"{_base_url(request)}/docs#tokens",
        }
    )


def _base_url(request: Request) -> str:
    settings: Settings = request.app.state.settings
    return settings.server.base_url
