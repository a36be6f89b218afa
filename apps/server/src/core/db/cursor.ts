import { type RawBuilder, sql } from 'kysely';
import { handedOver } from '../run/handover';
import type { Trx } from './trx';

/**
 * The rows of a statement in blocks of `atOnce`, as they are taken: neither we nor the driver ever hold more than one block, so that what a file needs does not grow with its rows. A block is empty once the next one is asked for. `within`
 * runs work in a transaction, which stays open until the last block is taken; statements that the taker runs meanwhile are others'.
 */
export function rowsInBlocks<T>(
  within: (work: (trx: Trx) => Promise<void>) => Promise<void>,
  statement: RawBuilder<T>,
  atOnce: number,
): AsyncGenerator<T[]> {
  return handedOver<T[]>((give) =>
    within(async (trx) => {
      // all rows are wanted, and not the first ones soon
      await sql`set local cursor_tuple_fraction = 1`.execute(trx);
      await sql`declare block_of_rows no scroll cursor for ${statement}`.execute(trx);
      const next = sql<T>`fetch ${sql.raw(String(atOnce))} from block_of_rows`;
      for (let more = true; more; ) {
        const { rows } = await next.execute(trx);
        more = rows.length === atOnce;
        if (rows.length > 0) await give(rows);
        // a list of the driver's may lie in the old part of the heap from the start: until that is tidied it would keep its rows, and so all rows of the statement
        rows.length = 0;
      }
      await sql`close block_of_rows`.execute(trx);
    }),
  );
}
