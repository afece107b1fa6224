"""The page: its built files, and `index.html` for every address that the page itself routes."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from apps.api.routes.page_preloads import preloads
from packages.core.errors import NotFound, Unavailable

DIST = Path(__file__).parents[2] / "web" / "dist"
_SERVER_PREFIXES = ("api/", "mcp/", "assets/", "docs/", ".well-known/")
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class UnknownRoute(NotFound):
    """Nothing is served at this address."""


class PageNotBuilt(Unavailable):
    """The page's files are missing."""


class StaticPage(StaticFiles):
    """Mounted last, so that it sees only what no route took."""

    def __init__(self, folder: Path = DIST) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # a missing folder is told as PageNotBuilt, not as a fault
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        _refuse_wrong_method(scope)
        if scope["method"] not in ("GET", "HEAD"):
            raise UnknownRoute("desk.unknown_route")
        if not (self._folder / "index.html").is_file():
            raise PageNotBuilt("desk.page_not_built")
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _is_of_the_page(path):
                raise UnknownRoute("desk.unknown_route") from error
            response = await super().get_response("index.html", scope)
        if response.headers.get("content-type", "").startswith("text/html") and (link := preloads(self._folder, path)):
            response.headers["link"] = link
        fresh = path.startswith("assets/")
        response.headers["cache-control"] = "public, max-age=31536000, immutable" if fresh else "no-cache"
        return response


def _is_of_the_page(path: str) -> bool:
    """The page routes every address but the server's own, and files at the top (`robots.txt`); `.` is the top."""
    is_file = "/" not in path and "." in path and path != "."
    return not is_file and not f"{path}/".startswith(_SERVER_PREFIXES)


def _refuse_wrong_method(scope: Scope) -> None:
    routes = [route for route in scope["app"].routes if not isinstance(route, Mount)]
    if any(route.matches(scope)[0] is Match.PARTIAL for route in routes):
        allowed = ", ".join(
            method
            for method in _METHODS
            if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in routes)
        )
        raise HTTPException(405, headers={"allow": allowed})
