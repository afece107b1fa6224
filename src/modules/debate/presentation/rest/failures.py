"""How a failing debate is told over HTTP: a bad request 400, anything else 500."""

from packages.core.errors import Conflict, Invalid, NotFound, Unavailable, Unusable
from packages.infra.http.failing_route import failing_by

DebateRoute = failing_by({Invalid: 400, NotFound: 500, Conflict: 500, Unavailable: 500, Unusable: 500})
