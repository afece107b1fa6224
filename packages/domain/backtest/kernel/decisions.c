/* What a strategy decides on one bar, for who trades it live: the rules are those of orders.c, and the account is whatever
   the arrays hold. A file of its own, compiled by itself: a second caller of those rules would make the backtest slower. */
#define SCALES 1
#include <string.h>

#include "arrays.h"
#include "signals.c"
#include "live.c"
#include "fills.c"
#include "orders.c"

/* What is wanted on every bar, so that any of them can be decided on. */
void parley_watch(const int64_t *table) {
    Arrays d = arrays_of(table);
    for (int64_t at = 0; at < d.instruments; at++) {
        evaluate(&d, at);
        wanted(&d, at);
    }
}

/* Decides on one bar, the last one too, and places the orders in their array. `ranked` has room for every instrument; it
   gets those that are ordered, best first, each with the bits of its sides. Gives their number. */
int64_t parley_decide(const int64_t *table, int64_t bar, int64_t *ranked) {
    Arrays d = arrays_of(table);
    int64_t chosen = choose(&d, bar);
    if (chosen <= 0) return 0;
    memcpy(ranked, d.queue, sizeof(int64_t) * (size_t)chosen);
    place_orders(&d, bar, chosen);
    return chosen;
}
