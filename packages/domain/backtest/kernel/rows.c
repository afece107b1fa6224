/* One function of TA-Lib over every row of a matrix: called from here, a row costs no more than the function itself. */
#include "arrays.h"

typedef int (*OfOne)(int, int, const double *, int, int *, int *, double *);
typedef int (*OfThree)(int, int, const double *, const double *, const double *, int, int *, int *, double *);

/* `in` holds the addresses of one or three matrices. What has no value, or no finite one, is NaN. Gives the row at which
   the function failed, or -1. */
int64_t parley_rows(
    int64_t function, const int64_t *in, int64_t inputs, int64_t period, int64_t lookback, int64_t rows, int64_t bars,
    double *out
) {
    for (int64_t row = 0; row < rows; row++, out += bars) {
        const double *a = (const double *)(intptr_t)in[0] + row * bars;
        int begin = 0, count = 0, code, first = (int)lookback, last = (int)bars - 1;
        if (inputs == 1) {
            code = ((OfOne)(intptr_t)function)(first, last, a, (int)period, &begin, &count, out + lookback);
        } else {
            const double *b = (const double *)(intptr_t)in[1] + row * bars, *c = (const double *)(intptr_t)in[2] + row * bars;
            code = ((OfThree)(intptr_t)function)(first, last, a, b, c, (int)period, &begin, &count, out + lookback);
        }
        if (code != 0 || begin != first || count != bars - lookback) return row;
        for (int64_t j = 0; j < lookback; j++) out[j] = NAN;
        for (int64_t j = lookback; j < bars; j++) out[j] = isinf(out[j]) ? NAN : out[j];
    }
    return -1;
}
