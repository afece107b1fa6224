/* One account through all bars: what happens on each, in the order that docs/decisions/0011 gives. */
#include "arrays.h"

/* The equity may be wanted without the rest. */
static void write_bar(const Arrays *d, int64_t bar, double equity, double gross) {
    d->equity[bar] = equity;
    if (!d->cash) return;
    d->cash[bar] = d->account[MONEY];
    d->exposure[bar] = gross;
}

/* Bars on which there is nothing but money. */
static void write_idle(const Arrays *d, int64_t first, int64_t end) {
    for (int64_t bar = first; d->equity && bar < end; bar++) write_bar(d, bar, d->account[MONEY], 0.0);
}

static int entry_asked(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; at < d->instruments; at++)
        if (d->signal[cell(d, at, bar)] & ENTRIES) return 1;
    return 0;
}

/* Whether an entry depends on the account, so that any bar may want it. */
static int enters_live(const Arrays *d) {
    for (int side = 0; d->live && side < 2; side++)
        if (plan_of(d, side)[ON] && is_live(d, plan_of(d, side)[ENTRY])) return 1;
    return 0;
}

/* The next bar that wants an entry; nothing is ordered on the last one. */
static int64_t idle(const Arrays *d, int64_t first) {
    int64_t bar = first, begin = (int64_t)d->terms[TRADE_FROM];
    if (enters_live(d)) return first;
    if (bar < begin) bar = begin;
    if (d->instruments == 1) while (bar < d->bars - 1 && !(d->signal[bar] & ENTRIES)) bar++;
    else while (bar < d->bars - 1 && !entry_asked(d, bar)) bar++;
    if (bar >= d->bars - 1) bar = d->bars;
    write_idle(d, first, bar);
    return bar;
}

/* Dividends at the open (of a perpetual its funding, which longs pay where it is below 0), then fees and interest on what the close before left. */
static void carry(const Arrays *d, int64_t bar) {
    double share = d->days[bar] / 365.0, owed = d->account[MONEY] < 0 ? -d->account[MONEY] : 0.0;
    for (int64_t at = 0; d->dividend && at < d->instruments; at++) {
        double *position = position_of(d, at), each = d->dividend[cell(d, at, bar)];
        if (position[QTY] == 0 || !(each > 0 || each < 0)) continue;
        d->account[MONEY] += position[QTY] * each;
        position[RECEIVED] += position[QTY] * each;
#if SCALES
        if (d->lots) share_dividend(d, at, each);
#endif
    }
    for (int64_t at = 0; at < d->instruments; at++) {
        const double *position = position_of(d, at);
        if (position[QTY] < 0) d->account[MONEY] += position[QTY] * position[MARK] * d->terms[BORROW] * share;
    }
    d->account[MONEY] -= owed * d->terms[INTEREST] * share;
}

/* The trail goes after the best price, which conditions on the account may ask for too. */
static void follow(const Arrays *d, int64_t at, int64_t bar) {
    double *position = position_of(d, at);
    int64_t unit = plan_of(d, note_of(d, at)[SIDE])[TRAIL_UNIT];
    if (unit == NONE && !d->live) return;
    if (note_of(d, at)[FRESH] != bar) {
        int rises = position[QTY] > 0;
        double seen = rises ? d->high[cell(d, at, bar)] : d->low[cell(d, at, bar)];
        position[BEST_AT] = rises ? fmax(position[BEST_AT], seen) : fmin(position[BEST_AT], seen);
    }
    if (unit != NONE) trail_on(unit, position, position[QTY] > 0 ? 1.0 : -1.0);
}

/* Sums for the figures; an equity that stands still changes none of them. */
static void track(double *account, double equity) {
    double before = account[LAST];
    if (equity == before) return;
    double change = equity / before - 1.0;
    account[SUM] += change;
    account[SQUARES] += change * change;
    account[LAST] = equity;
    if (equity > account[PEAK]) account[PEAK] = equity;
    else if (equity < account[PEAK] * (1.0 + account[WORST_FALL])) account[WORST_FALL] = equity / account[PEAK] - 1.0;
}

/* Bars on which the one position of the one instrument is only marked: no guard is met, nothing is asked, no money comes
   or goes. Gives the first bar that is not such a one, which may be the bar at hand. */
static int64_t hold(const Arrays *d, int64_t first) {
    double *position = d->positions, quantity = position[QTY], money = d->account[MONEY], most = d->terms[MAINTENANCE];
    double level = position[LEVEL], target = position[TARGET_AT];
    int64_t bar = first;
    for (; bar < d->bars && !d->signal[bar]; bar++) {
        int stays = quantity > 0 ? d->low[bar] > level && d->high[bar] < target : d->high[bar] < level && d->low[bar] > target;
        double close = d->close[bar], worth = quantity * close, equity = money + worth;
        if (!stays || !(equity > 0) || equity < most * fabs(worth)) break;
        if (d->equity) write_bar(d, bar, equity, fabs(worth));
        track(d->account, equity);
    }
    if (bar > first) {
        position[MARK] = d->close[bar - 1];
        d->notes[AGE] += bar - first;
    }
    return bar;
}

/* Whether `hold` may be asked: nothing but prices can move the account, and no condition looks at it. */
static int only_holds(const Arrays *d, int carries) {
    const double *account = d->account;
    if (d->instruments != 1 || carries || d->live || account[HELD] == 0) return 0;
    if (account[LEAVING] != 0 || account[QUEUED] != 0 || account[RESTING] != 0) return 0;
    const int64_t *plan = plan_of(d, d->notes[SIDE]);
    return plan[TRAIL_UNIT] == NONE && plan[TIME] < 0;
}

/* Positions at the close, the equity, and what calls the account. */
static void mark(const Arrays *d, int64_t bar) {
    double equity = d->account[MONEY], gross = 0.0;
    for (int64_t at = 0; d->account[HELD] > 0 && at < d->instruments; at++) {
        double *position = position_of(d, at), close = d->close[cell(d, at, bar)];
        if (position[QTY] == 0) continue;
        if (!isnan(close)) {
            position[MARK] = close;
            note_of(d, at)[AGE] += 1;
            follow(d, at, bar);
        }
        equity += position[QTY] * position[MARK];
        gross += fabs(position[QTY]) * position[MARK];
    }
    if (equity <= 0) d->account[RUINED] = (double)bar;
    else if (equity < d->terms[MAINTENANCE] * gross)
        for (int64_t at = 0; at < d->instruments; at++)
            if (position_of(d, at)[QTY] != 0 && note_of(d, at)[LEAVE] == STAYS) say_leave(d, at, MARGIN_CALL, -1, bar);
    if (d->equity) write_bar(d, bar, equity, gross);
    track(d->account, equity);
}

/* Everything is closed at its mark, and nothing is traded any more. */
static void after_ruin(const Arrays *d, int64_t bar) {
    for (int64_t at = 0; at < d->instruments; at++)
        if (position_of(d, at)[QTY] != 0) leave(d, at, bar, position_of(d, at)[MARK], 0, RUIN, -1, bar);
    write_idle(d, bar, d->bars);
}

/* From the first bar to the last; bars on which nothing can happen are passed over. */
static void simulate(const Arrays *d) {
    double *account = d->account;
    int carries = d->terms[BORROW] > 0 || d->terms[INTEREST] > 0 || d->dividend;
    for (int64_t bar = 0; bar < d->bars; bar++) {
        if (account[HELD] == 0 && account[QUEUED] == 0 && account[RESTING] == 0) {
            bar = idle(d, bar);
            if (bar >= d->bars) return;
        } else {
            if (!SCALES && only_holds(d, carries) && (bar = hold(d, bar)) >= d->bars) return;
            if (carries) carry(d, bar);
            if (SCALES || account[LEAVING] > 0 || account[QUEUED] > 0) at_the_open(d, bar);
            if (account[HELD] > 0) guards(d, bar);
            if (account[RESTING] > 0) resting(d, bar);
        }
        mark(d, bar);
        if (account[RUINED] >= 0) {
            after_ruin(d, bar);
            return;
        }
        if (bar + 1 < d->bars) decide(d, bar);
    }
}
