/* One account through all bars of a market, once or many times. */
#include <string.h>

#include "arrays.h"
#include "signals.c"
#include "live.c"
#include "fills.c"
#include "exits.c"
#include "entries.c"
#include "orders.c"
#include "account.c"
#include "opening.c"

/* Runs number `first` to `end` - 1. Each may have its own numbers and the columns of its slots (`RUN_NUMBERS`, `RUN_ROWS`),
   or its own path of prices and limits with the columns of that path (`PATH_…`): whatever the table holds. */
void RUN(const int64_t *table, int64_t first, int64_t end) {
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
