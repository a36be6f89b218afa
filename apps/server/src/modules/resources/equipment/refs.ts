import { sql } from 'kysely';
import type { RowValues } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalid } from '../../../core/http/errors';
import { visibleVehicleRows } from '../../base/org/door';
import { resolveReferences } from '../../base/reference/door';

/** Names of a device's department and model, by `<kind> <id>`; 4000 at the field of one that does not exist. What it had `before` may stay. */
export async function resolveEquipmentRefs(
  trx: Trx,
  ctx: Ctx,
  kind: 'portable' | 'lock',
  v: { orgId: string | null; modelId: string | null },
  before: { orgId?: string | null; orgName?: string; modelId?: string | null; model?: string } = {},
): Promise<Map<string, string>> {
  const { names, errors } = await resolveReferences(trx, ctx, { orgId: ['org', v.orgId] }, before);
  names.set(`org ${before.orgId}`, before.orgName ?? '');
  names.set(`model ${before.modelId}`, before.model ?? '');
  if (v.modelId) {
    const model = await trx
      .selectFrom('device_model')
      .select('name')
      .where('id', '=', v.modelId)
      .where('client_id', '=', ctx.clientId)
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (model) names.set(`model ${v.modelId}`, model.name);
    else if (before.modelId !== v.modelId) errors.push({ field: 'modelId', msg: '所选型号不存在' });
  }
  if (errors.length > 0) throw invalid(errors);
  return names;
}

/** The plate of a vehicle of the company that the caller may edit; 4000 otherwise. */
export async function loadPlate(trx: Trx, ctx: Ctx, vehicleId: string): Promise<string> {
  const vehicle = await trx
    .selectFrom('vehicle as v')
    .select('v.plate_no')
    .where('v.id', '=', vehicleId)
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v', 'edit'))
    .executeTakeFirst();
  if (!vehicle) throw invalid({ field: 'vehicleId', msg: '车辆不存在，或您没有它的编辑权限' });
  return vehicle.plate_no;
}

const tables = { portable_binding: 'portable_id', lock_binding: 'lock_id' } as const;
type BindingTable = keyof typeof tables;

/** Ends the running period of a device. Periods have whole seconds, so one that began in the running second is deleted. */
export async function endBinding(trx: Trx, table: BindingTable, id: string): Promise<void> {
  const column = sql.ref(tables[table]);
  const now = sql`date_trunc('second', now())`;
  await sql`delete from ${sql.table(table)} where ${column} = ${id} and upper_inf(during) and lower(during) >= ${now}`.execute(
    trx,
  );
  await sql`update ${sql.table(table)} set during = tstzrange(lower(during), ${now}) where ${column} = ${id} and upper_inf(during)`.execute(
    trx,
  );
}

/** Begins a period of a device with the running second; `where` are the columns of what it is bound to. */
export async function beginBinding(
  trx: Trx,
  ctx: Ctx,
  table: BindingTable,
  id: string,
  where: RowValues,
): Promise<void> {
  const columns = sql.join(Object.keys(where).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (client_id, ${sql.ref(tables[table])}, created_by, during, ${columns})
    values (${ctx.clientId}, ${id}, ${ctx.userId}, tstzrange(date_trunc('second', now()), null), ${sql.join(Object.values(where))})`.execute(
    trx,
  );
}

/** 绑定记录 of a recorder or a lock, newest first. */
export async function listBindings(trx: Trx, ctx: Ctx, table: BindingTable, id: string) {
  const { rows } = await sql<{
    id: string;
    bindType: number;
    name: string;
    doorPos: string;
    startTime: string;
    endTime: string | null;
    operator: string;
  }>`select b.id::text, ${table === 'portable_binding' ? sql`b.bind_type` : sql`1`}::int as "bindType", b.name,
      ${table === 'portable_binding' ? sql`''` : sql`b.door_pos`} as "doorPos",
      ${wireTimeSql(sql<Date>`lower(b.during)`, ctx.timeZone)} as "startTime",
      ${wireTimeSql(sql<Date | null>`upper(b.during)`, ctx.timeZone)} as "endTime", coalesce(u.name, '') as operator
    from ${sql.table(table)} b left join app_user u on u.id = b.created_by
    where ${sql.ref(`b.${tables[table]}`)} = ${id} order by b.during desc`.execute(trx);
  return rows;
}
