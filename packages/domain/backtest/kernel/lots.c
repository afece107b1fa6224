/* Positions of several units, and parts of them that leave: the lots that fills brought, oldest first, by the rules of
   docs/decisions/0052. A position's own row has the sum of its lots. */
#include "arrays.h"

#define A_BILLIONTH 1e-9

/* The row of a position is the sum of its lots; of a single one its price to the last bit. */
static void total(const Arrays *d, int64_t at, double sign) {
    double *position = position_of(d, at), held = 0.0, amount = 0.0;
    int64_t units = note_of(d, at)[UNITS];
    position[PAID] = position[RECEIVED] = 0.0;
    for (int64_t unit = 0; unit < units; unit++) {
        const double *lot = lot_of(d, at, unit);
        held += lot[LOT_QTY];
        amount += lot[LOT_QTY] * lot[LOT_PRICE];
        position[PAID] += lot[LOT_COSTS];
        position[RECEIVED] += lot[LOT_RECEIVED];
    }
    position[QTY] = sign * held;
    if (units > 0) position[PRICE] = units == 1 ? lot_of(d, at, 0)[LOT_PRICE] : amount / held;
}

static void add_lot(const Arrays *d, int64_t at, int64_t bar, double signalled, double quantity, double price, double costs) {
    double *lot = lot_of(d, at, note_of(d, at)[UNITS]++);
    lot[LOT_QTY] = quantity;
    lot[LOT_PRICE] = price;
    lot[LOT_COSTS] = costs;
    lot[LOT_RECEIVED] = 0.0;
    lot[LOT_SIGNALLED] = signalled;
    lot[LOT_ENTERED] = (double)bar;
    lot[LOT_SESSION] = (double)d->session[bar];
}

/* Dividends of each lot; the account has been paid for all of them. */
static void share_dividend(const Arrays *d, int64_t at, double each) {
    double sign = position_of(d, at)[QTY] > 0 ? 1.0 : -1.0;
    for (int64_t unit = 0; unit < note_of(d, at)[UNITS]; unit++)
        lot_of(d, at, unit)[LOT_RECEIVED] += sign * lot_of(d, at, unit)[LOT_QTY] * each;
}

/* How much of a lot leaves when so much is still to leave; a billionth of the lot more or less is the whole of it. */
static double out_of(const double *lot, double left) {
    return left >= lot[LOT_QTY] * (1.0 - A_BILLIONTH) ? lot[LOT_QTY] : left;
}

static double still_left(const double *lot, double left) {
    return left <= lot[LOT_QTY] * (1.0 + A_BILLIONTH) ? 0.0 : left - lot[LOT_QTY];
}

/* What leaves of the oldest lots when so much is asked for; of a long position only what settlement lets go. */
static double leaving_of(const Arrays *d, int64_t at, int64_t bar, double asked) {
    double sum = 0.0, after = d->terms[SETTLEMENT];
    int buys_back = position_of(d, at)[QTY] < 0;
    for (int64_t unit = 0; asked > 0 && unit < note_of(d, at)[UNITS]; unit++) {
        const double *lot = lot_of(d, at, unit);
        if (!buys_back && (double)d->session[bar] < lot[LOT_SESSION] + after) break;
        sum += out_of(lot, asked);
        asked = still_left(lot, asked);
    }
    return sum;
}

/* The quantity of the oldest units, of all when there are no more. */
static double of_units(const Arrays *d, int64_t at, double count) {
    double sum = 0.0;
    for (int64_t unit = 0; (double)unit < count && unit < note_of(d, at)[UNITS]; unit++) sum += lot_of(d, at, unit)[LOT_QTY];
    return sum;
}

/* How much a part is: whole units, or a fraction of what is held in whole lots of the market. */
static double part_quantity(const Arrays *d, int64_t at, const int64_t *part) {
    double size = d->numbers[part[PART_SIZE]], held = fabs(position_of(d, at)[QTY]);
    return part[PART_UNITS] ? of_units(d, at, size) : fmin(rounded(d, at, held * size), held);
}

/* An order of a further unit has nothing to add to any more. */
static void drop_add(const Arrays *d, int64_t at) {
    double *order = order_of(d, at, (int)note_of(d, at)[SIDE]);
    if (order[STATE] == 0) return;
    if (order[STATE] == MARKET) d->account[REFUSED] += 1;
    else {
        d->account[RESTING] -= 1;
        d->account[LAPSED] += 1;
    }
    order[STATE] = 0.0;
}

/* The part's targets of a position that was opened or grew; one that is done stays done. */
static void part_targets(const Arrays *d, int64_t at, int64_t side, double price, double sign) {
    const int64_t *plan = plan_of(d, side);
    for (int64_t i = 0; i < plan[PART_COUNT]; i++) {
        const int64_t *part = part_of(d, plan[FIRST_PART] + i);
        double *state = parted_of(d, at, plan[FIRST_PART] + i);
        if (part[PART_OP] < 0)
            state[PART_AT] = price + sign * distance(part[PART_UNIT], d->numbers[part[PART_VALUE]], price, state[PART_RANGE]);
    }
}

/* Notes the average true ranges that targets of parts need; 0 if one is not known yet. */
static int part_ranges(const Arrays *d, int64_t at, int64_t bar, int side) {
    const int64_t *plan = plan_of(d, side);
    for (int64_t i = 0; i < plan[PART_COUNT]; i++) {
        const int64_t *part = part_of(d, plan[FIRST_PART] + i);
        if (part[PART_OP] >= 0 || part[PART_UNIT] != ATR) continue;
        double known = value_at(d, part[PART_ATR], at, bar);
        if (!(known > 0)) return 0;
        parted_of(d, at, plan[FIRST_PART] + i)[PART_RANGE] = known;
    }
    return 1;
}

static void first_unit(const Arrays *d, int64_t at, int side, int64_t bar, double quantity, double price, double costs) {
    const int64_t *plan = plan_of(d, side);
    note_of(d, at)[UNITS] = 0;
    position_of(d, at)[PARTING] = 0.0;
    for (int64_t i = 0; i < plan[PART_COUNT]; i++) parted_of(d, at, plan[FIRST_PART] + i)[PART_DONE] = 0.0;
    add_lot(d, at, bar, order_of(d, at, side)[ORDERED], quantity, price, costs);
    part_targets(d, at, side, price, side == 0 ? 1.0 : -1.0);
}

/* Adds a unit if its size is possible; stop, target, trail and the targets of parts are put up anew. */
static int add_unit(const Arrays *d, int64_t at, int side, int64_t bar, double seen, int takes) {
    const int64_t *plan = plan_of(d, side + ADDING);
    const double *order = order_of(d, at, side);
    int buys = side == 0;
    double price = takes ? taken(d, at, bar, seen, 0.0, buys) : seen, sign = buys ? 1.0 : -1.0;
    double quantity = sized(d, plan, order, at, bar, price, buys), *position = position_of(d, at);
    if (quantity == 0) return 0;
    if (takes) price = taken(d, at, bar, seen, quantity, buys);
    double costs = costs_of(d, bar, price, quantity, buys);
    d->account[MONEY] -= sign * quantity * price + costs;
    d->account[FILLED] += 1;
    add_lot(d, at, bar, order[ORDERED], quantity, price, costs);
    total(d, at, sign);
    position[LAST_FILL] = price;
    position[BEST_AT] = buys ? fmax(position[BEST_AT], price) : fmin(position[BEST_AT], price);
    double from = plan[FROM_LAST] ? price : position[PRICE];
    guard(d, plan, order, position, from, sign);
    part_targets(d, at, side, from, sign);
    return 1;
}
