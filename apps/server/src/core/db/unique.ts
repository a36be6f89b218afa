/** SQLSTATE of a row that a unique index refuses. */
const uniqueViolation = '23505';

/** Name of the unique index that refused a statement (empty when the database did not say which); null when it failed for another reason. */
export function brokenIndex(error: unknown): string | null {
  const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string };
  return code === uniqueViolation ? constraint : null;
}

/**
 * Runs a write and says in the product's words what a unique index refused: two people may enter the same thing at once, so the index has the
 * last word. `say` gets the index's name; null leaves the error as it is.
 */
export async function guardUnique<T>(say: (index: string) => Error | null, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const index = brokenIndex(error);
    throw (index === null ? null : say(index)) ?? error;
  }
}
