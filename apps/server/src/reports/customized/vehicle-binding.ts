import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  customerBind,
  customerUnbind,
  vehicleBindingReport,
} from '@tongda/contract/reports/customized/vehicle-binding';
import { sql } from 'kysely';
import { allOf } from '../../core/db/rows';
import type { Trx } from '../../core/db/trx';
import type { Ctx } from '../../core/http/ctx';
import { blockedByRule, changedMeanwhile, invalidField, notFound } from '../../core/http/errors';
import { route } from '../../core/http/route';
import { bindImportRoutes } from '../../core/import/routes';
import { recordChanges } from '../../core/record/audit';
import { likePattern } from '../../core/record/options';
import { wallToMs } from '../../kernel/day/edges';
import { orgOrNone, visibleVehicleRows } from '../../modules/base/org/door';
import { chosenVehicles } from '../kit/query';
import { serve } from '../kit/serve';
import { fromSql } from '../kit/sql-source';
import { bindingImport } from './binding-import';

/** A moment of the form on the company's clock; a sentence at its field for a date that does not exist. */
function momentOf(field: string, text: string, ctx: Ctx): Date {
  const at = wallToMs(text, ctx.timeZone);
  if (at === null) throw invalidField(field, '时间不是有效的日期');
  return new Date(at);
}

/** What a new binding would overlap: the same vehicle with that customer, or the code of another vehicle. */
async function refuseOverlap(
  trx: Trx,
  input: Parsed<typeof customerBind>,
  during: { from: Date; until: Date | null },
  customer: string,
): Promise<void> {
  const { rows } = await sql<{ own: boolean; plateNo: string }>`
    select b.vehicle_id = ${input.vehicleId} as own, v.plate_no as "plateNo" from vehicle_binding b join vehicle v on v.id = b.vehicle_id
    where b.customer_id = ${input.customerId} and (b.vehicle_id = ${input.vehicleId} or b.ext_code = ${input.extCode})
      and b.during && tstzrange(${during.from}, ${during.until}) order by 1 desc limit 1`.execute(trx);
  const [found] = rows;
  if (found?.own) throw invalidField('startTime', `该车辆在此时段已绑定客户${customer}`);
  if (found) throw invalidField('extCode', `客户${customer}的这个编码在此时段已属于${found.plateNo}`);
}

function bind(ctx: Ctx, input: Parsed<typeof customerBind>): Promise<{ id: string }> {
  const from = momentOf('startTime', input.startTime, ctx);
  const until = input.endTime === null ? null : momentOf('endTime', input.endTime, ctx);
  if (until !== null && until <= from) throw invalidField('endTime', '结束时间应晚于开始时间');
  return ctx.db(async (trx) => {
    // locked: two bindings of one vehicle are told apart by the second one
    const { rows: vehicles } =
      await sql`select v.id from vehicle v where v.id = ${input.vehicleId} and v.client_id = ${ctx.clientId}
      and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} for update of v`.execute(trx);
    if (vehicles.length === 0) throw notFound('车辆');
    const { rows: customers } = await sql<{
      name: string;
    }>`select c.name from customer c where c.id = ${input.customerId}
      and c.client_id = ${ctx.clientId} and c.deleted_at is null and ${orgOrNone(ctx, 'c.org_id')} for update of c`.execute(
      trx,
    );
    const [customer] = customers;
    if (!customer) throw notFound('客户');
    await refuseOverlap(trx, input, { from, until }, customer.name);
    const { rows } = await sql<{ id: string }>`
      insert into vehicle_binding (client_id, vehicle_id, customer_id, ext_code, project, temperature_type, during, user_name, updated_by)
      values (${ctx.clientId}, ${input.vehicleId}, ${input.customerId}, ${input.extCode}, ${input.project}, ${input.temperatureType},
        tstzrange(${from}, ${until}), ${ctx.userName}, ${ctx.userId}) returning id::text`.execute(trx);
    const changes = [{ field: 'extCode', label: `${customer.name}的编码`, before: '', after: input.extCode }];
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: input.vehicleId, action: '绑定客户', changes }]);
    return { id: rows[0]?.id ?? '' };
  });
}

function unbind(ctx: Ctx, input: Parsed<typeof customerUnbind>): Promise<null> {
  const at = momentOf('time', input.time, ctx);
  if (at.getTime() > Date.now()) throw invalidField('time', '解绑时间不能晚于现在');
  return ctx.db(async (trx) => {
    const { rows } = await sql<{ version: number; vehicleId: string; code: string; began: boolean; ended: boolean }>`
      select b.version, b.vehicle_id::text as "vehicleId", b.ext_code as code, lower(b.during) < ${at} as began,
        coalesce(upper(b.during) <= ${at}, false) as ended
      from vehicle_binding b join vehicle v on v.id = b.vehicle_id
      where b.id = ${input.id} and b.client_id = ${ctx.clientId} and ${visibleVehicleRows(ctx, 'v')} for update of b`.execute(
      trx,
    );
    const [found] = rows;
    if (!found) throw notFound('绑定');
    if (found.version !== input.version) throw changedMeanwhile('vehicle', found.vehicleId);
    if (found.ended) throw blockedByRule('该绑定已经结束');
    if (!found.began) throw invalidField('time', '解绑时间应晚于绑定时间');
    await sql`update vehicle_binding set during = tstzrange(lower(during), ${at}), unbind_reason = ${input.reason}, user_name = ${ctx.userName},
      version = version + 1, updated_at = now(), updated_by = ${ctx.userId} where id = ${input.id}`.execute(trx);
    const changes = [{ field: 'extCode', label: '客户车辆编码', before: found.code, after: input.reason }];
    await recordChanges(trx, ctx, [{ entity: 'vehicle', entityId: found.vehicleId, action: '解绑客户', changes }]);
    return null;
  });
}

export const vehicleBinding = serve(
  vehicleBindingReport,
  fromSql(vehicleBindingReport, (ctx, q) => {
    const state = sql<string>`case when upper(b.during) <= now() then 'ended' when lower(b.during) > now() then 'future' else 'active' end`;
    const all = [
      chosenVehicles(ctx, { vehicleIds: q.vehicleIds }),
      sql<boolean>`b.client_id = ${ctx.clientId} and b.during && tstzrange(${new Date(q.from)}, ${new Date(q.until)})`,
    ];
    if (q.state !== 'all') all.push(sql<boolean>`${state} = ${q.state}`);
    if (q.keyword) {
      const like = likePattern(q.keyword);
      all.push(sql<boolean>`(c.name ilike ${like} or b.ext_code ilike ${like} or b.project ilike ${like})`);
    }
    return sql`select b.id, v.id as "vehicleId", c.name as customer, b.ext_code as "extCode", b.project, coalesce(b.temperature_type::text, '') as zone,
        lower(b.during) as since, upper(b.during) as until, ${state} as state, b.unbind_reason as reason, b.user_name as user, b.version
      from vehicle_binding b join vehicle v on v.id = b.vehicle_id join customer c on c.id = b.customer_id where ${allOf(all)}`;
  }),
  {
    bindActions: (app) => {
      route(app, customerBind, bind);
      route(app, customerUnbind, unbind);
      bindImportRoutes(app, bindingImport);
    },
  },
);
