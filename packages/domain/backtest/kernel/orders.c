/* Decisions on the close: who is to leave, who may enter, and the orders that follow. */
#include "arrays.h"

static void say_leave(const Arrays *d, int64_t at, int64_t reason, int64_t rule, int64_t bar) {
    int64_t *note = note_of(d, at);
    note[LEAVE] = reason;
    note[LEAVE_RULE] = rule;
    note[LEAVE_BAR] = bar;
    d->account[LEAVING] += 1;
}

static void decide_exit(const Arrays *d, int64_t at, int64_t bar, uint8_t asked) {
    const int64_t *note = note_of(d, at), *plan = plan_of(d, note[SIDE]);
    if (note[LEAVE] != STAYS) return;
    if (asked & (LONG_EXIT << note[SIDE])) {
        int64_t own = own_bar(d, at, bar);
        const int64_t *exit = d->exits + 2 * plan[FIRST_EXIT];
        while (!truth_of(d, at, exit[0])[own]) exit += 2;
        say_leave(d, at, SIGNAL_EXIT, exit[1], bar);
    } else if (plan[TIME] >= 0 && (double)note[AGE] >= d->numbers[plan[TIME]]) {
        say_leave(d, at, TIME_EXIT, plan[TIME_RULE], bar);
    }
}

/* The directions that may be ordered: bits of long and short. */
static int64_t open_sides(const Arrays *d, int64_t at, uint8_t asked) {
    const int64_t *note = note_of(d, at);
    int64_t sides = asked & ENTRIES;
    if (order_of(d, at, 0)[STATE] != 0 || order_of(d, at, 1)[STATE] != 0) return 0;
    if (position_of(d, at)[QTY] != 0) return note[LEAVE] == STAYS ? 0 : sides & (2 >> note[SIDE]);
    int rests = plan_of(d, 0)[ORDER] != MARKET && plan_of(d, 1)[ORDER] != MARKET;
    return sides == ENTRIES && !rests ? 0 : sides;
}

/* The average true range that a distance needs (0 when it is not known yet), or 1 if it needs none. */
static double range_for(const Arrays *d, int64_t at, int64_t bar, const int64_t *plan, int unit) {
    if (plan[unit] != ATR) return 1.0;
    double known = value_at(d, plan[unit + 1], at, bar);
    return known > 0 ? known : 0.0;
}

/* Where an order waits for its price. Out of line, because orders at the market run quicker without it in their way. */
__attribute__((noinline)) static double waits_at(
    const Arrays *d, const int64_t *plan, int side, int64_t at, int64_t bar, double range
) {
    double close = d->close[cell(d, at, bar)];
    if (plan[LEVEL_STEPS] > 0) return worked_out(d, at, own_bar(d, at, bar), plan[LEVEL_STEP], plan[LEVEL_STEPS]);
    double far = distance(plan[OFFSET_UNIT], d->numbers[plan[OFFSET]], close, range);
    return (plan[ORDER] == LIMIT) == (side == 0) ? close - far : close + far;
}

/* Notes what an order needs to know of this bar. One that needs what is not known yet, or would wait for a price that is
   not above 0, is none. */
static inline int prepared(const Arrays *d, int64_t at, int64_t bar, const int64_t *plan, int side) {
    double *order = order_of(d, at, side);
    order[ATR_OFFSET] = range_for(d, at, bar, plan, OFFSET_UNIT);
    order[ATR_STOP] = range_for(d, at, bar, plan, STOP_UNIT);
    order[ATR_TARGET] = range_for(d, at, bar, plan, TARGET_UNIT);
    order[ATR_TRAIL] = range_for(d, at, bar, plan, TRAIL_UNIT);
    order[DEVIATION] = plan[SIZING] == BY_VOLATILITY ? value_at(d, plan[SIZE_SLOT], at, bar) : 1.0;
    int known = order[ATR_OFFSET] > 0 && order[ATR_STOP] > 0 && order[ATR_TARGET] > 0 && order[ATR_TRAIL] > 0;
    if (!known || !(order[DEVIATION] > 0)) return 0;
#if SCALES
    if (d->lots && !part_ranges(d, at, bar, side)) return 0;
#endif
    if (plan[ORDER] == MARKET) return 1;
    order[AT] = waits_at(d, plan, side, at, bar, order[ATR_OFFSET]);
    return order[AT] > 0;
}

/* The directions of these for which an order is possible. */
static int64_t possible(const Arrays *d, int64_t at, int64_t bar, int64_t sides) {
    int64_t left = 0;
    for (int side = 0; side < 2; side++)
        if ((sides & (1 << side)) && prepared(d, at, bar, plan_of(d, side), side)) left |= 1 << side;
    return left;
}

/* Positions that stay, and instruments with orders at work. */
static int64_t places_taken(const Arrays *d) {
    int64_t places = 0;
    for (int64_t at = 0; at < d->instruments; at++) {
        int stays = position_of(d, at)[QTY] != 0 && note_of(d, at)[LEAVE] == STAYS;
        places += stays || order_of(d, at, 0)[STATE] != 0 || order_of(d, at, 1)[STATE] != 0;
    }
    return places;
}

/* Sorts those that want in, best first; equals keep the order of the tickers. */
static void rank_queue(const Arrays *d, int64_t bar, int64_t asked) {
    for (int64_t i = 0; i < asked; i++) {
        int64_t at = d->queue[i] / 4, own = own_bar(d, at, bar) - (int64_t)d->terms[RANKING_LAG];
        double value = own < 0 ? NAN : column_of(d, at, (int64_t)d->terms[RANKING])[own];
        d->rank[i] = isnan(value) ? -INFINITY : d->terms[DESCENDING] != 0 ? value : -value;
    }
    for (int64_t i = 1; i < asked; i++) {
        double value = d->rank[i];
        int64_t item = d->queue[i], j = i;
        for (; j > 0 && d->rank[j - 1] < value; j--) {
            d->rank[j] = d->rank[j - 1];
            d->queue[j] = d->queue[j - 1];
        }
        d->rank[j] = value;
        d->queue[j] = item;
    }
}

#if SCALES
/* The first part in the list that is asked for on this close, if it comes to anything; it is counted when it is decided. */
static int decide_part(const Arrays *d, int64_t at, int64_t bar) {
    int64_t *note = note_of(d, at), own = own_bar(d, at, bar);
    const int64_t *plan = plan_of(d, note[SIDE]);
    for (int64_t i = plan[FIRST_PART]; i < plan[FIRST_PART] + plan[PART_COUNT]; i++) {
        const int64_t *part = part_of(d, i);
        double *state = parted_of(d, at, i), quantity;
        if (part[PART_OP] < 0 || !truth_of(d, at, part[PART_OP])[own]) continue;
        if (state[PART_DONE] >= d->numbers[part[PART_TIMES]] || !((quantity = part_quantity(d, at, part)) > 0)) continue;
        position_of(d, at)[PARTING] = quantity;
        note[PARTING_RULE] = part[PART_RULE];
        note[PARTING_BAR] = bar;
        state[PART_DONE] += 1;
        return 1;
    }
    return 0;
}

/* Of a position that stays: a part that is to leave, or else a further unit. */
static void decide_scaling(const Arrays *d, int64_t at, int64_t bar, uint8_t asked) {
    const int64_t *note = note_of(d, at), *plan = plan_of(d, note[SIDE] + ADDING);
    int side = (int)note[SIDE];
    double *order = order_of(d, at, side);
    if (position_of(d, at)[PARTING] > 0) return;
    if ((asked & (LONG_PART << side)) && decide_part(d, at, bar)) return;
    if (!(asked & (LONG_ADD << side)) || order[STATE] != 0) return;
    if ((double)note[UNITS] >= d->numbers[plan[MOST_UNITS]] || (note[UNITS] + 1) * LOT_WIDTH > d->lots_wide) return;
    if (!prepared(d, at, bar, plan, side)) return;
    order[STATE] = (double)plan[ORDER];
    order[ORDERED] = (double)bar;
    d->account[PLACED] += 1;
    if (plan[ORDER] == MARKET) return;
    order[LEFT] = d->numbers[plan[VALID]];
    d->account[RESTING] += 1;
}
#endif

/* Places the orders of the first in the queue, which then holds the market orders of the next open. */
static void place_orders(const Arrays *d, int64_t bar, int64_t places) {
    int64_t queued = 0;
    for (int64_t i = 0; i < places; i++) {
        int64_t at = d->queue[i] / 4, sides = d->queue[i] % 4;
        for (int side = 0; side < 2; side++) {
            if (!(sides & (1 << side))) continue;
            const int64_t *plan = plan_of(d, side);
            double *order = order_of(d, at, side);
            order[STATE] = (double)plan[ORDER];
            order[ORDERED] = (double)bar;
            d->account[PLACED] += 1;
            if (plan[ORDER] == MARKET) {
                d->queue[queued++] = at * 2 + side;
                continue;
            }
            order[LEFT] = d->numbers[plan[VALID]];
            d->account[RESTING] += 1;
        }
    }
    d->account[QUEUED] = (double)queued;
}

/* Marks positions that are to leave, and queues those that may enter, best first: as many as there are places. */
static int64_t choose(const Arrays *d, int64_t bar) {
    int64_t asked = 0;
    if (d->live) weigh(d, bar);
    for (int64_t at = 0; at < d->instruments; at++) {
        uint8_t wants = d->signal[cell(d, at, bar)];
        if (position_of(d, at)[QTY] != 0) decide_exit(d, at, bar, wants);
#if SCALES
        if (d->lots && position_of(d, at)[QTY] != 0 && note_of(d, at)[LEAVE] == STAYS) decide_scaling(d, at, bar, wants);
#endif
        if (!(wants & ENTRIES) || (double)bar < d->terms[TRADE_FROM]) continue;
        int64_t sides = possible(d, at, bar, open_sides(d, at, wants));
        if (sides) d->queue[asked++] = at * 4 + sides;
    }
    if (!asked) return 0;
    int64_t places = (int64_t)d->terms[PLACES] - places_taken(d);
    if (asked > 1 && d->terms[RANKING] >= 0) rank_queue(d, bar, asked);
    return asked < places ? asked : places;
}

static void decide(const Arrays *d, int64_t bar) {
    int64_t chosen = choose(d, bar);
    if (chosen > 0) place_orders(d, bar, chosen);
}
