import { invalid } from '../http/errors';

/** SQLSTATE of a row that a unique index refuses. */
const uniqueViolation = '23505';
/** SQLSTATE of a row that an exclusion constraint refuses: its range overlaps another row's. */
const exclusionViolation = '23P01';

function brokenConstraint(error: unknown, sqlState: string): string | null {
  // an error of the database has both; any other error has no such code
  // any value may be asked for these
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string };
  return code === sqlState ? constraint : null;
}

/** Name of the unique index that refused a statement (empty when the database did not say which); null when it failed for another reason. */
export const brokenIndex = (error: unknown): string | null => brokenConstraint(error, uniqueViolation);

/** The same for an exclusion constraint, which keeps time ranges of one thing from overlapping. */
export const brokenExclusion = (error: unknown): string | null => brokenConstraint(error, exclusionViolation);

/** Sentences by the name of the index that refused a row, each at the field of a form. */
export type Taken = Readonly<Record<string, { field: string; msg: string }>>;

/**
 * Runs a write and replaces the error of a unique index by one in the product's words: two people may enter the same thing at once, and only the index can
 * tell. `say` is a table of sentences, or a function that gets the name of the index; where there is none, the original error is thrown.
 */
export async function guardUnique<T>(
  say: Taken | ((index: string) => Error | null),
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const index = brokenIndex(error);
    throw (index === null ? null : sentenceFor(say, index)) ?? error;
  }
}

function sentenceFor(say: Taken | ((index: string) => Error | null), index: string): Error | null {
  if (typeof say === 'function') return say(index);
  const fault = say[index];
  return fault ? invalid(fault) : null;
}
