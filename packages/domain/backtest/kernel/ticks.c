/* Prices in whole ticks, as exchanges count them. */
#include <math.h>
#include <stdint.h>

#include "layout.h"

/* Prices that lie less than `near` of a tick beside a whole number of ticks are set on it. */
void parley_on_ticks(const double *prices, int64_t count, double ticks, double near, double *out) {
    for (int64_t j = 0; j < count; j++) {
        const double scaled = prices[j] * ticks, nearest = rint(scaled);
        out[j] = fabs(scaled - nearest) < near ? nearest / ticks : prices[j];
    }
}

/* Limits around references in ticks, a fraction of them in parts of A_WHOLE away and rounded half up in whole numbers, so
   that no binary fraction decides; 0 and infinity without a reference or a fraction. */
void parley_limits(
    const int64_t *reference, const int64_t *fraction, double *lower, double *upper, int64_t count, int64_t ticks
) {
    for (int64_t j = 0; j < count; j++) {
        const int limited = fraction[j] > 0 && reference[j] > 0;
        const int64_t down = reference[j] * (A_WHOLE - fraction[j]) + A_WHOLE / 2;
        const int64_t up = reference[j] * (A_WHOLE + fraction[j]) + A_WHOLE / 2;
        lower[j] = limited ? (double)(down / A_WHOLE) / (double)ticks : 0.0;
        upper[j] = limited ? (double)(up / A_WHOLE) / (double)ticks : INFINITY;
    }
}
