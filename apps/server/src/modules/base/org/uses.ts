import { ruleScope } from '@tongda/contract/rules/alarm-rule/codes';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';

/** Registers whose records belong to departments: the unit of their count, the table and the column with the name of a record. */
const registers = [
  { table: 'app_user', name: 'name', unit: '个用户' },
  { table: 'vehicle', name: 'plate_no', unit: '辆车' },
  { table: 'fleet', name: 'name', unit: '个车队' },
  { table: 'driver', name: 'name', unit: '名司机' },
  { table: 'device', name: 'terminal_no', unit: '台终端' },
  { table: 'portable_device', name: 'device_no', unit: '台便携设备' },
  { table: 'bluetooth_lock', name: 'lock_no', unit: '把蓝牙锁' },
  { table: 'customer', name: 'name', unit: '家客户' },
  { table: 'store', name: 'name', unit: '家门店' },
  { table: 'place', name: 'name', unit: '个区域站点' },
  { table: 'transport_route', name: 'name', unit: '条线路' },
  { table: 'route_plan', name: 'name', unit: '个线路规划' },
  { table: 'card_writer', name: 'writer_no', unit: '台写卡设备' },
] as const;
/** Documents that name a department: they are history, and go to the department above when theirs is deleted. */
const papers = ['customer_order', 'waybill', 'pick_up_order', 'receipt_order', 'abnormal_report'] as const;

/** What a department still holds, in Chinese words like `2个用户（张三、李四）`; empty when it can be deleted. */
export async function listUsesOfOrg(trx: Trx, id: string): Promise<string[]> {
  const lines = registers.map(
    ({ table, name, unit }) =>
      sql`select ${unit}::text as unit, count(*)::int as n,
        (select string_agg(named, '、') from (select ${sql.ref(name)}::text as named from ${sql.table(table)} where org_id = ${id} and deleted_at is null order by id limit 3) x) as some
      from ${sql.table(table)} where org_id = ${id} and deleted_at is null`,
  );
  const { rows } = await sql<{ unit: string; n: number; some: string | null }>`
    select '个子部门' as unit, count(*)::int as n, (select string_agg(name, '、') from (select name from org where parent_id = ${id} order by id limit 3) x) as some
    from org where parent_id = ${id}
    union all ${sql.join(lines, sql` union all `)}
    union all select '条报警规则', count(*)::int, string_agg(name, '、') from alarm_rule
    where deleted_at is null and scope = ${sql.lit(ruleScope.orgs)} and ${id}::bigint = any(target_ids)`.execute(trx);
  return rows.filter(({ n }) => n > 0).map(({ unit, n, some }) => `${n}${unit}（${some ?? ''}${n > 3 ? '等' : ''}）`);
}

/** Gives deleted records and documents of a department to the one above it, before it is deleted. */
export async function handUpRecords(trx: Trx, id: string, parentId: string): Promise<void> {
  for (const table of [...registers.map((r) => r.table), ...papers])
    await sql`update ${sql.table(table)} set org_id = ${parentId} where org_id = ${id}`.execute(trx);
}
