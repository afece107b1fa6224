/* The desk: all arrays that the kernel reads and writes, by name. Numbers in capitals come from layout.py. */
#ifndef PARLEY_DESK_H
#define PARLEY_DESK_H

#include <math.h>
#include <stdint.h>

#include "layout.h"

typedef struct {
    /* The market: a row an instrument; a rule that is not there is NULL. */
    const double *open, *high, *low, *close, *lower, *upper, *dividend, *volume, *volatility;
    const double *buy_duty, *sell_duty, *days, *lot, *step;
    const int64_t *session, *own, *counts;
    /* The strategy. */
    const int64_t *ops, *children, *exits, *plan, *rows, *columns;
    const double *numbers, *terms;
    /* What changes while bars pass, and what is written down (NULL when only the figures are wanted). */
    double *positions, *orders, *rank, *account, *equity, *cash, *exposure, *trades, *figures;
    int64_t *notes, *queue;
    uint8_t *truth, *signal;
    int64_t instruments, bars, op_count, trade_room;
} Desk;

static inline int64_t cell(const Desk *d, int64_t at, int64_t bar) { return at * d->bars + bar; }
static inline double *position_of(const Desk *d, int64_t at) { return d->positions + at * POSITION_WIDTH; }
static inline int64_t *note_of(const Desk *d, int64_t at) { return d->notes + at * NOTE_WIDTH; }
static inline double *order_of(const Desk *d, int64_t at, int side) { return d->orders + (2 * at + side) * ORDER_WIDTH; }
static inline const int64_t *plan_of(const Desk *d, int64_t side) { return d->plan + side * PLAN_WIDTH; }
static inline uint8_t *truth_of(const Desk *d, int64_t at, int64_t op) { return d->truth + (at * d->op_count + op) * d->bars; }

/* The place of a bar among the instrument's own, -1 where it has none. */
static inline int64_t own_bar(const Desk *d, int64_t at, int64_t bar) { return d->own ? d->own[cell(d, at, bar)] : bar; }

/* The column of a slot on the own bars of an instrument; `columns` holds addresses, a row of them an instrument. */
static inline const double *column_of(const Desk *d, int64_t at, int64_t slot) {
    return (const double *)(intptr_t)d->columns[at * (int64_t)d->terms[SOURCE_COUNT] + d->rows[slot]];
}

static inline double value_at(const Desk *d, int64_t slot, int64_t at, int64_t bar) {
    return column_of(d, at, slot)[own_bar(d, at, bar)];
}

#endif
