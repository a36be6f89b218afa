import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';

/** Suppresses notices that waited (quiet hours, a limit, a pause after a failure) while their alarm was withdrawn or handled. */
export async function closeStale(db: Kysely<DB>, now: number): Promise<void> {
  await sql`update push_send s set status = 3, cause = case when e.status = 2 then '报警已撤销，未发送' else '报警已处理，未发送' end
    from episode e where s.status = 0 and s.due_at <= ${new Date(now)} and s.claimed_until is null and e.id = s.episode_id and s.occasion <= 4
      and (e.status = 2 or (e.handle_status not in (0, 5) and (s.occasion >= 3 or s.due_at > s.created_at + interval '1 minute')))`.execute(
    db,
  );
}
