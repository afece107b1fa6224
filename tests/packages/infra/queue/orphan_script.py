"""A process with a numeric pool at work, for a test that kills it: prints the child's process id."""

import asyncio
import sys

from packages.infra.queue.numeric_pool import NumericPool
from tests.packages.infra.queue.numeric_functions import until_stopped


class _Printed:
    async def report(self, fraction: float, message: str = "") -> None:
        sys.stdout.write(f"{message}\n")
        sys.stdout.flush()


async def main(file: str) -> None:
    async with NumericPool(1).running() as pool:
        await pool.run(until_stopped, {"file": file}, _Printed())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
