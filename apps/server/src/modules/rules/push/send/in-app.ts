import { pushChannel, pushOccasion } from '@tongda/contract/rules/push/enums';
import type { AlarmMessage } from '@tongda/contract/watch/alarm/episode';
import { categoryOf, messageTypeOf } from '@tongda/contract/watch/alarm/words';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../core/generated/db-types';
import { tellUsers } from '../../../base/message/door';

interface Waiting {
  id: string;
  clientId: string;
  userId: string | null;
  vehicleId: string | null;
  plateNo: string;
  episodeId: string | null;
  occasion: number;
  step: number;
  level: number;
  title: string;
  content: string;
  kind: AlarmMessage['kind'] | '';
  subject: string;
  values: AlarmMessage['values'] | null;
}

/** Delivers in-app notices: message and result are one transaction, so that each comes exactly once. Answers how many. */
export async function deliverInApp(
  db: Kysely<DB>,
  { clientId, channel, recipient }: { clientId: string; channel: number; recipient: string },
  now: () => number,
): Promise<number> {
  for (let sent = 0; ; sent++) {
    const more = await db.transaction().execute(async (trx) => {
      const at = new Date(now());
      const { rows } = await sql<Waiting>`
        select s.id::text, s.client_id::text as "clientId", s.user_id::text as "userId", s.vehicle_id::text as "vehicleId",
          coalesce(v.plate_no, '') as "plateNo", s.episode_id::text as "episodeId", s.occasion, s.step, s.level, s.title, s.content, s.kind,
          coalesce(e.subject, '') as subject, e.values
        from push_send s left join vehicle v on v.id = s.vehicle_id left join episode e on e.id = s.episode_id
        where s.status = 0 and s.client_id = ${clientId} and s.channel = ${channel} and s.recipient = ${recipient} and s.due_at <= ${at}
        order by s.id limit 1 for update of s skip locked`.execute(trx);
      const [row] = rows;
      if (!row) return false;
      if (row.userId !== null)
        await tellUsers(
          trx,
          messageOf(row),
          [row.userId],
          channel === pushChannel.popup,
          channel === pushChannel.sound,
        );
      const gone = row.userId === null;
      await trx
        .updateTable('push_send')
        .set({ status: gone ? 2 : 1, cause: gone ? '用户已删除' : '', sent_at: gone ? null : at, attempts: 1 })
        .where('id', '=', row.id)
        .execute();
      return true;
    });
    if (!more) return sent;
  }
}

/** The first notice of an alarm uses the key of the message that everybody gets about it; later notices are messages of their own. */
function onceKeyOf({ id, episodeId, occasion, step }: Waiting): string {
  if (episodeId === null) return `push test ${id}`;
  return occasion === pushOccasion.opened && step === 0
    ? `alarm:${episodeId}`
    : `push ${episodeId} ${occasion} ${step}`;
}

function messageOf(row: Waiting) {
  const { kind, subject, clientId, episodeId, vehicleId } = row;
  const facts = kind === '' ? null : { kind, subject, values: row.values ?? {} };
  const own = facts === null ? { category: 13 as const, type: 13_100, name: '推送测试' } : alarmFieldsOf(facts);
  return {
    clientId,
    category: own.category,
    type: own.type,
    typeName: own.name,
    objTag: [episodeId ? `alarm:${episodeId}` : '', vehicleId ? `vehicle:${vehicleId}` : ''].filter(Boolean).join('|'),
    objName: row.plateNo,
    title: row.title,
    content: row.content,
    vehicleId,
    level: row.occasion === pushOccasion.ended || row.occasion === pushOccasion.withdrawn ? null : row.level || null,
    onceKey: onceKeyOf(row),
  };
}

const alarmFieldsOf = (facts: Parameters<typeof messageTypeOf>[0]) => ({
  category: categoryOf(facts),
  ...messageTypeOf(facts),
});
