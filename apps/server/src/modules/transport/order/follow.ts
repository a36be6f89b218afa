import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { tellUsers } from '../../base/message/door';

type Followed = 'customerOrder' | 'waybill';
const typeOf = { type: 12_113, typeName: '关注动态' } as const;
const nouns: Readonly<Record<Followed, string>> = { customerOrder: '订单', waybill: '运单' };
const isFollowed = (objType: string): objType is Followed => objType in nouns;

/** Sets or removes the caller's star; the calling code has checked that the caller may see the object. */
export async function setFollow(
  trx: Trx,
  ctx: Ctx,
  objType: Followed,
  objCode: string,
  follow: boolean,
): Promise<void> {
  if (follow)
    await trx
      .insertInto('tms_follow')
      .values({ client_id: ctx.clientId, user_id: ctx.userId, obj_type: objType, obj_code: objCode })
      .onConflict((c) => c.doNothing())
      .execute();
  else
    await trx
      .deleteFrom('tms_follow')
      .where('client_id', '=', ctx.clientId)
      .where('user_id', '=', ctx.userId)
      .where('obj_type', '=', objType)
      .where('obj_code', '=', objCode)
      .execute();
}

interface Happened {
  id: string;
  obj_type: string;
  obj_code: string;
  action: string;
  remark: string;
}

/**
 * Sends a message about steps to the users who follow the order or waybill and still may see it, except to the author of the step. It runs in the
 * transaction of the step, so that nobody hears of a step that was rolled back.
 */
export async function tellFollowers(
  trx: Trx,
  { clientId, userId }: { clientId: string; userId: string | null },
  steps: readonly Happened[],
): Promise<void> {
  const mine = steps.flatMap(({ obj_type, ...step }) => (isFollowed(obj_type) ? [{ ...step, obj_type }] : []));
  if (mine.length === 0) return;
  const { rows } = await sql<{ objType: Followed; objCode: string; userId: string }>`
    select f.obj_type as "objType", f.obj_code as "objCode", f.user_id::text as "userId"
    from tms_follow f join app_user u on u.id = f.user_id and u.status = 1 and u.deleted_at is null
      left join customer_order o on f.obj_type = 'customerOrder' and o.client_id = f.client_id and o.order_code = f.obj_code
      left join waybill w on f.obj_type = 'waybill' and w.client_id = f.client_id and w.waybill_code = f.obj_code
    where f.client_id = ${clientId} and f.user_id is distinct from ${userId}::bigint
      and (f.obj_type, f.obj_code) in (select * from unnest(${mine.map((s) => s.obj_type)}::text[], ${mine.map((s) => s.obj_code)}::text[]))
      and case when u.customer_id is not null then o.customer_id = u.customer_id
        when u.carrier_id is not null then w.carrier_id = u.carrier_id
        when u.driver_id is not null then u.driver_id in (w.driver_id, w.co_driver_id)
        else u.is_primary or u.org_type = 1 or coalesce(o.org_id, w.org_id) is null or coalesce(o.org_id, w.org_id) in (select scope_orgs(u.id)) end`.execute(
    trx,
  );
  for (const { id, obj_type, obj_code, action, remark } of mine) {
    const users = rows.filter((row) => row.objType === obj_type && row.objCode === obj_code);
    if (users.length === 0) continue;
    const noun = nouns[obj_type];
    await tellUsers(
      trx,
      {
        ...typeOf,
        clientId,
        category: 12,
        objTag: `${obj_type === 'waybill' ? 'waybill' : 'order'}:${obj_code}`,
        objName: obj_code,
        title: `${noun} ${action}`,
        content: `您关注的${noun}${obj_code}：${action}${remark ? `（${remark}）` : ''}`,
        onceKey: `follow:${id}`,
      },
      users.map((row) => row.userId),
      true,
    );
  }
}
