/* Sums and extremes of moving windows over every row of a matrix, in blocks as long as the window: a window is the end of
   one block and the beginning of the next, so a value is looked at twice, however long the window is, and no later bar
   changes an earlier sum, not even in its last bit. */
#include <math.h>
#include <stdint.h>

#define MOST_POWERS 4

/* The sums of the first powers of the distances from a value inside every window that uses them: the last one before the
   block for the half that begins a block, the last one of the block for the half that ends it; of the values themselves
   where there is no such edge. `out` has a matrix a power. */
static inline __attribute__((always_inline)) void sums_of_row(
    const double *v, int64_t bars, int64_t n, const int from_edge, const int powers, double *out, int64_t apart
) {
    for (int p = 0; p < powers; p++)
        for (int64_t j = 0; j < n - 1 && j < bars; j++) out[p * apart + j] = NAN;
    for (int64_t first = 0; first + n <= bars; first += n) {
        const double own = from_edge ? v[first + n - 1] : 0.0;
        const int64_t after = first + n, rest = after + n - 1 < bars ? n - 1 : bars - after;
        double sum[MOST_POWERS];
        /* From each place of the block to its end, where the last one begins: the windows that begin there. */
        for (int64_t j = n - 1; j >= 0; j--) {
            const double distance = from_edge ? v[first + j] - own : v[first + j];
            double power = distance;
            for (int p = 0; p < powers; p++, power = power * distance) {
                sum[p] = j == n - 1 ? power : sum[p] + power;
                if (j <= rest) out[p * apart + first + j + n - 1] = sum[p];
            }
        }
        /* And from the beginning of the next block up to where they end. */
        for (int64_t j = 0; j < rest; j++) {
            const double distance = from_edge ? v[after + j] - own : v[after + j];
            double power = distance;
            for (int p = 0; p < powers; p++, power = power * distance) {
                sum[p] = j == 0 ? power : sum[p] + power;
                out[p * apart + after + j] += sum[p];
            }
        }
    }
}

void parley_power_sums(
    const double *values, int64_t rows, int64_t bars, int64_t n, int64_t from_edge, int64_t powers, double *out
) {
    const int64_t apart = rows * bars;
    for (int64_t row = 0; row < rows; row++, values += bars, out += bars) {
        /* The compiler makes a loop of its own for each. */
        if (!from_edge) sums_of_row(values, bars, n, 0, 1, out, apart);
        else if (powers == 1) sums_of_row(values, bars, n, 1, 1, out, apart);
        else if (powers == 2) sums_of_row(values, bars, n, 1, 2, out, apart);
        else sums_of_row(values, bars, n, 1, (int)powers, out, apart);
    }
}

/* The means of all windows; and, in a second matrix where it is given, their deviations, `freedom` less than their length
   being the divisor. */
void parley_means(
    const double *restrict values, int64_t rows, int64_t bars, int64_t n, int64_t freedom, double *restrict mean,
    double *restrict deviation
) {
    const double length = (double)n, divisor = (double)(n - freedom);
    for (int64_t row = 0; row < rows; row++, values += bars, mean += bars) {
        if (deviation) sums_of_row(values, bars, n, 1, 2, mean, deviation - mean);
        else sums_of_row(values, bars, n, 1, 1, mean, 0);
        if (deviation) {
            for (int64_t j = 0; j < bars; j++) {
                const double square = deviation[j] - mean[j] * mean[j] / length;
                deviation[j] = sqrt((square < 0.0 ? 0.0 : square) / divisor);
            }
            deviation += bars;
        }
        for (int64_t j = 0; j < bars; j++) mean[j] = mean[j] / length;
        for (int64_t first = 0; first + n <= bars; first += n) {
            const int64_t rest = bars - first - n + 1 < n ? bars - first - n + 1 : n;
            for (int64_t j = 0; j < rest; j++) mean[first + n - 1 + j] += values[first + n - 1];
        }
    }
}

/* Where values stand between the lowest and the highest of each window, from 0 to 1; NaN where nothing moves in it, and
   before the first whole one. Highs and lows have no gaps from their first numbers on. `top` is room to work in. */
void parley_places(
    const double *restrict values, const double *restrict high, const double *restrict low, int64_t bars, int64_t n,
    double *restrict top, double *restrict out
) {
    int64_t begin = 0;
    while (begin < bars && (isnan(high[begin]) || isnan(low[begin]))) begin++;
    for (int64_t j = 0; j < begin + n - 1 && j < bars; j++) out[j] = NAN;
    for (int64_t first = begin; first + n <= bars; first += n) {
        const int64_t after = first + n, rest = after + n - 1 < bars ? n - 1 : bars - after;
        double most = high[after - 1], least = low[after - 1];
        for (int64_t j = n - 1; j >= 0; j--) {
            most = high[first + j] > most ? high[first + j] : most;
            least = low[first + j] < least ? low[first + j] : least;
            if (j <= rest) top[first + j + n - 1] = most, out[first + j + n - 1] = least;
        }
        if (rest > 0) most = high[after], least = low[after];
        for (int64_t j = after; j < after + rest; j++) {
            most = high[j] > most ? high[j] : most;
            least = low[j] < least ? low[j] : least;
            top[j] = top[j] > most ? top[j] : most;
            out[j] = out[j] < least ? out[j] : least;
        }
    }
    for (int64_t j = begin + n - 1; j < bars; j++) {
        const double width = top[j] - out[j], far = (values[j] - out[j]) / width;
        out[j] = width > 0.0 ? far : NAN;
    }
}

/* Of two matrices: the sums of the distances of each, and of their products. */
void parley_joint_sums(const double *left, const double *right, int64_t rows, int64_t bars, int64_t n, double *out) {
    const int64_t apart = rows * bars;
    for (int64_t row = 0; row < rows; row++) {
        const double *a = left + row * bars, *b = right + row * bars;
        double *of_a = out + row * bars, *of_b = of_a + apart, *of_both = of_b + apart;
        for (int64_t j = 0; j < n - 1 && j < bars; j++) of_a[j] = of_b[j] = of_both[j] = NAN;
        for (int64_t first = 0; first + n <= bars; first += n) {
            const double own_a = a[first + n - 1], own_b = b[first + n - 1];
            double sum_a = 0, sum_b = 0, both = 0;
            for (int64_t j = n - 1; j >= 0; j--) {
                double x = a[first + j] - own_a, y = b[first + j] - own_b;
                int64_t end = first + j + n - 1;
                sum_a = j == n - 1 ? x : sum_a + x;
                sum_b = j == n - 1 ? y : sum_b + y;
                both = j == n - 1 ? x * y : both + x * y;
                if (end < bars) of_a[end] = sum_a, of_b[end] = sum_b, of_both[end] = both;
            }
            for (int64_t j = 0; j < n - 1 && first + n + j < bars; j++) {
                int64_t end = first + n + j;
                double x = a[end] - own_a, y = b[end] - own_b;
                sum_a = j == 0 ? x : sum_a + x;
                sum_b = j == 0 ? y : sum_b + y;
                both = j == 0 ? x * y : both + x * y;
                of_a[end] += sum_a, of_b[end] += sum_b, of_both[end] += both;
            }
        }
    }
}

/* The further one of two, above or below; NaN where either is. */
static inline double further(double one, double other, int highest) {
    if (isnan(one) || isnan(other)) return NAN;
    return highest ? (one >= other ? one : other) : (one <= other ? one : other);
}

/* The highest or lowest value of each window. */
void parley_extremes(const double *values, int64_t rows, int64_t bars, int64_t n, int64_t highest, double *out) {
    for (int64_t row = 0; row < rows; row++, values += bars, out += bars) {
        for (int64_t j = 0; j < n - 1 && j < bars; j++) out[j] = NAN;
        for (int64_t first = 0; first + n <= bars; first += n) {
            double most = values[first + n - 1];
            for (int64_t j = n - 1; j >= 0; j--) {
                most = further(most, values[first + j], (int)highest);
                if (first + j + n - 1 < bars) out[first + j + n - 1] = most;
            }
            for (int64_t j = 0; j < n - 1 && first + n + j < bars; j++) {
                most = j == 0 ? values[first + n] : further(most, values[first + n + j], (int)highest);
                out[first + n + j] = further(out[first + n + j], most, (int)highest);
            }
        }
    }
}
