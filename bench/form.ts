/**
 * `npm test` runs each benchmark in a small form (bench/small.test.ts): little data and few rounds, so that none rots unseen. Nothing that it
 * prints of speed means anything, and no promise is held against a machine that runs other tests beside it; what is wrong still throws.
 */
const small = process.env.BENCH_SMALL === '1';

/** A measure of the benchmark: `full` as a rule, `little` in the small form. */
export const sized = (full: number, little: number): number => (small ? little : full);

/** A promise was missed: the benchmark ends with code 1. */
export function miss(): void {
  if (!small) process.exitCode = 1;
}
