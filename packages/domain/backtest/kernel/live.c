/* Conditions on the account: what they compare follows from trading, so they are worked out on the bar of the decision,
   after the account was marked and before anything is ordered. */
#include "arrays.h"

/* What the account knows of itself on the close; NaN where it takes a position and there is none. */
static double of_account(const Arrays *d, int64_t at, int64_t what) {
    const double *account = d->account, *position = position_of(d, at);
    double quantity = position[QTY], sign = quantity > 0 ? 1.0 : -1.0;
    if (what == OF_EQUITY) return account[LAST];
    if (what == OF_DRAWDOWN) return account[LAST] / account[PEAK] - 1.0;
    if (what == OF_POSITION) return quantity == 0 ? 0.0 : quantity * position[MARK] / account[LAST];
    if (what == OF_UNITS) return SCALES && d->lots ? (double)note_of(d, at)[UNITS] : quantity != 0 ? 1.0 : 0.0;
    if (quantity == 0) return NAN;
    if (what == OF_ENTRY_PRICE) return position[PRICE];
    if (what == OF_BARS_HELD) return (double)note_of(d, at)[AGE];
    if (what == OF_BEST_PRICE) return position[BEST_AT];
    if (what == OF_LAST_FILL) return position[LAST_FILL];
    return position[PRICE] > 0 ? sign * (position[MARK] / position[PRICE] - 1.0) : NAN;
}

static double finite(double value) { return isfinite(value) ? value : NAN; }

static double of_two(int64_t code, double a, double b) {
    if (isnan(a) || isnan(b)) return NAN;
    switch (code) {
        case DO_ADD: return finite(a + b);
        case DO_SUBTRACT: return finite(a - b);
        case DO_MULTIPLY: return finite(a * b);
        case DO_DIVIDE: return b == 0 ? NAN : finite(a / b);
        case DO_MIN: return a < b ? a : b;
        default: return a > b ? a : b;
    }
}

/* A value of one instrument on its own bar: steps that push a value, or put those on top together. */
static double worked_out(const Arrays *d, int64_t at, int64_t own, int64_t first, int64_t count) {
    double pushed[MOST_PUSHED];
    int64_t top = -1;
    for (const int64_t *step = d->program + first * STEP_WIDTH; count > 0; count--, step += STEP_WIDTH) {
        int64_t place = own - step[BACK];
        switch (step[DO]) {
            case PUSH_COLUMN: pushed[++top] = place < 0 ? NAN : column_of(d, at, step[WITH])[place]; break;
            case PUSH_NUMBER: pushed[++top] = d->numbers[step[WITH]]; break;
            case PUSH_ACCOUNT: pushed[++top] = of_account(d, at, step[WITH]); break;
            case DO_ABS: pushed[top] = fabs(pushed[top]); break;
            case DO_LOG: pushed[top] = pushed[top] > 0 ? finite(log(pushed[top])) : NAN; break;
            default: top--; pushed[top] = of_two(step[DO], pushed[top], pushed[top + 1]);
        }
    }
    return pushed[0];
}

static uint8_t live_truth(const Arrays *d, int64_t at, int64_t own, const int64_t *op) {
    const int64_t *children = d->children + op[A];
    if (op[OP] == LIVE_COMPARE) {
        double a = worked_out(d, at, own, op[A], op[A_LAG]), b = worked_out(d, at, own, op[B], op[B_LAG]);
        return !isnan(a) && !isnan(b) && holds(op[HOW], a, b);
    }
    if (op[OP] == LIVE_NOT) return !truth_of(d, at, children[0])[own];
    if (op[OP] == LIVE_LATE) return own > 0 && truth_of(d, at, children[0])[own - 1];
    for (int64_t i = 0; i < op[B]; i++)
        if (truth_of(d, at, children[i])[own] != (op[OP] == LIVE_ALL)) return op[OP] == LIVE_ANY;
    return op[OP] == LIVE_ALL;
}

static uint8_t wanted_on(const Arrays *d, int64_t at, int64_t own) {
    uint8_t bits = 0;
    for (int side = 0; side < 2; side++) {
        const int64_t *plan = plan_of(d, side);
        if (!plan[ON]) continue;
        bits |= (uint8_t)(truth_of(d, at, plan[ENTRY])[own] << side);
        for (int64_t i = 0; i < plan[EXIT_COUNT]; i++)
            bits |= (uint8_t)(truth_of(d, at, d->exits[2 * (plan[FIRST_EXIT] + i)])[own] << (2 + side));
        if (!SCALES) continue;
        if (plan_of(d, side + ADDING)[ON]) bits |= (uint8_t)(truth_of(d, at, plan_of(d, side + ADDING)[ENTRY])[own] << (4 + side));
        for (int64_t i = 0; i < plan[PART_COUNT]; i++) {
            int64_t op = part_of(d, plan[FIRST_PART] + i)[PART_OP];
            if (op >= 0) bits |= (uint8_t)(truth_of(d, at, op)[own] << (6 + side));
        }
    }
    return bits;
}

/* Fills in the truth of one bar and what is wanted on it; children come before their parents. Out of line, because
   strategies that do not look at the account run quicker without it in their way. */
__attribute__((noinline)) static void weigh(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; at < d->instruments; at++) {
        int64_t own = own_bar(d, at, bar);
        if (own < 0) continue;
        for (int64_t i = 0; i < d->live_count; i++)
            truth_of(d, at, d->live[i])[own] = live_truth(d, at, own, d->ops + d->live[i] * OP_WIDTH);
        d->signal[cell(d, at, bar)] = wanted_on(d, at, own);
    }
}
