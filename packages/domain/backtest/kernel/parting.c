/* Leaving lot by lot: each lot, or what leaves of it, is a trade with its share of the costs (docs/decisions/0052). */
#include "arrays.h"

/* What of a position may leave at a price on this bar. */
static double may_part(const Arrays *d, int64_t at, int64_t bar, double price, double asked) {
    return can_trade(d, at, bar, price, position_of(d, at)[QTY] < 0) ? leaving_of(d, at, bar, asked) : 0.0;
}

/* One trade of the oldest lot: the position's row and note are those of the lot while it is written down. */
static void write_lot(
    const Arrays *d, int64_t at, int64_t bar, double price, double part, double costs, int64_t reason, int64_t rule,
    int64_t decided, double sign
) {
    double *lot = lot_of(d, at, 0), *position = position_of(d, at), share = part / lot[LOT_QTY];
    int64_t *note = note_of(d, at), entered = note[ENTERED], signalled = note[SIGNALLED];
    position[QTY] = sign * part;
    position[PRICE] = lot[LOT_PRICE];
    position[PAID] = lot[LOT_COSTS] * share + costs;
    position[RECEIVED] = lot[LOT_RECEIVED] * share;
    note[ENTERED] = (int64_t)lot[LOT_ENTERED];
    note[SIGNALLED] = (int64_t)lot[LOT_SIGNALLED];
    if (d->account[CLOSED] < (double)d->trade_room) write_trade(d, at, bar, price, reason, rule, decided, sign);
    d->account[CLOSED] += 1;
    note[ENTERED] = entered;
    note[SIGNALLED] = signalled;
}

/* Takes so much out of the oldest lots; `quantity` is what `leaving_of` gave. */
static void take_out(
    const Arrays *d, int64_t at, int64_t bar, double seen, double quantity, int takes, int64_t reason, int64_t rule,
    int64_t decided
) {
    double *position = position_of(d, at), sign = position[QTY] > 0 ? 1.0 : -1.0, left = quantity;
    double price = takes ? taken(d, at, bar, seen, quantity, sign < 0) : seen;
    double costs = reason == RUIN ? 0.0 : costs_of(d, bar, price, quantity, sign < 0);
    int64_t *note = note_of(d, at);
    d->account[MONEY] += sign * quantity * price - costs;
    while (left > 0 && note[UNITS] > 0) {
        double *lot = lot_of(d, at, 0), part = out_of(lot, left), share = part / lot[LOT_QTY];
        left = still_left(lot, left);
        write_lot(d, at, bar, price, part, costs * (part / quantity), reason, rule, decided, sign);
        if (part < lot[LOT_QTY]) {
            lot[LOT_COSTS] *= 1.0 - share;
            lot[LOT_RECEIVED] *= 1.0 - share;
            lot[LOT_QTY] -= part;
            break;
        }
        note[UNITS] -= 1;
        memmove(lot, lot + LOT_WIDTH, sizeof(double) * (size_t)(note[UNITS] * LOT_WIDTH));
    }
    total(d, at, sign);
    position[LAST_FILL] = price;
    if (note[UNITS] > 0) return;
    d->account[HELD] -= 1;
    if (note[LEAVE] != STAYS) d->account[LEAVING] -= 1;
    note[LEAVE] = STAYS;
    position[PARTING] = 0.0;
    drop_add(d, at);
}

/* The whole position, as far as it may go; in ruin all of it. */
static void leave_lots(
    const Arrays *d, int64_t at, int64_t bar, double price, int takes, int64_t reason, int64_t rule, int64_t decided
) {
    double held = fabs(position_of(d, at)[QTY]);
    take_out(d, at, bar, price, reason == RUIN ? held : leaving_of(d, at, bar, held), takes, reason, rule, decided);
}

/* A part that was decided on leaves at the open; what may not go yet waits. */
static void part_at_the_open(const Arrays *d, int64_t at, int64_t bar) {
    double *position = position_of(d, at), price = d->open[cell(d, at, bar)];
    const int64_t *note = note_of(d, at);
    if (isnan(price)) return;
    double quantity = may_part(d, at, bar, price, position[PARTING]);
    if (!(quantity > 0)) return;
    position[PARTING] = quantity >= position[PARTING] * (1.0 - A_BILLIONTH) ? 0.0 : position[PARTING] - quantity;
    take_out(d, at, bar, price, quantity, 1, SIGNAL_EXIT, note[PARTING_RULE], note[PARTING_BAR]);
}

/* The nearest target of a part that the prices have come to and that was not looked at yet, -1 if there is none. */
static int64_t nearest_part(const Arrays *d, int64_t at, double sign, double reached, const uint8_t *seen) {
    const int64_t *plan = plan_of(d, note_of(d, at)[SIDE]);
    int64_t best = -1;
    for (int64_t i = 0; i < plan[PART_COUNT]; i++) {
        const double *state = parted_of(d, at, plan[FIRST_PART] + i);
        if (part_of(d, plan[FIRST_PART] + i)[PART_OP] >= 0 || seen[i] || state[PART_DONE] > 0) continue;
        if (sign * state[PART_AT] > sign * reached) continue;
        if (best < 0 || sign * state[PART_AT] < sign * parted_of(d, at, plan[FIRST_PART] + best)[PART_AT]) best = i;
    }
    return best;
}

/* Targets that the prices have come to, the nearest first: at the open where that is beyond, otherwise at their price. */
static void take_targets(const Arrays *d, int64_t at, int64_t bar, double sign, double reached) {
    const int64_t *plan = plan_of(d, note_of(d, at)[SIDE]);
    double opened = d->open[cell(d, at, bar)], target = position_of(d, at)[TARGET_AT];
    uint8_t seen[MOST_PARTS] = {0};
    int64_t next;
    while (note_of(d, at)[UNITS] > 0 && (next = nearest_part(d, at, sign, reached, seen)) >= 0) {
        double *state = parted_of(d, at, plan[FIRST_PART] + next);
        const int64_t *part = part_of(d, plan[FIRST_PART] + next);
        if (sign * state[PART_AT] >= sign * target) break; /* everything leaves there */
        seen[next] = 1;
        double price = sign * opened >= sign * state[PART_AT] ? opened : state[PART_AT];
        double quantity = may_part(d, at, bar, price, part_quantity(d, at, part));
        if (!(quantity > 0)) continue;
        state[PART_DONE] = 1.0;
        take_out(d, at, bar, price, quantity, 0, TAKE_PROFIT, part[PART_RULE], bar);
    }
    if (note_of(d, at)[UNITS] == 0 || sign * target > sign * reached) return;
    double price = sign * opened >= sign * target ? opened : target;
    if (may_leave(d, at, bar, price)) leave(d, at, bar, price, 0, TAKE_PROFIT, plan[TARGET_RULE], bar);
}

/* Of one position on one bar: a gap through the stop, targets that the open is beyond, then the stop, then targets. */
static void guard_lots(const Arrays *d, int64_t at, int64_t bar) {
    const double *position = position_of(d, at);
    double sign = position[QTY] > 0 ? 1.0 : -1.0, opened = d->open[cell(d, at, bar)];
    double high = d->high[cell(d, at, bar)], low = d->low[cell(d, at, bar)];
    if (isnan(opened)) return;
    if (sign * opened <= sign * position[LEVEL]) {
        if (may_leave(d, at, bar, opened)) stop_out(d, at, bar, opened);
        return;
    }
    take_targets(d, at, bar, sign, opened);
    if (position[QTY] == 0) return;
    if (sign * (sign > 0 ? low : high) <= sign * position[LEVEL]) {
        if (may_leave(d, at, bar, position[LEVEL])) stop_out(d, at, bar, position[LEVEL]);
        return;
    }
    take_targets(d, at, bar, sign, sign > 0 ? high : low);
}
