/* The account before the first bar, and the figures after the last. */
#include <string.h>

#include "arrays.h"

static void begin(const Arrays *d) {
    memset(d->positions, 0, sizeof(double) * (size_t)(d->instruments * POSITION_WIDTH));
    memset(d->orders, 0, sizeof(double) * (size_t)(d->instruments * 2 * ORDER_WIDTH));
    memset(d->notes, 0, sizeof(int64_t) * (size_t)(d->instruments * NOTE_WIDTH));
    memset(d->account, 0, sizeof(double) * ACCOUNT_WIDTH);
    d->account[MONEY] = d->account[LAST] = d->account[PEAK] = d->terms[STAKE];
    d->account[RUINED] = -1.0;
}

/* Trades, final equity, total return, deepest drawdown, Sharpe; bars before the first that may trade do not count. */
static void write_figures(const Arrays *d, int64_t run) {
    const double *account = d->account;
    double *out = d->figures + run * FIGURE_COUNT, changes = (double)d->bars - d->terms[TRADE_FROM] - 1.0;
    out[0] = account[CLOSED];
    out[1] = account[LAST];
    out[2] = account[LAST] / d->terms[STAKE] - 1.0;
    out[3] = account[WORST_FALL];
    out[4] = 0.0;
    if (changes < 2) return;
    double mean = account[SUM] / changes, variance = (account[SQUARES] - account[SUM] * mean) / (changes - 1.0);
    if (variance > 0) out[4] = mean / sqrt(variance) * sqrt(d->terms[BARS_A_YEAR]);
}
