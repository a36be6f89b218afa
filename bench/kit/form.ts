import { type RawBuilder, sql } from 'kysely';

/**
 * `npm test` runs each benchmark in a small form (bench/small.test.ts), with little data and few rounds, so that a benchmark that no longer runs is noticed.
 * The times of the small form mean nothing, because other tests run beside it: a missed promise is not counted, but an error still fails, and so does
 * what depends on no clock (`process.exitCode`).
 */
const small = process.env.BENCH_SMALL === '1';

/** A size of the benchmark (rows, rounds, ms): `full`, or `little` in the small form. */
export const sized = <T>(full: T, little: T): T => (small ? little : full);

/** Leaves the tables as autovacuum does a minute after they were filled. Going through all three hundred takes a quarter of a second: the small form has filled few of them with little. */
export const vacuum: RawBuilder<unknown> = sql.raw(sized('vacuum analyze', 'vacuum analyze vehicle'));

/** Notes that a promise was missed: the benchmark ends with code 1. Does nothing in the small form. */
export function miss(): void {
  if (!small) process.exitCode = 1;
}
