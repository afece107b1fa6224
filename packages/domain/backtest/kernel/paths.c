/* Drawn paths of one instrument, a row a path: which observed bar each bar is taken from, the bars that come of it, and the
   deepest fall of an equity. Logarithms and exponentials are the caller's, so that every bit of them is. */
#include <math.h>
#include <stdint.h>

static inline double lower_of(double a, double b) { return a < b ? a : b; }
static inline double higher_of(double a, double b) { return a > b ? a : b; }
static inline double held_between(double value, double low, double high) { return lower_of(higher_of(value, low), high); }

/* Blocks of `count` observed bars, one after another and round the end: a block begins where a draw is below `chance`. */
void parley_path_blocks(
    const double *begins, const double *starts, double chance, int64_t count, int64_t rows, int64_t bars, int64_t *source
) {
    for (int64_t row = 0; row < rows; row++, begins += bars, starts += bars, source += bars) {
        int64_t at = 0;
        for (int64_t j = 0; j < bars; j++) {
            if (j == 0 || begins[j] < chance) at = (int64_t)(starts[j] * (double)count);
            else if (++at >= count) at -= count;
            source[j] = at;
        }
    }
}

/* Whether each path is in its second state, bar by bar: it is where the draw is below the chance after the state before.
   What `states` has for the first bar is given. */
void parley_path_chains(const double *draws, const double *chances, int64_t rows, int64_t bars, uint8_t *states) {
    for (int64_t row = 0; row < rows; row++, draws += bars, states += bars)
        for (int64_t j = 1; j < bars; j++) states[j] = draws[j] < chances[states[j - 1]];
}

/* Normal draws become returns with the deviation and the mean of their kind, and the source of each bar is one of the
   observed bars of that kind: they stand in `places`, one kind after the other, so many of each. */
void parley_path_kinds(
    const uint8_t *kinds, const double *picks, const double *deviations, const double *means, const int64_t *places,
    const int64_t *counts, int64_t cells, double *returns, int64_t *source
) {
    const double many[2] = {(double)counts[0], (double)counts[1]}, begin[2] = {0.0, (double)counts[0]};
    for (int64_t j = 0; j < cells; j++) {
        const int kind = kinds[j];
        source[j] = places[(int64_t)(picks[j] * many[kind] + begin[kind])];
        returns[j] = returns[j] * deviations[kind] + means[kind];
    }
}

/* The variance of each bar from that of the one before, never above `wildest`; several paths at a time, as each step waits
   for the one before it. */
#define TOGETHER 8
void parley_path_variances(
    const int64_t *source, const double *carried, double first, double fresh, double wildest, int64_t rows, int64_t bars,
    double *variance
) {
    for (int64_t row = 0; row < rows; row += TOGETHER) {
        const int64_t some = rows - row < TOGETHER ? rows - row : TOGETHER;
        double now[TOGETHER];
        for (int64_t i = 0; i < some; i++) now[i] = first;
        for (int64_t j = 0; j < bars; j++) {
            for (int64_t i = 0; i < some; i++) {
                variance[(row + i) * bars + j] = now[i];
                now[i] = lower_of(now[i] * carried[source[(row + i) * bars + j]] + fresh, wildest);
            }
        }
    }
}

/* The logarithm of each close, the first at 0, from returns; they are held at the logarithms of the limits of the bars that
   lend their shape, where there are any. */
void parley_path_logs(
    double *returns, const int64_t *source, const double *lowest, const double *highest, double furthest, int64_t rows,
    int64_t moves, double *logs
) {
    for (int64_t row = 0; row < rows; row++, returns += moves, source += moves, logs += moves + 1) {
        double sum = 0.0;
        logs[0] = 0.0;
        for (int64_t j = 0; j < moves; j++) {
            if (lowest) returns[j] = held_between(returns[j], lowest[source[j]], highest[source[j]]);
            sum = j ? sum + returns[j] : returns[j];
            logs[j + 1] = held_between(sum, -furthest, furthest);
        }
    }
}

/* Prices from closes. `gap`, `above` and `below` are factors: of each observed bar, or of each drawn one where it says so.
   `lower` and `upper` are limits as factors of the close before, NULL where there are none. `first` has the first bar's
   open, high and low and its limits. `out` has a matrix each of open, high, low and, where there are any, of the limits. */
void parley_path_bars(
    double *close, const int64_t *source, const double *gap, const double *above, const double *below, int64_t gap_drawn,
    int64_t range_drawn, const double *lower, const double *upper, const double *first, int64_t rows, int64_t moves,
    double *out
) {
    const int64_t bars = moves + 1, apart = rows * bars;
    for (int64_t row = 0; row < rows; row++, close += bars, out += bars, source += moves) {
        double *open = out, *high = open + apart, *low = high + apart, *least = low + apart, *most = least + apart;
        double before = close[0];
        open[0] = first[0], high[0] = first[1], low[0] = first[2];
        if (lower) least[0] = first[3], most[0] = first[4];
        for (int64_t j = 0; j < moves; j++) {
            const int64_t from = source[j], here = row * moves + j, shape = range_drawn ? here : from;
            double now = close[j + 1], o = before * gap[gap_drawn ? here : from];
            double h = higher_of(o, now) * above[shape], l = lower_of(o, now) / below[shape];
            if (lower) {
                double floor = before * lower[from], ceiling = before * upper[from];
                least[j + 1] = floor, most[j + 1] = ceiling, close[j + 1] = held_between(now, floor, ceiling);
                o = held_between(o, floor, ceiling), h = held_between(h, floor, ceiling), l = held_between(l, floor, ceiling);
            }
            open[j + 1] = o, high[j + 1] = h, low[j + 1] = l, before = now;
        }
    }
}

/* Of each equity its deepest fall, the place of the peak before it, and where that was reached again, -1 for nowhere; and
   its highest and lowest value. */
void parley_falls(const double *equity, int64_t rows, int64_t bars, double *depth, int64_t *peaks, int64_t *backs, double *ends) {
    for (int64_t row = 0; row < rows; row++, equity += bars) {
        double peak = equity[0], deepest = 1.0, before = equity[0], lowest = equity[0];
        int64_t at = 0, left = 0, peaked = 0, back = -1;
        for (int64_t j = 0; j < bars; j++) {
            if (equity[j] >= peak) peak = equity[j], at = j;
            double fall = equity[j] / peak;
            if (j == 0 || fall < deepest) deepest = fall, before = peak, left = at, peaked = j;
            lowest = lower_of(lowest, equity[j]);
        }
        for (int64_t j = peaked + 1; j < bars && back < 0; j++)
            if (equity[j] >= before) back = j;
        depth[row] = deepest - 1.0, peaks[row] = left, backs[row] = deepest < 1.0 ? back : -1;
        ends[2 * row] = peak, ends[2 * row + 1] = lowest;
    }
}
