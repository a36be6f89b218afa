import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule } from '../../../../core/http/errors';
import { recordChanges } from '../../../../core/record/audit';
import { visibleTerminals } from '../../../base/org/door';

const entity = 'vehicle';

/** Only terminals that reported within this time can have stored a position in the running second, minutes. */
const latelyMin = 10;

interface Bound {
  vehicleId: string;
  deviceId: string;
  terminalNo: string;
}

/**
 * Binds terminals from stock to new vehicles from the running second on: `bindDevice` for the thousands of an import, in a handful of statements.
 * 4011 for all of them when one was bound or hidden from the caller in the meantime.
 */
export async function bindTerminals(
  trx: Trx,
  ctx: Ctx,
  pairs: ReadonlyArray<{ vehicleId: string; deviceId: string }>,
): Promise<void> {
  if (pairs.length === 0) return;
  const deviceIds = pairs.map(({ deviceId }) => deviceId);
  const free = await trx
    .selectFrom('device')
    .select('id')
    .where(sql<boolean>`id = any(${deviceIds}::bigint[])`)
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where(visibleTerminals(ctx, 'device'))
    .where(
      sql<boolean>`not exists (select from device_binding b where b.device_id = device.id and upper_inf(b.during))`,
    )
    .forUpdate()
    .execute();
  if (free.length < pairs.length) throw blockedByRule('文件中的终端刚被别人绑定，未导入任何数据，请重新检查文件');
  const { rows } = await sql<Bound>`with made as (
      insert into device_binding (client_id, device_id, vehicle_id, during, created_by)
      select ${ctx.clientId}, p.device_id, p.vehicle_id, tstzrange(greatest(date_trunc('second', now()), (
          select max(coalesce(upper(b.during), lower(b.during) + interval '1 millisecond'))
          from device_binding b where b.device_id = p.device_id and not isempty(b.during))), null), ${ctx.userId}
      from unnest(${pairs.map(({ vehicleId }) => vehicleId)}::bigint[], ${deviceIds}::bigint[]) p(vehicle_id, device_id)
      returning device_id, vehicle_id, lower(during) as at)
    update device d set install_date = (made.at at time zone ${ctx.timeZone})::date from made where d.id = made.device_id
    returning made.vehicle_id::text as "vehicleId", d.id::text as "deviceId", d.terminal_no as "terminalNo"`.execute(
    trx,
  );
  await refileRecent(trx, rows);
  await noteBindings(trx, ctx, '绑定设备', rows, ({ terminalNo }) => ({ before: '', after: terminalNo }));
}

/** Unbinds the terminals of those vehicles that have one. */
export async function unbindTerminals(trx: Trx, ctx: Ctx, vehicleIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Bound>`update device_binding b
    set during = tstzrange(lower(b.during), greatest(now(), lower(b.during) + interval '1 millisecond'))
    from device d where d.id = b.device_id and b.vehicle_id = any(${[...vehicleIds]}::bigint[]) and b.client_id = ${ctx.clientId}
      and upper_inf(b.during)
    returning b.vehicle_id::text as "vehicleId", d.id::text as "deviceId", d.terminal_no as "terminalNo"`.execute(trx);
  await refileRecent(trx, rows);
  await noteBindings(trx, ctx, '解绑设备', rows, ({ terminalNo }) => ({ before: terminalNo, after: '' }));
}

/** Files the positions of the running second under the vehicles to which the terminals are bound now. */
const refileRecent = (trx: Trx, bound: readonly Bound[]) =>
  sql`select refile_positions(d.id, date_trunc('second', now())) from device d
    where d.id = any(${bound.map(({ deviceId }) => deviceId)}::bigint[])
      and d.last_seen_at > now() - make_interval(mins => ${latelyMin})`.execute(trx);

const noteBindings = (
  trx: Trx,
  ctx: Ctx,
  action: string,
  bound: readonly Bound[],
  words: (one: Bound) => { before: string; after: string },
): Promise<void> =>
  recordChanges(
    trx,
    ctx,
    bound.map((one) => ({
      entity,
      entityId: one.vehicleId,
      action,
      changes: [{ field: 'deviceId', label: '终端', ...words(one) }],
    })),
  );
