/* Getting in: prices with their costs, sizes that the account can carry, and the guards of a new position. */
#include "arrays.h"

/* Whether the day's limits leave somebody to trade with at this price. */
static int can_trade(const Arrays *d, int64_t at, int64_t bar, double price, int buys) {
    if (buys) return !d->upper || !(price >= d->upper[cell(d, at, bar)]);
    return !d->lower || !(price <= d->lower[cell(d, at, bar)]);
}

/* A price that is taken is worse than the one that is seen, and never beyond the day's limit. A quantity of 0 asks for
   the price without impact. */
static double taken(const Arrays *d, int64_t at, int64_t bar, double price, double quantity, int buys) {
    double worse = d->terms[SLIP];
    if (d->terms[IMPACT] > 0 && quantity > 0) {
        double volume = d->volume[cell(d, at, bar)], volatility = d->volatility[cell(d, at, bar)];
        if (volume > 0 && volatility >= 0) worse += d->terms[IMPACT] * volatility * sqrt(quantity / volume);
    }
    double paid = buys ? price * (1.0 + worse) : price * (1.0 - worse);
    const double *limits = buys ? d->upper : d->lower;
    if (!limits) return paid;
    double limit = limits[cell(d, at, bar)];
    return (buys ? paid > limit : paid < limit) ? limit : paid;
}

static double duty_of(const Arrays *d, int64_t bar, int buys) {
    const double *duty = buys ? d->buy_duty : d->sell_duty;
    return duty ? duty[bar] : 0.0;
}

static double commission_of(const Arrays *d, double price, double quantity) {
    double asked = d->terms[RATE] * (price * quantity) + d->terms[PER_SHARE] * quantity;
    return asked > d->terms[MINIMUM] ? asked : d->terms[MINIMUM];
}

/* Whether the smallest commission is charged, and does not fit beside the amount. One by size is in what a share costs. */
static int least_does_not_fit(const Arrays *d, double price, double quantity, double amount, double room) {
    double by_size = d->terms[RATE] * (price * quantity) + d->terms[PER_SHARE] * quantity;
    return quantity > 0 && by_size < d->terms[MINIMUM] && amount + d->terms[MINIMUM] > room;
}

/* Commission and duties of one fill. */
static double costs_of(const Arrays *d, int64_t bar, double price, double quantity, int buys) {
    return commission_of(d, price, quantity) + duty_of(d, bar, buys) * (price * quantity);
}

/* Down to the step: what is short of a whole one by a billionth of a step, or by a trillionth of all steps, is whole; but
   by no more than half a step. */
static double in_steps(double quantity, double step) {
    double steps = step == 0 ? 0.0 : quantity / step;
    return step == 0 ? quantity : floor(steps + fmin(0.5, fmax(1e-9, 1e-12 * steps))) * step;
}

/* Down to the lot; 0 below the smallest. */
static double rounded(const Arrays *d, int64_t at, double quantity) {
    double whole = in_steps(quantity, d->step[at]);
    return whole >= d->lot[at] && whole > 0 ? whole : 0.0;
}

/* What the account can still carry is a difference of sums, and no finer than a billionth of them: an order that takes all
   that is left is no finer either. */
static double all_that_is_left(const Arrays *d, int64_t at, double quantity, double finest) {
    double step = d->step[at];
    while (step > 0 && step < finest) step *= 10.0;
    double whole = in_steps(quantity, step);
    return whole >= d->lot[at] && whole > 0 ? whole : 0.0;
}

/* From a price, in money; `value` is in the unit. */
static double distance(int64_t unit, double value, double price, double range) {
    if (unit == POINTS) return value;
    return unit == PCT ? value * price : value * range;
}

/* The equity and the gross exposure at the open. */
static double worth(const Arrays *d, int64_t bar, double *gross) {
    double equity = d->account[MONEY];
    *gross = 0.0;
    for (int64_t at = 0; at < d->instruments; at++) {
        double quantity = position_of(d, at)[QTY];
        if (quantity == 0) continue;
        double price = d->open[cell(d, at, bar)];
        if (isnan(price)) price = position_of(d, at)[MARK];
        equity += quantity * price;
        *gross += fabs(quantity) * price;
    }
    return equity;
}

/* The quantity that the plan wants; `unit` is what one share costs with everything. */
static double asked_for(const Arrays *d, const int64_t *plan, const double *order, double equity, double price, double unit) {
    double size = d->numbers[plan[SIZE]], nearest = INFINITY, far;
    switch (plan[SIZING]) {
        case BY_QUANTITY: return size;
        case BY_CASH: return size / unit;
        case BY_EQUITY: return equity * size / unit;
        case BY_VOLATILITY: return equity * fmin(size / order[DEVIATION], d->numbers[plan[MOST]]) / unit;
    }
    if (plan[STOP_UNIT] != NONE)
        nearest = distance(plan[STOP_UNIT], d->numbers[plan[STOP_VALUE]], price, order[ATR_STOP]);
    if (plan[TRAIL_UNIT] != NONE) {
        far = distance(plan[TRAIL_UNIT], d->numbers[plan[TRAIL_VALUE]], price, order[ATR_TRAIL]);
        nearest = fmin(nearest, far);
    }
    return equity * size / nearest;
}

/* The quantity that the plan wants and the account can carry, in whole lots. */
static double sized(const Arrays *d, const int64_t *plan, const double *order, int64_t at, int64_t bar, double price, int buys) {
    double gross, equity = worth(d, bar, &gross), duty = duty_of(d, bar, buys);
    double unit = price * (1.0 + d->terms[RATE] + duty) + d->terms[PER_SHARE];
    double carried = d->terms[LEVERAGE] * equity - gross;
    double asked = asked_for(d, plan, order, equity, price, unit), left = carried / unit;
    double finest = d->terms[LEVERAGE] * equity * 1e-9 / unit;
    double quantity = asked <= left ? rounded(d, at, asked) : all_that_is_left(d, at, left, finest);
    if (least_does_not_fit(d, price, quantity, quantity * price * (1.0 + duty), carried))
        quantity = rounded(d, at, fmin(quantity, (carried - d->terms[MINIMUM]) / (price * (1.0 + duty))));
    return quantity;
}

/* The level of the next bar: the nearer one of the stop and the trail. */
static void trail_on(int64_t unit, double *position, double sign) {
    double far = unit == PCT ? position[TRAIL] * position[BEST_AT] : position[TRAIL];
    double trail = position[BEST_AT] - sign * far;
    position[LEVEL] = sign > 0 ? fmax(position[STOP_AT], trail) : fmin(position[STOP_AT], trail);
}

/* Puts up the stop, the target and the trail of a new position. */
static void guard(const Arrays *d, const int64_t *plan, const double *order, double *position, double price, double sign) {
    double far = 0.0;
    position[STOP_AT] = -sign * INFINITY;
    position[TARGET_AT] = sign * INFINITY;
    if (plan[STOP_UNIT] != NONE) {
        far = distance(plan[STOP_UNIT], d->numbers[plan[STOP_VALUE]], price, order[ATR_STOP]);
        position[STOP_AT] = price - sign * far;
    }
    if (plan[TARGET_UNIT] == RISK)
        position[TARGET_AT] = price + sign * (d->numbers[plan[TARGET_VALUE]] * far);
    else if (plan[TARGET_UNIT] != NONE)
        position[TARGET_AT] =
            price + sign * distance(plan[TARGET_UNIT], d->numbers[plan[TARGET_VALUE]], price, order[ATR_TARGET]);
    position[LEVEL] = position[STOP_AT];
    if (plan[TRAIL_UNIT] != NONE) {
        double value = d->numbers[plan[TRAIL_VALUE]];
        position[TRAIL] =
            plan[TRAIL_UNIT] == PCT ? value : distance(plan[TRAIL_UNIT], value, price, order[ATR_TRAIL]);
        trail_on(plan[TRAIL_UNIT], position, sign);
    }
}

#if SCALES
#include "lots.c"
#endif

/* Opens a position if its size is possible; its guards stand from the fill price. */
static int enter(const Arrays *d, int64_t at, int side, int64_t bar, double seen, int takes) {
    const int64_t *plan = plan_of(d, side);
    const double *order = order_of(d, at, side);
    int buys = side == 0;
    double price = takes ? taken(d, at, bar, seen, 0.0, buys) : seen;
    double quantity = sized(d, plan, order, at, bar, price, buys), sign = buys ? 1.0 : -1.0;
    if (quantity == 0) return 0;
    if (takes) price = taken(d, at, bar, seen, quantity, buys);
    double costs = costs_of(d, bar, price, quantity, buys), *position = position_of(d, at);
    int64_t *note = note_of(d, at);
    d->account[MONEY] -= sign * quantity * price + costs;
    d->account[HELD] += 1;
    d->account[FILLED] += 1;
    position[QTY] = sign * quantity;
    position[PRICE] = position[MARK] = position[BEST_AT] = position[LAST_FILL] = price;
    position[PAID] = costs;
    position[RECEIVED] = 0.0;
    note[SIDE] = side;
    note[SIGNALLED] = (int64_t)order[ORDERED];
    note[ENTERED] = bar;
    note[SINCE_SESSION] = d->session[bar];
    note[AGE] = 0;
    note[LEAVE] = STAYS;
    note[FRESH] = -1;
    guard(d, plan, order, position, price, sign);
#if SCALES
    if (d->lots) first_unit(d, at, side, bar, quantity, price, costs);
#endif
    return 1;
}
