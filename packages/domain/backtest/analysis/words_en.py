"""What the desk says in English about a backtest."""

from collections.abc import Mapping

PHRASES: Mapping[str, str] = {
    "result": "From {first} to {last}, over {bars}, {cash} became {final}: {total} in all.",
    "result_yearly": "From {first} to {last}, over {bars}, {cash} became {final}: {total} in all, {yearly} a year.",
    "ruined": "On {day} the equity was gone: everything was closed and trading ended.",
    "ahead": (
        "Buying everything in equal parts and holding it, without costs, gave {held}, {gap} percentage points less."
    ),
    "behind": (
        "Buying everything in equal parts and holding it, without costs, gave {held}, {gap} percentage points more."
    ),
    "level": "Buying everything in equal parts and holding it, without costs, gave as much: {held}.",
    "worst_back": (
        "The worst time began on {peak}: by {trough} the equity stood {depth} below its peak; it was back on {back}."
    ),
    "worst_open": (
        "The worst time began on {peak}: by {trough} the equity stood {depth} below its peak, "
        "and it had not come back by the end."
    ),
    "no_fall": "The equity never closed below an earlier close.",
    "trades": (
        "It closed {trades}, of which {wins} won; the mean one gave {mean} over {bars}. "
        "Something was held on {exposure} of the bars."
    ),
    "trades_yearly": (
        "It closed {trades}, {rate} a year, of which {wins} won; the mean one gave {mean} over {bars}. "
        "Something was held on {exposure} of the bars."
    ),
    "none_closed": "No position was closed, so there is no win rate yet.",
    "costs": "Commissions and duties of the closed trades took {costs}, which is {share} of the money at the start.",
    "no_costs": "The closed trades paid no commissions and no duties.",
    "sharpe_luck": (
        "The Sharpe ratio is {value}, with {level} confidence between {low} and {high}: "
        "the range includes 0, so the result cannot be told from luck."
    ),
    "sharpe_above": (
        "The Sharpe ratio is {value}, with {level} confidence between {low} and {high}: "
        "the range lies above 0, in this one stretch of the past."
    ),
    "sharpe_below": (
        "The Sharpe ratio is {value}, with {level} confidence between {low} and {high}: the whole range lies below 0."
    ),
    "no_sharpe": "The equity did not move enough to measure a Sharpe ratio.",
    "few": "Fewer than {fewest} trades are too few to judge by.",
    "short": "Less than a year of bars is too short to judge by.",
    "few_and_short": "Fewer than {fewest} trades in less than a year of bars are too little to judge by.",
    "open": "{positions} open at the end: in the equity at the last close, but not among the trades.",
    "no_trades": "There was no trade from {first} to {last}, over {bars}: {cash} stayed {final}.",
    "no_orders": (
        "The entry condition was never true when an order could be placed: "
        "try a looser threshold, fewer conditions at once, or a longer history."
    ),
    "orders_too_small": (
        "Orders were placed, but the money was too little for the smallest lot: try more cash, or a larger size."
    ),
    "orders_not_filled": (
        "Orders were placed, but none was filled: try a market order, a smaller offset, or more bars of validity."
    ),
    "nothing_measured": "Without trades there is no win rate, and nothing to say about luck.",
    "trade_one": "1 trade",
    "trade_many": "{count} trades",
    "position_one": "1 position was",
    "position_many": "{count} positions were",
    "bar_one": "1 {timeframe} bar",
    "bar_many": "{count} {timeframe} bars",
    "length": "{count} bars",
    "day": "{day} {month} {year}",
    "minute": "{day} {month} {year}, {time}",
}
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
