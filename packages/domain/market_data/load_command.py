"""What to type to load an instrument, for the sentences that say that nothing is there."""

from packages.core.messages import Message, message
from packages.domain.market_data.symbols import Symbol


def load_command(*symbols: Symbol, options: str = "") -> Message:
    """Demo companies come all at once; `options` are those of `parley data sync`."""
    synced = [str(symbol) for symbol in symbols if not symbol.is_demo]
    if not synced:
        return message("market_data.load_demo")
    command = " ".join(("parley data sync", *synced, *options.split()))
    return message(
        "market_data.load_command" if len(synced) == len(symbols) else "market_data.load_both", command=command
    )
