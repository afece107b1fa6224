"""The certificates that servers are checked against, read once: for each client anew it takes longer than a call."""

import ssl
from functools import cache


@cache
def trusted_certificates() -> ssl.SSLContext:
    """For the `verify` of every client; the same as each would read for itself, with the environment's own."""
    from httpx2 import create_ssl_context  # loaded when the first question is asked

    return create_ssl_context()
