import { emptyWho } from '@tongda/contract/rules/push/fields';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import type { Setting } from '../plan/timing';

type Receivers = Pick<Setting, 'userIds' | 'roleIds' | 'manager' | 'driver' | 'contacts'>;

/** Enabled push settings of a company as the planner uses them; with `id` that one alone, also when it is disabled or deleted. */
export async function readSettings(db: Kysely<DB>, clientId: string, id?: string): Promise<Setting[]> {
  let q = db
    .selectFrom('push_setting')
    .select(['id', 'name', 'kinds', 'scope', 'channels', 'template'])
    .select([
      'min_level as minLevel',
      'quiet_mode as quietMode',
      'quiet_pass_level as quietPassLevel',
      'repeat_min as repeatMin',
      'max_times as maxTimes',
      'notify_end as notifyEnd',
      sql<string[]>`target_ids::text[]`.as('targetIds'),
      sql<string[]>`endpoint_ids::text[]`.as('endpointIds'),
      sql<Receivers>`receivers`.as('receivers'),
      sql<Setting['period']>`period`.as('period'),
      sql<Setting['quiet']>`quiet`.as('quiet'),
      sql<Setting['escalation']>`escalation`.as('escalation'),
    ])
    .where('client_id', '=', clientId)
    .orderBy('id');
  q = id === undefined ? q.where('enabled', '=', true).where('deleted_at', 'is', null) : q.where('id', '=', id);
  const rows = await q.execute();
  return rows.map(({ receivers, ...row }) => ({
    ...row,
    ...emptyWho,
    ...receivers,
    channels: row.channels,
    endpointIds: row.endpointIds,
  }));
}
