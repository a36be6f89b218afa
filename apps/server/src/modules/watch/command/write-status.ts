import { motionState } from '@tongda/contract/core/live';
import { writeStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';

/** States of a vehicle in which its terminal is not connected (motionState). */
const dark = sql.join([motionState.offline, motionState.never].map((state) => sql.lit(state)));
/**
 * The state of a line `w` of write_item, which follows its command: one that waited longer than its time counts as expired without being updated, and one whose
 * terminal is away waits for it.
 */
export const writeStatusNow = sql<number>`case when w.status in (0, 5) and w.expires_at < now() then ${sql.lit(writeStatus.expired)}
  when w.status = 0 and not exists (select from device_state s where s.vehicle_id = w.vehicle_id and (s.live->>'state')::int not in (${dark}))
    then ${sql.lit(writeStatus.offline)} else w.status end`;
