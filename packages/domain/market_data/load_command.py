"""What to type to load an instrument, for the sentences that say that nothing is there."""

from packages.domain.market_data.symbols import Symbol


def load_command(*symbols: Symbol, options: str = "") -> str:
    """Demo companies come all at once; `options` are those of `parley data sync`."""
    synced = [str(symbol) for symbol in symbols if not symbol.is_demo]
    commands = [f"`{' '.join(('parley data sync', *synced, *options.split()))}`"] if synced else []
    if len(synced) < len(symbols):
        commands.append("`parley data demo` (all demo companies)")
    return " and ".join(commands)
