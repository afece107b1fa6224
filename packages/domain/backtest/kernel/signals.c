/* Conditions over whole columns: a row of truth for every operation, then one byte a bar that says what is wanted.
   A comparison with NaN is false, so nothing is decided on a value that is not known yet. */
#include <string.h>

#include "arrays.h"

#define EACH(condition) for (int64_t j = start; j < bars; j++) out[j] = (condition)

static void compare(int64_t how, const double *a, const double *b, int64_t start, int64_t bars, uint8_t *out) {
    switch (how) {
        case GT: EACH(a[j] > b[j]); break;
        case GTE: EACH(a[j] >= b[j]); break;
        case LT: EACH(a[j] < b[j]); break;
        case LTE: EACH(a[j] <= b[j]); break;
        case EQ: EACH(a[j] == b[j]); break;
        default: EACH((a[j] < b[j]) | (a[j] > b[j]));
    }
}

static void compare_number(int64_t how, const double *a, double x, int64_t start, int64_t bars, uint8_t *out) {
    switch (how) {
        case GT: EACH(a[j] > x); break;
        case GTE: EACH(a[j] >= x); break;
        case LT: EACH(a[j] < x); break;
        case LTE: EACH(a[j] <= x); break;
        case EQ: EACH(a[j] == x); break;
        default: EACH((a[j] < x) | (a[j] > x));
    }
}

static void cross(int64_t how, const double *a, const double *b, int64_t start, int64_t bars, uint8_t *out) {
    if (how == ABOVE) EACH((a[j] > b[j]) & (a[j - 1] <= b[j - 1]));
    else EACH((a[j] < b[j]) & (a[j - 1] >= b[j - 1]));
}

static void cross_number(int64_t how, const double *a, double x, int64_t start, int64_t bars, uint8_t *out) {
    if (how == ABOVE) EACH((a[j] > x) & (a[j - 1] <= x));
    else EACH((a[j] < x) & (a[j - 1] >= x));
}

/* Lagged columns are read from before their beginning, but only from the first bar that has all values on. */
static void relate(const Arrays *d, int64_t at, const int64_t *op, int64_t bars, uint8_t *out) {
    int64_t lag = op[A_LAG], other = op[B_LAG], start = (lag > other ? lag : other) + (op[OP] == CROSS);
    memset(out, 0, (size_t)(start < bars ? start : bars));
    if (start >= bars) return;
    const double *a = column_of(d, at, op[A]) - lag;
    if (op[B] < 0) {
        double x = d->numbers[op[NUMBER]];
        if (op[OP] == CROSS) cross_number(op[HOW], a, x, start, bars, out);
        else compare_number(op[HOW], a, x, start, bars, out);
    } else {
        const double *b = column_of(d, at, op[B]) - other;
        if (op[OP] == CROSS) cross(op[HOW], a, b, start, bars, out);
        else compare(op[HOW], a, b, start, bars, out);
    }
}

static void flag(const double *values, int64_t lag, int64_t bars, uint8_t *out) {
    int64_t start = lag < bars ? lag : bars;
    memset(out, 0, (size_t)start);
    values -= lag;
    EACH((values[j] < 0) | (values[j] > 0));
}

/* All, any, or not: of the children from the first on. */
static void join(const Arrays *d, int64_t at, const int64_t *op, int64_t bars, uint8_t *out) {
    const int64_t *children = d->children + op[A];
    const uint8_t *child = truth_of(d, at, children[0]);
    int64_t start = 0;
    if (op[OP] == NOT) {
        EACH(child[j] == 0);
        return;
    }
    memcpy(out, child, (size_t)bars);
    for (int64_t i = 1; i < op[B]; i++) {
        child = truth_of(d, at, children[i]);
        if (op[OP] == ALL) EACH(out[j] & child[j]);
        else EACH(out[j] | child[j]);
    }
}

static int holds(int64_t how, double a, double b) {
    switch (how) {
        case GT: return a > b;
        case GTE: return a >= b;
        case LT: return a < b;
        case LTE: return a <= b;
        case EQ: return a == b;
        default: return a != b;
    }
}

/* How long ago the child was last true: within so many bars, or compared with so many. */
static void since(const uint8_t *child, const int64_t *op, double bars_asked, int64_t bars, uint8_t *out) {
    int64_t last = -1;
    for (int64_t j = 0; j < bars; j++) {
        if (child[j]) last = j;
        double passed = (double)(j - last);
        out[j] = last >= 0 && (op[OP] == WITHIN ? passed < bars_asked : holds(op[HOW], passed, bars_asked));
    }
}

/* Keeps, for each step, the latest first bar of a run that has come so far. */
static void sequence(const Arrays *d, int64_t at, const int64_t *op, double bars_asked, int64_t bars, uint8_t *out) {
    const int64_t *children = d->children + op[A];
    int64_t steps = op[B];
    double begun[MOST_STEPS];
    for (int64_t step = 0; step < steps; step++) begun[step] = -1e18;
    for (int64_t j = 0; j < bars; j++) {
        out[j] = 0;
        for (int64_t step = steps - 1; step >= 0; step--) {
            if (!truth_of(d, at, children[step])[j]) continue;
            double start = step == 0 ? (double)j : begun[step - 1];
            if (start > begun[step]) begun[step] = start;
            if (step == steps - 1) out[j] = (double)j - start < bars_asked;
        }
    }
}

/* Fills a row of truth for each operation of one instrument; children come before their parents. */
static void evaluate(const Arrays *d, int64_t at) {
    int64_t bars = d->counts[at];
    for (int64_t place = 0; place < d->op_count; place++) {
        if (is_live(d, place)) continue;
        const int64_t *op = d->ops + place * OP_WIDTH;
        uint8_t *out = truth_of(d, at, place);
        double number = op[NUMBER] >= 0 ? d->numbers[op[NUMBER]] : 0.0;
        switch (op[OP]) {
            case COMPARE:
            case CROSS: relate(d, at, op, bars, out); break;
            case FLAG: flag(column_of(d, at, op[A]), op[A_LAG], bars, out); break;
            case WITHIN:
            case SINCE: since(truth_of(d, at, op[A]), op, number, bars, out); break;
            case SEQUENCE: sequence(d, at, op, number, bars, out); break;
            default: join(d, at, op, bars, out);
        }
    }
}

static void add_bit(uint8_t *bits, const uint8_t *truth, int shift, int64_t bars) {
    for (int64_t j = 0; j < bars; j++) bits[j] |= (uint8_t)(truth[j] << shift);
}

/* One byte a bar of the axis: the bits of entries and exits; 0 where the instrument has no bar. Those that read the
   account come later, with live.c. */
static void wanted(const Arrays *d, int64_t at) {
    int64_t bars = d->counts[at];
    uint8_t *bits = d->signal + at * d->bars;
    memset(bits, 0, (size_t)d->bars);
    for (int side = 0; side < 2; side++) {
        const int64_t *plan = plan_of(d, side);
        if (!plan[ON]) continue;
        if (!is_live(d, plan[ENTRY])) add_bit(bits, truth_of(d, at, plan[ENTRY]), side, bars);
        for (int64_t i = 0; i < plan[EXIT_COUNT]; i++) {
            int64_t op = d->exits[2 * (plan[FIRST_EXIT] + i)];
            if (!is_live(d, op)) add_bit(bits, truth_of(d, at, op), 2 + side, bars);
        }
        if (!SCALES) continue;
        if (plan_of(d, side + ADDING)[ON] && !is_live(d, plan_of(d, side + ADDING)[ENTRY]))
            add_bit(bits, truth_of(d, at, plan_of(d, side + ADDING)[ENTRY]), 4 + side, bars);
        for (int64_t i = 0; i < plan[PART_COUNT]; i++) {
            int64_t op = part_of(d, plan[FIRST_PART] + i)[PART_OP];
            if (op >= 0 && !is_live(d, op)) add_bit(bits, truth_of(d, at, op), 6 + side, bars);
        }
    }
    if (!d->own) return;
    for (int64_t bar = d->bars - 1; bar >= 0; bar--) { /* from the end, so that no byte is lost before it has moved */
        int64_t own = own_bar(d, at, bar);
        bits[bar] = own >= 0 ? bits[own] : 0;
    }
}
