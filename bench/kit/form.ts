/**
 * `npm test` runs each benchmark in a small form (bench/small.test.ts), with little data and few rounds, so that a benchmark that no longer runs is noticed.
 * The times of the small form mean nothing, because other tests run beside it: a missed promise is not counted, but an error still fails.
 */
const small = process.env.BENCH_SMALL === '1';

/** A size of the benchmark (rows, rounds, ms): `full`, or `little` in the small form. */
export const sized = <T>(full: T, little: T): T => (small ? little : full);

/** Notes that a promise was missed: the benchmark ends with code 1. Does nothing in the small form. */
export function miss(): void {
  if (!small) process.exitCode = 1;
}
