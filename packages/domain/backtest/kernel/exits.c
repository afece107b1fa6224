/* Getting out: who may leave, at which price a guard is met, and the trade that is written down. */
#include "arrays.h"

/* Whether settlement and the day's limits let a position go. */
static int may_leave(const Arrays *d, int64_t at, int64_t bar, double price) {
#if SCALES
    if (d->lots) return can_trade(d, at, bar, price, position_of(d, at)[QTY] < 0) && leaving_of(d, at, bar, INFINITY) > 0;
#endif
    if (position_of(d, at)[QTY] < 0) return can_trade(d, at, bar, price, 1);
    int64_t free_from = note_of(d, at)[SINCE_SESSION] + (int64_t)d->terms[SETTLEMENT];
    return d->session[bar] >= free_from && can_trade(d, at, bar, price, 0);
}

/* The furthest prices from the entry bar to the exit bar, and how many own bars that were. */
static void extremes(const Arrays *d, int64_t at, int64_t first, int64_t last, double sign, double *row) {
    double high = row[ENTRY_PRICE], low = row[ENTRY_PRICE];
    int64_t bars = 0;
    for (int64_t i = cell(d, at, first); i <= cell(d, at, last); i++) {
        if (isnan(d->close[i])) continue;
        if (d->high[i] > high) high = d->high[i];
        if (d->low[i] < low) low = d->low[i];
        bars++;
    }
    row[BEST] = sign > 0 ? high : low;
    row[WORST] = sign > 0 ? low : high;
    row[BARS] = (double)bars;
}

static void write_trade(
    const Arrays *d, int64_t at, int64_t bar, double price, int64_t reason, int64_t rule, int64_t decided, double sign
) {
    const double *position = position_of(d, at);
    const int64_t *note = note_of(d, at);
    double *row = d->trades + (int64_t)d->account[CLOSED] * WIDTH, quantity = fabs(position[QTY]);
    row[TICKER] = (double)at;
    row[DIRECTION] = sign;
    row[SIGNAL_BAR] = (double)note[SIGNALLED];
    row[ENTRY_BAR] = (double)note[ENTERED];
    row[DECIDED_BAR] = (double)decided;
    row[EXIT_BAR] = (double)bar;
    row[QUANTITY] = quantity;
    row[ENTRY_PRICE] = position[PRICE];
    row[EXIT_PRICE] = price;
    row[REASON] = (double)reason;
    row[RULE] = (double)rule;
    row[COSTS] = position[PAID];
    row[DIVIDENDS] = position[RECEIVED];
    row[PROFIT] = sign * quantity * (price - position[PRICE]) - position[PAID] + position[RECEIVED];
    extremes(d, at, note[ENTERED], bar, sign, row);
}

#if SCALES
static void leave_lots(
    const Arrays *d, int64_t at, int64_t bar, double price, int takes, int64_t reason, int64_t rule, int64_t decided
);
#endif

/* Closes a position and writes the trade down; ruin costs nothing more. */
static void leave(
    const Arrays *d, int64_t at, int64_t bar, double price, int takes, int64_t reason, int64_t rule, int64_t decided
) {
    double *position = position_of(d, at), quantity = fabs(position[QTY]), sign = position[QTY] > 0 ? 1.0 : -1.0;
    int64_t *note = note_of(d, at);
#if SCALES
    if (d->lots) {
        leave_lots(d, at, bar, price, takes, reason, rule, decided);
        return;
    }
#endif
    if (takes) price = taken(d, at, bar, price, quantity, sign < 0);
    double costs = reason == RUIN ? 0.0 : costs_of(d, bar, price, quantity, sign < 0);
    d->account[MONEY] += sign * quantity * price - costs;
    position[PAID] += costs;
    if (d->account[CLOSED] < (double)d->trade_room) write_trade(d, at, bar, price, reason, rule, decided, sign);
    d->account[CLOSED] += 1;
    d->account[HELD] -= 1;
    if (note[LEAVE] != STAYS) d->account[LEAVING] -= 1;
    position[QTY] = 0.0;
    note[LEAVE] = STAYS;
}

/* By the stop, or by the trail where that was nearer. */
static void stop_out(const Arrays *d, int64_t at, int64_t bar, double price) {
    const int64_t *plan = plan_of(d, note_of(d, at)[SIDE]);
    int trails = position_of(d, at)[LEVEL] != position_of(d, at)[STOP_AT];
    leave(d, at, bar, price, 1, trails ? TRAILING_STOP : STOP_LOSS, plan[trails ? TRAIL_RULE : STOP_RULE], bar);
}

/* A guard is met: the open first, then the stop, then the target. */
static void met(const Arrays *d, int64_t at, int64_t bar, double sign, double worst) {
    const double *position = position_of(d, at);
    double opened = d->open[cell(d, at, bar)], level = position[LEVEL], target = position[TARGET_AT];
    int gapped = sign * opened <= sign * level, beyond = sign * opened >= sign * target;
    if (gapped || (!beyond && sign * worst <= sign * level)) {
        double price = gapped ? opened : level;
        if (may_leave(d, at, bar, price)) stop_out(d, at, bar, price);
        return;
    }
    double price = beyond ? opened : target;
    if (may_leave(d, at, bar, price))
        leave(d, at, bar, price, 0, TAKE_PROFIT, plan_of(d, note_of(d, at)[SIDE])[TARGET_RULE], bar);
}

#if SCALES
#include "parting.c"
#endif

/* Stops and targets of every position. */
static void guards(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; at < d->instruments; at++) {
#if SCALES
        if (d->lots) {
            if (position_of(d, at)[QTY] != 0) guard_lots(d, at, bar);
            continue;
        }
#endif
        const double *position = position_of(d, at);
        double high = d->high[cell(d, at, bar)], low = d->low[cell(d, at, bar)];
        if (position[QTY] > 0) {
            if (low <= position[LEVEL] || high >= position[TARGET_AT]) met(d, at, bar, 1.0, low);
        } else if (position[QTY] < 0) {
            if (high >= position[LEVEL] || low <= position[TARGET_AT]) met(d, at, bar, -1.0, high);
        }
    }
}
