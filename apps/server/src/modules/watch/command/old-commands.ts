import { livingStates } from '@tongda/contract/watch/command/life';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { keepSince } from '../../../core/telemetry/keeping';

/** Deletes commands that are over and older than their company keeps positions; `now` is epoch ms. Answers how many. */
export async function deleteOldCommands(db: Kysely<DB>, now: number): Promise<number> {
  const companies = await db.selectFrom('client').select(['id', 'position_keep_months as months']).execute();
  let deleted = 0;
  for (const { id, months } of companies) {
    const { numAffectedRows } = await sql`delete from device_command where client_id = ${id}
      and created_at < ${new Date(keepSince(months, now))} and state <> all(${[...livingStates]}::smallint[])`.execute(
      db,
    );
    deleted += Number(numAffectedRows ?? 0n);
  }
  return deleted;
}
