"""Requests to servers on this machine: `httpx.get` and its like read all certificates of the world for every one."""

from functools import cache

import httpx


@cache
def local() -> httpx.Client:
    """Each request has a connection of its own, as a server that is stopped or killed in between expects."""
    return httpx.Client(verify=False, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0))
