"""How long a record waits for company: a transaction for one line costs almost as much as one for a hundred."""

import asyncio

LINGER_SECONDS = 0.05


async def hurried(hurry: asyncio.Event) -> None:
    """Returns when somebody waits for the record, or when it has waited long enough."""
    if not hurry.is_set():
        loop = asyncio.get_running_loop()
        late = loop.call_later(LINGER_SECONDS, hurry.set)
        await hurry.wait()
        late.cancel()
    hurry.clear()
