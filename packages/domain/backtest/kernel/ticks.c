/* Prices in whole ticks, as exchanges count them, and bars that are on them. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "layout.h"

/* Prices that lie less than `near` of a tick beside a whole number of ticks are set on it. */
void parley_on_ticks(const double *prices, int64_t count, double ticks, double near, double *out) {
    for (int64_t j = 0; j < count; j++) {
        const double scaled = prices[j] * ticks, nearest = rint(scaled);
        out[j] = fabs(scaled - nearest) < near ? nearest / ticks : prices[j];
    }
}

/* Of numbers; compilers do four at once, which fmax forbids by what it says of NaN. */
static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

/* Bars as they can be traded, unless the function gives 0: then something is wrong with one of them (what is not a number
   fails every comparison). `bars` are the addresses of open, high, low, close and volume; `bounds` is what prices may be
   off by, the highest price and the largest volume. `out` is open, high, low and close one after another, on ticks where
   there are `ticks` to a unit of money, and the high and the low reach open and close. */
int64_t parley_tradable(
    const int64_t *time, const int64_t *bars, int64_t count, const double *bounds, double ticks, double near, double *out
) {
    const double *column[5];
    for (int i = 0; i < 5; i++) column[i] = (const double *)(intptr_t)bars[i];
    const double *open = column[0], *high = column[1], *low = column[2], *close = column[3], *volume = column[4];
    const double below = 1.0 - bounds[0], above = 1.0 + bounds[0];
    int64_t bad = count > 0 && time[0] == INT64_MIN;
    for (int64_t j = 1; j < count; j++) bad += !(time[j] > time[j - 1]);
    for (int64_t j = 0; j < count; j++) {
        const double up = larger(larger(open[j], high[j]), larger(low[j], close[j]));
        const double down = smaller(smaller(open[j], high[j]), smaller(low[j], close[j]));
        bad += !((open[j] > 0) & (high[j] > 0) & (low[j] > 0) & (close[j] > 0) & (up <= bounds[1]) & (high[j] >= up * below)
            & (low[j] <= down * above) & (volume[j] >= 0) & (volume[j] <= bounds[2]));
    }
    for (int i = 0; i < 4; i++) {
        if (ticks > 0) parley_on_ticks(column[i], count, ticks, near, out + i * count);
        else memcpy(out + i * count, column[i], (size_t)count * sizeof(double));
    }
    for (int64_t j = 0; j < count; j++) {
        out[count + j] = larger(out[count + j], larger(out[j], out[3 * count + j]));
        out[2 * count + j] = smaller(out[2 * count + j], smaller(out[j], out[3 * count + j]));
    }
    return bad == 0;
}

/* Limits around prices, which are counted in ticks, half of one upwards: a fraction of them in parts of A_WHOLE away, and
   rounded half up in whole numbers, so that no binary fraction decides; 0 and infinity without a price or a fraction. */
void parley_limits(
    const double *price, double noise, const int64_t *fraction, double *lower, double *upper, int64_t count, int64_t ticks
) {
    for (int64_t j = 0; j < count; j++) {
        const int64_t reference = (int64_t)floor((price[j] > 0 ? price[j] : 0.0) * (double)ticks + 0.5 + noise);
        const int limited = fraction[j] > 0 && reference > 0;
        const int64_t down = reference * (A_WHOLE - fraction[j]) + A_WHOLE / 2;
        const int64_t up = reference * (A_WHOLE + fraction[j]) + A_WHOLE / 2;
        lower[j] = limited ? (double)(down / A_WHOLE) / (double)ticks : 0.0;
        upper[j] = limited ? (double)(up / A_WHOLE) / (double)ticks : INFINITY;
    }
}
