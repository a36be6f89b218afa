import { sql } from 'kysely';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { AppError, blockedByRule, notFound } from '../../core/http/errors';
import { recordChanges } from '../../core/record/audit';
import { localDay } from '../../kernel/day/edges';
import { orgOrNone, visibleVehicles } from '../../modules/base/org/door';

interface Entered {
  /** `12-1772300000-7-2`: route, departure (epoch s), vehicle or 0, and the number of the stop */
  ids: readonly string[];
  reason: string;
  exempt: boolean;
  mayExempt: boolean;
}

/** Writes why calls were not in time; all or none. 4011 for a day that is settled, 4003 for 不计考核 without its right, 4004 for a route or vehicle that the caller does not see. */
export function enterReason(ctx: Ctx, { ids, reason, exempt, mayExempt }: Entered): Promise<{ done: number }> {
  if (exempt && !mayExempt) throw new AppError(4003, '没有“不计考核”的权限');
  const calls = [...new Set(ids)].map((id) => {
    const [routeId = '', departure = '', vehicleId = '', seq = ''] = id.split('-');
    return {
      routeId,
      planAt: Number(departure) * 1000,
      vehicleId: vehicleId === '0' ? null : vehicleId,
      seq: Number(seq),
    };
  });
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) c("routeId" bigint, "vehicleId" bigint, seq int)
        join transport_route r on r.id = c."routeId" and r.client_id = ${ctx.clientId} and r.deleted_at is null and ${orgOrNone(ctx, 'r.org_id')}
        join route_stop s on s.route_id = r.id
      where (c."vehicleId" is null or ${visibleVehicles(ctx, 'c.vehicleId')})
        and c.seq = (select count(*) from route_stop b where b.route_id = r.id and b.seq <= s.seq)`.execute(trx);
    if ((rows[0]?.n ?? 0) < calls.length) throw notFound('到达点次');
    const days = [...new Set(calls.map(({ planAt }) => localDay(planAt, ctx.timeZone)))];
    const settled = await sql<{ day: string }>`select day::text from punctuality_day
      where client_id = ${ctx.clientId} and day = any(${days}::date[]) order by day limit 1`.execute(trx);
    if (settled.rows[0]) throw blockedByRule(`${settled.rows[0].day}的准点已结算锁定，不能再填写原因`);
    await sql`insert into punctuality_reason (client_id, route_id, vehicle_id, plan_at, seq, reason, exempt, user_name)
      select ${ctx.clientId}, c."routeId", c."vehicleId", to_timestamp(c."planAt" / 1000), c.seq, ${reason}, ${exempt}, ${ctx.userName}
      from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) c("routeId" bigint, "planAt" float8, "vehicleId" bigint, seq smallint)
      on conflict (route_id, vehicle_id, plan_at, seq) do update set reason = excluded.reason,
        exempt = excluded.exempt, user_name = excluded.user_name, updated_at = now()`.execute(trx);
    await recordChanges(
      trx,
      ctx,
      calls.map(({ routeId, planAt, seq }) => ({
        entity: 'transportRoute',
        entityId: routeId,
        action: exempt ? '不计考核' : '填写准点原因',
        changes: [
          {
            field: 'reason',
            label: `${wireTime(planAt, ctx.timeZone).slice(0, 16)}班次第${seq}站`,
            before: '',
            after: reason,
          },
        ],
      })),
    );
    return { done: calls.length };
  });
}
