/* The same account with positions of several units that may leave in parts. A file of its own, compiled by itself, so that
   what has no lots runs without looking for them. */
#define SCALES 1
#define RUN parley_scaled
#include "running.c"
