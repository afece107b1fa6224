"""How a failing expert is told over HTTP: a bad request 400, an unusable model 422, anything else 500."""

from packages.core.errors import Conflict, Invalid, NotFound, Unavailable, Unusable
from packages.infra.http.failing_route import failing_by

# A symbol without data, and data too thin to say anything by, are mended by asking otherwise: bad requests both.
ResearchRoute = failing_by({Invalid: 400, NotFound: 400, Unusable: 422, Conflict: 500, Unavailable: 500})
