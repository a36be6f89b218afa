import { dayMs } from '@tongda/contract/core/durations';
import type { UnitFailure } from '@tongda/simulator/world/cargo';
import type { Kysely } from 'kysely';
import type { DB } from '../../core/generated/db-types';

const markKey = 'demo unit failures';
/** Failures are kept as long as the simulator may send their past again. */
const keptMs = 9 * dayMs;

/** What was planted into boxes so far, oldest first, as the simulator is told it at each start. */
export async function loadUnitFailures(db: Kysely<DB>): Promise<UnitFailure[]> {
  const row = await db.selectFrom('deployment').select('value').where('key', '=', markKey).executeTakeFirst();
  // written by addUnitFailure only
  return row ? (JSON.parse(row.value) as UnitFailure[]) : [];
}

/** Plants one more; those of long before `now` (epoch ms) are forgotten. */
export async function addUnitFailure(db: Kysely<DB>, failure: UnitFailure, now: number): Promise<void> {
  const before = await loadUnitFailures(db);
  const value = JSON.stringify([...before.filter(({ toMs }) => now - toMs < keptMs), failure]);
  await db
    .insertInto('deployment')
    .values({ key: markKey, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}
