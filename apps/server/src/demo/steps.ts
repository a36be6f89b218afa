import type { Kysely } from 'kysely';
import type { DB } from '../core/generated/db-types';

/** A part of the demo that is made after its companies are written: files, surveys, something sent. */
export interface DemoStep {
  name: string;
  /** makes it, and may be called again after it was interrupted half way */
  make(): Promise<void>;
}

const keyOf = (name: string): string => `demo ${name}`;

/**
 * Makes the steps that are not made yet, in order. Each has its own mark, written when it is done, so that a first start that was interrupted is completed
 * by the next one. A step that fails is told to `failed`, the others go on, and it is tried again at the next start. Answers the names of the steps made; throws
 * the reason of `signal` between two steps when it is aborted.
 */
export async function makeSteps(
  db: Kysely<DB>,
  steps: readonly DemoStep[],
  failed: (name: string, error: unknown) => void,
  signal?: AbortSignal,
): Promise<string[]> {
  const made: string[] = [];
  for (const { name, make } of steps) {
    signal?.throwIfAborted();
    const done = await db.selectFrom('deployment').select('key').where('key', '=', keyOf(name)).executeTakeFirst();
    if (done) continue;
    try {
      await make();
      await db
        .insertInto('deployment')
        .values({ key: keyOf(name), value: new Date().toISOString() })
        .onConflict((c) => c.doNothing())
        .execute();
      made.push(name);
    } catch (error) {
      failed(name, error);
    }
  }
  return made;
}
