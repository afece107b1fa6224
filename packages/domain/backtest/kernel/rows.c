/* Formulas of indicators over every row of matrices, several in one call: from here, a row costs no more than its formula. */
#include "arrays.h"

typedef int (*OfOne)(int, int, const double *, int, int *, int *, double *);
typedef int (*OfThree)(int, int, const double *, const double *, const double *, int, int *, int *, double *);
typedef int (*OfMacd)(int, int, const double *, int, int, int, int *, int *, double *, double *, double *);

/* Of windows.c. */
void parley_means(const double *, int64_t, int64_t, int64_t, int64_t, double *, double *);
void parley_places(const double *, const double *, const double *, int64_t, int64_t, double *, double *);

/* The lines that nobody asked for go into `room`, which is two columns long. */
static int macd(const int64_t *job, const double *set, const double *in, int last, int *begin, int *count, double *room, double *out) {
    double *lines[3];
    for (int line = 0; line < 3; line++) {
        lines[line] = line == job[ROW_OUTPUT] ? out : room;
        if (line != job[ROW_OUTPUT]) room += last + 1;
    }
    const int fast = (int)set[0], slow = (int)set[1], signal = (int)set[2];
    return ((OfMacd)(intptr_t)job[ROW_CODE])((int)job[ROW_FIRST], last, in, fast, slow, signal, begin, count, lines[0], lines[1], lines[2]);
}

/* The place of the close in the range of its window, in percent, smoothed once for K and twice for D. */
static void stochastic(const int64_t *job, const double *set, const double *const *in, int64_t bars, double *room, double *out) {
    double *raw = room + bars, *k = job[ROW_OUTPUT] ? room : out;
    parley_places(in[2], in[0], in[1], bars, (int64_t)set[0], room, raw);
    for (int64_t j = 0; j < bars; j++) raw[j] = 100.0 * raw[j];
    parley_means(raw, 1, bars, (int64_t)set[1], 0, k, 0);
    if (job[ROW_OUTPUT]) parley_means(k, 1, bars, (int64_t)set[2], 0, out, 0);
}

/* The mean of the window, and so many deviations above or below it. */
static void bands(const int64_t *job, const double *set, const double *in, int64_t bars, double *room, double *out) {
    parley_means(in, 1, bars, (int64_t)set[0], 0, out, room);
    if (job[ROW_OUTPUT] == 1) for (int64_t j = 0; j < bars; j++) out[j] = out[j] + set[1] * room[j];
    if (job[ROW_OUTPUT] == 2) for (int64_t j = 0; j < bars; j++) out[j] = out[j] - set[1] * room[j];
}

/* Whether the formula gave what was asked for. */
static int of_row(const int64_t *job, const double *set, const double *const *in, int64_t bars, double *room, double *out) {
    int first = (int)job[ROW_FIRST], last = (int)bars - 1, begin = first, count = last - first + 1, code = 0;
    switch (job[ROW_KIND]) {
        case OF_ONE: code = ((OfOne)(intptr_t)job[ROW_CODE])(first, last, in[0], (int)set[0], &begin, &count, out + first); break;
        case OF_THREE:
            code = ((OfThree)(intptr_t)job[ROW_CODE])(first, last, in[0], in[1], in[2], (int)set[0], &begin, &count, out + first);
            break;
        case OF_MACD: code = macd(job, set, in[0], last, &begin, &count, room, out + first); break;
        case OF_STOCHASTIC: stochastic(job, set, in, bars, room, out); break;
        default: bands(job, set, in[0], bars, room, out);
    }
    return code == 0 && begin == first && count == last - first + 1;
}

/* `jobs` is a row a formula, with its settings beside. What has no value, or no finite one, is NaN. Gives the row at which
   a formula failed, or -1. `room` is two columns long. */
int64_t parley_rows(const int64_t *jobs, const double *settings, int64_t count, int64_t rows, int64_t bars, double *room) {
    for (int64_t at = 0; at < count; at++, jobs += ROW_WIDTH, settings += 3) {
        for (int64_t row = 0; row < rows; row++) {
            const double *in[3];
            for (int i = 0; i < 3; i++) in[i] = (const double *)(intptr_t)jobs[ROW_IN + i] + row * bars;
            double *out = (double *)(intptr_t)jobs[ROW_OUT] + row * bars;
            if (!of_row(jobs, settings, in, bars, room, out)) return row;
            for (int64_t j = 0; j < jobs[ROW_FIRST]; j++) out[j] = NAN;
            for (int64_t j = jobs[ROW_FIRST]; j < bars; j++) out[j] = isinf(out[j]) ? NAN : out[j];
        }
    }
    return -1;
}
