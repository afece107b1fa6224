/* All arrays that the kernel reads and writes, by name, and how they are found in the table of addresses that Python
   hands over. Numbers in capitals come from layout.py. */
#ifndef PARLEY_ARRAYS_H
#define PARLEY_ARRAYS_H

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
    const int64_t *live, *program; /* NULL where no condition reads the account */
    const int64_t *parts;          /* and the two below: NULL where positions have one unit and leave whole */
    double *lots, *parted;
    /* What changes while bars pass, and what is written down (NULL when only the figures are wanted). */
    double *positions, *orders, *rank, *account, *equity, *cash, *exposure, *trades, *figures;
    int64_t *notes, *queue;
    uint8_t *truth, *signal;
    int64_t instruments, bars, op_count, trade_room, live_count, lots_wide, parted_wide;
} Arrays;

static inline int64_t cell(const Arrays *d, int64_t at, int64_t bar) { return at * d->bars + bar; }
static inline double *position_of(const Arrays *d, int64_t at) { return d->positions + at * POSITION_WIDTH; }
static inline int64_t *note_of(const Arrays *d, int64_t at) { return d->notes + at * NOTE_WIDTH; }
static inline double *order_of(const Arrays *d, int64_t at, int side) { return d->orders + (2 * at + side) * ORDER_WIDTH; }
static inline const int64_t *plan_of(const Arrays *d, int64_t side) { return d->plan + side * PLAN_WIDTH; }
static inline double *lot_of(const Arrays *d, int64_t at, int64_t unit) { return d->lots + at * d->lots_wide + unit * LOT_WIDTH; }
static inline const int64_t *part_of(const Arrays *d, int64_t part) { return d->parts + part * PART_WIDTH; }
static inline double *parted_of(const Arrays *d, int64_t at, int64_t part) { return d->parted + at * d->parted_wide + part * PARTED_WIDTH; }
static inline uint8_t *truth_of(const Arrays *d, int64_t at, int64_t op) { return d->truth + (at * d->op_count + op) * d->bars; }

/* Whether an operation reads the account, and so has its truth on bars of decisions only. */
static inline int is_live(const Arrays *d, int64_t op) { return d->ops[op * OP_WIDTH + OP] >= LIVE_COMPARE; }

/* The place of a bar among the instrument's own, -1 where it has none. */
static inline int64_t own_bar(const Arrays *d, int64_t at, int64_t bar) { return d->own ? d->own[cell(d, at, bar)] : bar; }

/* The column of a slot on the own bars of an instrument; `columns` holds addresses, a row of them an instrument. */
static inline const double *column_of(const Arrays *d, int64_t at, int64_t slot) {
    return (const double *)(intptr_t)d->columns[at * (int64_t)d->terms[SOURCE_COUNT] + d->rows[slot]];
}

static inline double value_at(const Arrays *d, int64_t slot, int64_t at, int64_t bar) {
    return column_of(d, at, slot)[own_bar(d, at, bar)];
}

/* An array by its place in the table: address, rows, columns; NULL when it has no rows. */
static void *array_at(const int64_t *table, int place) { return table[3 * place + 1] ? (void *)(intptr_t)table[3 * place] : 0; }

static Arrays arrays_of(const int64_t *table) {
    return (Arrays){
        .open = array_at(table, OPEN), .high = array_at(table, HIGH), .low = array_at(table, LOW),
        .close = array_at(table, CLOSE), .lower = array_at(table, LOWER), .upper = array_at(table, UPPER),
        .dividend = array_at(table, DIVIDEND), .volume = array_at(table, VOLUME),
        .volatility = array_at(table, VOLATILITY), .buy_duty = array_at(table, BUY_DUTY),
        .sell_duty = array_at(table, SELL_DUTY), .days = array_at(table, DAYS), .lot = array_at(table, LOT),
        .step = array_at(table, STEP), .session = array_at(table, SESSION), .own = array_at(table, OWN),
        .counts = array_at(table, COUNTS), .ops = array_at(table, OPS), .children = array_at(table, CHILDREN),
        .exits = array_at(table, EXITS), .plan = array_at(table, PLAN), .rows = array_at(table, ROWS),
        .columns = array_at(table, COLUMNS), .numbers = array_at(table, NUMBERS), .terms = array_at(table, TERMS),
        .positions = array_at(table, POSITIONS), .orders = array_at(table, ORDERS), .rank = array_at(table, RANK),
        .account = array_at(table, ACCOUNT), .equity = array_at(table, EQUITY), .cash = array_at(table, CASH),
        .exposure = array_at(table, EXPOSURE), .trades = array_at(table, TRADES), .figures = array_at(table, FIGURES),
        .notes = array_at(table, NOTES), .queue = array_at(table, QUEUE), .truth = array_at(table, TRUTH),
        .signal = array_at(table, SIGNAL), .instruments = table[3 * CLOSE + 1], .bars = table[3 * CLOSE + 2],
        .op_count = table[3 * OPS + 1], .trade_room = table[3 * TRADES + 1], .live = array_at(table, LIVE),
        .program = array_at(table, PROGRAM), .live_count = table[3 * LIVE + 1], .parts = array_at(table, PARTS),
        .lots = array_at(table, LOTS), .parted = array_at(table, PARTED), .lots_wide = table[3 * LOTS + 2],
        .parted_wide = table[3 * PARTED + 2],
    };
}

#endif
