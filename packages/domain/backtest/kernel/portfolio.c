/* A portfolio of target weights through all bars, by the rules of docs/decisions/0050; prices, costs, marks and ruin are
   those of a strategy. A file of its own, compiled by itself, as decisions.c is. */
#define SCALES 0
#include "arrays.h"
#include "signals.c"
#include "live.c"
#include "fills.c"
#include "exits.c"
#include "entries.c"
#include "orders.c"
#include "account.c"
#include "opening.c"

typedef struct {
    const int64_t *rebalanced, *first_picks, *picks, *settled;
    const double *weights;
} Targets;

/* What one share costs with everything that grows with it. */
static double unit_cost(const Arrays *d, int64_t bar, double price, int buys) {
    return price * (1.0 + d->terms[RATE] + duty_of(d, bar, buys)) + d->terms[PER_SHARE];
}

/* Instruments that are gone for good are paid out at their mark, without costs. */
static void settle(const Arrays *d, const Targets *t, int64_t bar) {
    for (int64_t at = 0; at < d->instruments; at++) {
        if (t->settled[at] != bar || position_of(d, at)[QTY] == 0) continue;
        double *position = position_of(d, at), mark = position[MARK], sign = position[QTY] > 0 ? 1.0 : -1.0;
        d->account[MONEY] += position[QTY] * mark;
        if (d->account[CLOSED] < (double)d->trade_room) write_trade(d, at, bar, mark, DELISTED, -1, bar, sign);
        d->account[CLOSED] += 1;
        d->account[HELD] -= 1;
        if (note_of(d, at)[LEAVE] != STAYS) d->account[LEAVING] -= 1;
        position[QTY] = 0.0;
        note_of(d, at)[LEAVE] = STAYS;
    }
}

/* Positions that are to leave; one that cannot stays marked and tries again at its next bar. */
static void leave_all(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; d->account[LEAVING] > 0 && at < d->instruments; at++) {
        const int64_t *note = note_of(d, at);
        double price = d->open[cell(d, at, bar)];
        if (position_of(d, at)[QTY] == 0 || note[LEAVE] == STAYS || isnan(price)) continue;
        if (may_leave(d, at, bar, price)) leave(d, at, bar, price, 1, note[LEAVE], -1, note[LEAVE_BAR]);
    }
}

/* Sells a part of a position, which takes its part of costs and dividends with it. */
static void reduce(const Arrays *d, int64_t at, int64_t bar, double seen, double quantity, int64_t decided) {
    double *position = position_of(d, at), held = fabs(position[QTY]), sign = position[QTY] > 0 ? 1.0 : -1.0;
    double part = quantity / held, paid = position[PAID], received = position[RECEIVED];
    double price = taken(d, at, bar, seen, quantity, sign < 0), costs = costs_of(d, bar, price, quantity, sign < 0);
    d->account[MONEY] += sign * quantity * price - costs;
    position[QTY] = sign * quantity;
    position[PAID] = paid * part + costs;
    position[RECEIVED] = received * part;
    if (d->account[CLOSED] < (double)d->trade_room) write_trade(d, at, bar, price, REBALANCE, -1, decided, sign);
    d->account[CLOSED] += 1;
    position[QTY] = sign * (held - quantity);
    position[PAID] = paid * (1.0 - part);
    position[RECEIVED] = received * (1.0 - part);
}

/* Opens a position or adds to it; its price is the mean of what was paid. */
static void add(const Arrays *d, int64_t at, int64_t bar, double seen, double quantity, double sign, int64_t decided) {
    double *position = position_of(d, at), held = fabs(position[QTY]);
    double price = taken(d, at, bar, seen, quantity, sign > 0), costs = costs_of(d, bar, price, quantity, sign > 0);
    int64_t *note = note_of(d, at);
    d->account[MONEY] -= sign * quantity * price + costs;
    d->account[FILLED] += 1;
    if (held == 0) {
        d->account[HELD] += 1;
        position[PAID] = position[RECEIVED] = 0.0;
        position[MARK] = price;
        note[SIDE] = sign > 0 ? 0 : 1;
        note[SIGNALLED] = decided;
        note[ENTERED] = bar;
        note[AGE] = 0;
        note[LEAVE] = STAYS;
        note[FRESH] = -1;
    }
    position[PRICE] = (held * position[PRICE] + quantity * price) / (held + quantity);
    position[QTY] = sign * (held + quantity);
    position[PAID] += costs;
    note[SINCE_SESSION] = d->session[bar];
}

/* The weight of a pick that goes the position's own way, 0 otherwise. */
static double same_way(double quantity, double weight) { return quantity * weight > 0 ? fabs(weight) : 0.0; }

/* Smaller ones first: a position without a weight its way is to leave, one above its weight is cut to it. `orders`, which
   nothing else uses here, holds the weight of each instrument in the place of a long order's state. */
static void shrink(const Arrays *d, int64_t bar, double equity, int64_t decided) {
    for (int64_t at = 0; at < d->instruments; at++) {
        double quantity = position_of(d, at)[QTY], held = fabs(quantity), weight = order_of(d, at, 0)[AT];
        if (quantity == 0) continue;
        double share = same_way(quantity, weight), price = d->open[cell(d, at, bar)];
        if (share == 0) {
            if (note_of(d, at)[LEAVE] == STAYS) say_leave(d, at, REBALANCE, -1, decided);
            continue;
        }
        if (note_of(d, at)[LEAVE] != STAYS) { /* wanted again before it could go */
            note_of(d, at)[LEAVE] = STAYS;
            d->account[LEAVING] -= 1;
        }
        if (isnan(price) || !may_leave(d, at, bar, price)) continue;
        double wanted = share * equity / unit_cost(d, bar, taken(d, at, bar, price, 0.0, quantity > 0), quantity > 0);
        double less = rounded(d, at, held - wanted);
        if (less > 0 && less < held && less * price >= d->terms[TOLERANCE] * equity) reduce(d, at, bar, price, less, decided);
    }
}

/* Larger ones after that, in the order of the picks, as far as the account can carry them. */
static void grow(const Arrays *d, const Targets *t, int64_t which, int64_t bar, double equity, int64_t decided) {
    double gross, after = worth(d, bar, &gross), room = d->terms[LEVERAGE] * after - gross;
    for (int64_t i = t->first_picks[which]; i < t->first_picks[which + 1]; i++) {
        int64_t at = t->picks[i];
        double weight = t->weights[i], sign = weight > 0 ? 1.0 : -1.0, price = d->open[cell(d, at, bar)];
        double quantity = position_of(d, at)[QTY], held = fabs(quantity);
        int buys = weight > 0;
        if (weight == 0 || (quantity != 0 && same_way(quantity, weight) == 0)) continue;
        d->account[PLACED] += 1;
        if (isnan(price) || t->settled[at] <= bar || !can_trade(d, at, bar, price, buys)) {
            d->account[REFUSED] += 1;
            continue;
        }
        double paid = taken(d, at, bar, price, 0.0, buys), unit = unit_cost(d, bar, paid, buys);
        double more = rounded(d, at, fmin(fabs(weight) * equity / unit - held, room / unit));
        double amount = more * paid * (1.0 + duty_of(d, bar, buys));
        if (least_does_not_fit(d, paid, more, amount, room))
            more = rounded(d, at, fmin(more, (room - d->terms[MINIMUM]) / (paid * (1.0 + duty_of(d, bar, buys)))));
        if (!(more > 0) || (held > 0 && more * price < d->terms[TOLERANCE] * equity)) {
            d->account[SMALL] += 1;
            continue;
        }
        room -= more * paid * (1.0 + duty_of(d, bar, buys)) + commission_of(d, paid, more);
        add(d, at, bar, price, more, sign, decided);
    }
}

/* Whether the account was called: then everything leaves, and what the same close wanted is dropped. */
static int is_called(const Arrays *d) {
    for (int64_t at = 0; d->account[LEAVING] > 0 && at < d->instruments; at++)
        if (position_of(d, at)[QTY] != 0 && note_of(d, at)[LEAVE] == MARGIN_CALL) return 1;
    return 0;
}

/* What the rebalancing of the close before wants, at this open. */
static void trade_to(const Arrays *d, const Targets *t, int64_t which, int64_t bar) {
    double gross, equity = worth(d, bar, &gross);
    for (int64_t at = 0; at < d->instruments; at++) order_of(d, at, 0)[AT] = 0.0;
    for (int64_t i = t->first_picks[which]; i < t->first_picks[which + 1]; i++)
        order_of(d, t->picks[i], 0)[AT] = t->weights[i];
    shrink(d, bar, equity, bar - 1);
    leave_all(d, bar);
    grow(d, t, which, bar, equity, bar - 1);
}

void parley_rebalance(const int64_t *table) {
    Arrays d = arrays_of(table);
    Targets t = {
        .rebalanced = array_at(table, REBALANCED), .first_picks = array_at(table, FIRST_PICKS),
        .picks = array_at(table, PICKS), .settled = array_at(table, SETTLED), .weights = array_at(table, WEIGHTS),
    };
    int carries = d.terms[BORROW] > 0 || d.terms[INTEREST] > 0 || d.dividend;
    begin(&d);
    for (int64_t bar = 0; bar < d.bars; bar++) {
        int64_t which = bar > 0 ? t.rebalanced[bar - 1] : -1;
        if (carries && d.account[HELD] > 0) carry(&d, bar);
        if (d.account[HELD] > 0) settle(&d, &t, bar);
        if (which >= 0 && !is_called(&d)) trade_to(&d, &t, which, bar);
        else if (d.account[LEAVING] > 0) leave_all(&d, bar);
        mark(&d, bar);
        if (d.account[RUINED] >= 0) {
            after_ruin(&d, bar);
            break;
        }
    }
    write_figures(&d, 0);
}
