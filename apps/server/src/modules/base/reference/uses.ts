import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';

/** Kinds of records that other modules refer to. */
export type UsedKind = 'vehicle' | 'driver' | 'carrier' | 'customer' | 'fleet' | 'store';

/** Each answers (id, name) of what uses one of `ids`; everything is the company's own by row-level security. */
const usesByKind: Readonly<Record<UsedKind, (ids: RawBuilder<unknown>) => Array<RawBuilder<unknown>>>> = {
  vehicle: (ids) => [
    openTripsSql('vehicle_id', ids),
    openShipmentsSql('vehicle_id', ids),
    sql`select vehicle_id, '蓝牙锁' || lock_no from bluetooth_lock where deleted_at is null and vehicle_id = any(${ids})`,
    sql`select bind_vehicle_id, '便携设备' || device_no from portable_device where deleted_at is null and bind_vehicle_id = any(${ids})`,
    sql`select vehicle_id, '线路规划“' || name || '”' from route_plan where deleted_at is null and status in (0, 1, 2) and vehicle_id = any(${ids})`,
    sql`select vehicle_id, '维修单' || repair_code from vehicle_repair where maintain_status in (0, 1) and vehicle_id = any(${ids})`,
    rulesSql(ruleScope.vehicles, ids),
  ],
  driver: (ids) => [
    openTripsSql('driver_id', ids),
    openTripsSql('co_driver_id', ids),
    openShipmentsSql('driver_id', ids),
    accountsSql('driver_id', ids),
    sql`select leader_driver_id, '车队' || name || '（负责人）' from fleet where deleted_at is null and leader_driver_id = any(${ids})`,
  ],
  carrier: (ids) => [openTripsSql('carrier_id', ids), accountsSql('carrier_id', ids)],
  customer: (ids) => [
    sql`select customer_id, '订单' || order_code from customer_order where order_status < 5 and voided_at is null and customer_id = any(${ids})`,
    openShipmentsSql('customer_id', ids),
    accountsSql('customer_id', ids),
  ],
  fleet: (ids) => [rulesSql(ruleScope.fleets, ids)],
  store: (ids) => [
    sql`select store_id, '门店卡' || card_no from card where deleted_at is null and card_status <> 3 and store_id = any(${ids})`,
    sql`select bind_store_id, '便携设备' || device_no from portable_device where deleted_at is null and bind_store_id = any(${ids})`,
    sql`select g.fence_store_id, '蓝牙锁授权' || k.lock_no from lock_grant g join resource_auth a on a.id = g.auth_id
      join bluetooth_lock k on k.id = a.resource_id
      where a.revoked_at is null and (a.valid_until is null or a.valid_until > now()) and g.fence_store_id = any(${ids})`,
  ],
};

/** Trips that are not over. */
const openTripsSql = (column: string, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${sql.ref(column)}, '运单' || waybill_code from waybill where voided_at is null and transport_status < 3 and ${sql.ref(column)} = any(${ids})`;
const openShipmentsSql = (column: string, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${sql.ref(column)}, '发运' || code from shipment where cancelled_at is null and status < 3 and ${sql.ref(column)} = any(${ids})`;
const accountsSql = (column: string, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${sql.ref(column)}, '登录账号' || account_code from app_user where deleted_at is null and ${sql.ref(column)} = any(${ids})`;
const rulesSql = (scope: number, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select t.id, '报警规则“' || r.name || '”' from alarm_rule r cross join unnest(r.target_ids) as t(id)
    where r.deleted_at is null and r.scope = ${scope} and t.id = any(${ids})`;

/** What uses these records, in words; one call for a whole batch. */
async function listUses(trx: Trx, kind: UsedKind, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const all = sql.join(usesByKind[kind](sql`${[...ids]}::bigint[]`), sql` union all `);
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select distinct id::text as id, name from (${all}) x(id, name) order by name`.execute(trx);
  for (const { id, name } of rows) found.set(id, [...(found.get(id) ?? []), name]);
  return found;
}

/** Adds to each record what uses it. */
export async function addUses<T extends { id: string }>(
  trx: Trx,
  kind: UsedKind,
  rows: readonly T[],
): Promise<Array<T & { uses: string[] }>> {
  const found = await listUses(
    trx,
    kind,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, uses: found.get(row.id) ?? [] }));
}

/** `正被运单A、登录账号B、报警规则“C”等5处使用，无法删除`; null when nothing uses it. */
export function describeUses(uses: readonly string[]): string | null {
  if (uses.length === 0) return null;
  return `正被${uses.slice(0, 3).join('、')}${uses.length > 3 ? `等${uses.length}处` : ''}使用，无法删除`;
}
