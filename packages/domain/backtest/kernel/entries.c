/* Orders at work: market orders at the open, and limit and stop orders that wait for their price. */
#include "arrays.h"

#if SCALES
/* Parts that are to leave, then further units, both in the order of the tickers. */
static void scale_at_the_open(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; at < d->instruments; at++)
        if (position_of(d, at)[QTY] != 0 && note_of(d, at)[LEAVE] == STAYS && position_of(d, at)[PARTING] > 0)
            part_at_the_open(d, at, bar);
    for (int64_t at = 0; at < d->instruments; at++) {
        int side = (int)note_of(d, at)[SIDE];
        double price = d->open[cell(d, at, bar)];
        if (position_of(d, at)[QTY] == 0 || order_of(d, at, side)[STATE] != MARKET) continue;
        order_of(d, at, side)[STATE] = 0.0;
        if (isnan(price) || !can_trade(d, at, bar, price, side == 0)) d->account[REFUSED] += 1;
        else if (!add_unit(d, at, side, bar, price, 1)) d->account[SMALL] += 1;
    }
}
#endif

/* Those who are to leave, then those who are to enter. */
static void at_the_open(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; d->account[LEAVING] > 0 && at < d->instruments; at++) {
        const int64_t *note = note_of(d, at);
        double price = d->open[cell(d, at, bar)];
        if (position_of(d, at)[QTY] == 0 || note[LEAVE] == STAYS || isnan(price)) continue;
        if (may_leave(d, at, bar, price)) leave(d, at, bar, price, 1, note[LEAVE], note[LEAVE_RULE], note[LEAVE_BAR]);
    }
#if SCALES
    if (d->lots) scale_at_the_open(d, bar);
#endif
    for (int64_t place = 0; place < (int64_t)d->account[QUEUED]; place++) {
        int64_t at = d->queue[place] / 2;
        int side = (int)(d->queue[place] % 2);
        double price = d->open[cell(d, at, bar)];
        int full = position_of(d, at)[QTY] != 0 || d->account[HELD] >= d->terms[PLACES];
        order_of(d, at, side)[STATE] = 0.0;
        if (isnan(price) || full || !can_trade(d, at, bar, price, side == 0)) d->account[REFUSED] += 1;
        else if (!enter(d, at, side, bar, price, 1)) d->account[SMALL] += 1;
    }
    d->account[QUEUED] = 0;
}

/* The price at which an order fills on this bar, NaN if it does not. */
static double met_at(const Arrays *d, const double *order, int64_t at, int64_t bar, int side) {
    double opened = d->open[cell(d, at, bar)], price = order[AT];
    if ((order[STATE] == LIMIT) == (side == 0)) { /* it waits below the market */
        if (opened <= price) return opened;
        return d->low[cell(d, at, bar)] <= price ? price : NAN;
    }
    if (opened >= price) return opened;
    return d->high[cell(d, at, bar)] >= price ? price : NAN;
}

/* How far from the open an order is met, infinity if it is not. */
static double reach(const Arrays *d, int64_t at, int64_t bar, int side) {
    const double *order = order_of(d, at, side);
    double price = order[STATE] == 0 ? NAN : met_at(d, order, at, bar, side);
    return isnan(price) ? INFINITY : fabs(price - d->open[cell(d, at, bar)]);
}

static int fill_resting(const Arrays *d, int64_t at, int64_t bar, int side) {
    const double *order = order_of(d, at, side);
    if (order[STATE] == 0) return 0;
    double price = met_at(d, order, at, bar, side);
    if (isnan(price) || !can_trade(d, at, bar, price, side == 0)) return 0;
#if SCALES
    if (position_of(d, at)[QTY] != 0) return add_unit(d, at, side, bar, price, order[STATE] == STOP);
#endif
    return enter(d, at, side, bar, price, order[STATE] == STOP);
}

/* The side that fills: the nearer one to the open if it can, or else the other; -1 if none does. */
static int filled_side(const Arrays *d, int64_t at, int64_t bar) {
#if SCALES
    if (d->lots && position_of(d, at)[QTY] != 0) {
        int own = (int)note_of(d, at)[SIDE];
        return note_of(d, at)[LEAVE] == STAYS && fill_resting(d, at, bar, own) ? own : -1;
    }
#endif
    if (position_of(d, at)[QTY] != 0 || d->account[HELD] >= d->terms[PLACES]) return -1;
    int first = reach(d, at, bar, 1) < reach(d, at, bar, 0);
    if (fill_resting(d, at, bar, first)) return first;
    return fill_resting(d, at, bar, !first) ? !first : -1;
}

/* A fill ends both orders of an instrument; otherwise each has a bar less to live. */
static void pass_bar(const Arrays *d, int64_t at, int filled) {
    for (int side = 0; side < 2; side++) {
        double *order = order_of(d, at, side);
        if (order[STATE] == 0) continue;
        order[LEFT] -= 1;
        if (filled < 0 && order[LEFT] > 0) continue;
        order[STATE] = 0.0;
        d->account[RESTING] -= 1;
        if (filled != side) d->account[LAPSED] += 1;
    }
}

/* On the bar of an intrabar fill only the stop is live, at its own price. */
static void fresh_stop(const Arrays *d, int64_t at, int64_t bar) {
    double quantity = position_of(d, at)[QTY], level = position_of(d, at)[LEVEL];
    int touched = quantity > 0 ? d->low[cell(d, at, bar)] <= level : d->high[cell(d, at, bar)] >= level;
    if (touched && may_leave(d, at, bar, level)) stop_out(d, at, bar, level);
}

/* In the order of the tickers; one that cannot be filled keeps resting until it has seen its last bar. */
static void resting(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; at < d->instruments; at++) {
        if (isnan(d->open[cell(d, at, bar)])) continue;
        if (order_of(d, at, 0)[STATE] == 0 && order_of(d, at, 1)[STATE] == 0) continue;
        int side = filled_side(d, at, bar);
        pass_bar(d, at, side);
        if (side >= 0) {
            note_of(d, at)[FRESH] = bar;
            fresh_stop(d, at, bar);
        }
    }
}
