/* The numeric heart of the backtest: one account through all bars of a market, once or many times. */
#include <string.h>

#include "arrays.h"
#include "signals.c"
#include "live.c"
#include "fills.c"
#include "exits.c"
#include "entries.c"
#include "orders.c"
#include "account.c"
#include "rows.c"

/* The account before the first bar. */
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

/* Runs number `first` to `end` - 1. Each may have its own numbers and the columns of its slots (`RUN_NUMBERS`, `RUN_ROWS`),
   or its own path of prices and limits with the columns of that path (`PATH_…`): whatever the table holds. */
void parley_work(const int64_t *table, int64_t first, int64_t end) {
    Arrays d = arrays_of(table);
    for (int64_t run = first; run < end; run++) {
        if (array_at(table, RUN_NUMBERS)) d.numbers = (double *)array_at(table, RUN_NUMBERS) + run * table[3 * RUN_NUMBERS + 2];
        if (array_at(table, RUN_ROWS)) d.rows = (int64_t *)array_at(table, RUN_ROWS) + run * table[3 * RUN_ROWS + 2];
        if (array_at(table, RUN_EQUITY)) d.equity = (double *)array_at(table, RUN_EQUITY) + run * d.bars;
        if (array_at(table, PATH_CLOSE)) {
            d.open = (double *)array_at(table, PATH_OPEN) + run * d.bars;
            d.high = (double *)array_at(table, PATH_HIGH) + run * d.bars;
            d.low = (double *)array_at(table, PATH_LOW) + run * d.bars;
            d.close = (double *)array_at(table, PATH_CLOSE) + run * d.bars;
            if (array_at(table, PATH_LOWER)) d.lower = (double *)array_at(table, PATH_LOWER) + run * d.bars;
            if (array_at(table, PATH_UPPER)) d.upper = (double *)array_at(table, PATH_UPPER) + run * d.bars;
            d.columns = (int64_t *)array_at(table, PATH_COLUMNS) + run * table[3 * PATH_COLUMNS + 2];
        }
        begin(&d);
        for (int64_t at = 0; at < d.instruments; at++) {
            evaluate(&d, at);
            wanted(&d, at);
        }
        simulate(&d);
        write_figures(&d, run);
    }
}
