import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  type BillFields,
  billSource,
  type RefuelBill,
  refuelAdd,
  refuelBillAdd,
  refuelBillDel,
  refuelBills,
  refuelBillUpdate,
  refuelInvalid,
} from '@tongda/contract/reports/driving/refuel-bill';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { ExportDeps } from '../../../core/export/definition';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, forbiddenError, invalidField, notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { bindImportRoutes } from '../../../core/import/routes';
import { recordChanges } from '../../../core/record/audit';
import { deleteRecords, registerWrites } from '../../../core/record/register';
import { nameOfUser } from '../../../core/record/user-name';
import { listShownFiles, refuseForeignFiles } from '../../../modules/base/file/door';
import { visibleVehicleRows } from '../../../modules/base/org/door';
import { billMoment, billRegister } from './refuel-bill';
import { refuelImport } from './refuel-import';

type StoredBill = Omit<RefuelBill, 'files'> & { fileIds: string[]; plateNo: string };

const readBills = async (trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<StoredBill[]> => {
  const { rows } =
    await sql<StoredBill>`select b.id::text, b.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", b.source,
      ${wireTimeSql(sql<Date>`b.fuelled_at`, ctx.timeZone)} as "fuelTime", b.litres::float8, b.price_yuan::float8 as "priceYuan", b.amount_fen / 100.0::float8 as "amountYuan",
      b.station, b.card_no as "cardNo", b.bill_no as "billNo", b.remark, b.file_ids::text[] as "fileIds", ${nameOfUser(sql.ref('b.updated_by'))} as "userName",
      ${wireTimeSql(sql<Date>`b.updated_at`, ctx.timeZone)} as "updateTime", b.version
    from refuel_bill b join vehicle v on v.id = b.vehicle_id
    where b.id = any(${ids}::bigint[]) and b.client_id = ${ctx.clientId} and b.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}
    order by b.fuelled_at, b.id`.execute(trx);
  return rows.map((row) => ({ ...row, userName: row.userName ?? '' }));
};

const loadBill = async (trx: Trx, ctx: Ctx, id: string): Promise<StoredBill> =>
  requireRow((await readBills(trx, ctx, [id]))[0], billRegister.noun);

/** Plate of a vehicle of the caller's company that has a fuel sensor. */
async function loadFuelled(trx: Trx, ctx: Ctx, vehicleId: string): Promise<string> {
  const { rows } = await sql<{
    plate: string;
    own: boolean;
    sensor: boolean;
  }>`select v.plate_no as plate, v.client_id = ${ctx.clientId} as own, v.oil_count > 0 as sensor
    from vehicle v where v.id = ${vehicleId} and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')}`.execute(trx);
  const [vehicle] = rows;
  if (!vehicle) throw notFound('车辆');
  if (!vehicle.own) throw forbiddenError(`车辆${vehicle.plate}由其他公司共享，只能查看`);
  if (!vehicle.sensor) throw blockedByRule(`未安装油量传感器：${vehicle.plate}`);
  return vehicle.plate;
}

type Given = BillFields & { fileIds: string[] };

const writes = registerWrites<Given, BillFields, StoredBill>(billRegister, {
  load: loadBill,
  prepare: async (trx, ctx, { fileIds, ...fields }, before) => {
    const plateNo = await loadFuelled(trx, ctx, fields.vehicleId);
    if (before && before.vehicleId !== fields.vehicleId) throw invalidField('vehicleId', '票据的车辆不能更改');
    const at = billMoment(fields.fuelTime, ctx.timeZone);
    if (typeof at === 'string') throw invalidField('fuelTime', at);
    const fresh = fileIds.filter((id) => !before?.fileIds.includes(id));
    await refuseForeignFiles(trx, ctx, fresh, 'fileIds');
    const born = before ? {} : { source: billSource.hand, created_by: ctx.userId };
    return {
      fields,
      names: new Map([[`vehicle ${fields.vehicleId}`, plateNo]]),
      columns: { ...born, fuelled_at: new Date(at).toISOString(), file_ids: fileIds },
    };
  },
});

const deleteBill = (ctx: Ctx, { id, version }: Parsed<typeof refuelBillDel>): Promise<null> =>
  ctx.db(async (trx) => {
    await sql`select from refuel_bill where id = ${id} and client_id = ${ctx.clientId} for update`.execute(trx);
    if ((await loadBill(trx, ctx, id)).version !== version) throw changedMeanwhile('refuelBill', id);
    await deleteRecords(trx, ctx, billRegister, [id]);
    return null;
  });

/** 标记误判 or its withdrawal for the findings of one row; all or none. 4009 when somebody was faster. */
const markInvalid = (ctx: Ctx, { ids, invalid, remark }: Parsed<typeof refuelInvalid>): Promise<{ done: number }> =>
  ctx.db(async (trx) => {
    const { rows } = await sql<{
      id: string;
      invalid: boolean;
    }>`select e.id::text, e.handle_status = ${alarmHandleStatus.falseAlarm} as invalid
      from episode e join vehicle v on v.id = e.vehicle_id where e.id = any(${ids}::bigint[]) and e.client_id = ${ctx.clientId}
        and e.kind = 'refuel' and e.status <> 2 and ${visibleVehicleRows(ctx, 'v')} order by e.id for update of e`.execute(
      trx,
    );
    if (rows.length < new Set(ids).size) throw notFound('加油记录');
    for (const row of rows) if (row.invalid === invalid) throw changedMeanwhile('refuel', row.id);
    await trx
      .updateTable('episode')
      .set({
        handle_status: invalid ? alarmHandleStatus.falseAlarm : alarmHandleStatus.open,
        handle_remark: remark,
        handled_by: ctx.userId,
        handled_name: ctx.userName,
        handled_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', 'in', ids)
      .where('client_id', '=', ctx.clientId)
      .execute();
    await recordChanges(
      trx,
      ctx,
      rows.map(({ id }) => ({
        entity: 'refuel',
        entityId: id,
        action: invalid ? '标记误判' : '取消误判',
        changes: remark ? [{ field: 'remark', label: '原因', before: '', after: remark }] : [],
      })),
    );
    return { done: rows.length };
  });

/** Binds what is done with refuellings beyond looking at them. */
export function bindRefuelBills(app: FastifyInstance, { secrets }: ExportDeps): void {
  route(app, refuelBills, (ctx, { ids }) =>
    ctx.db(async (trx) => {
      const rows = await readBills(trx, ctx, ids);
      const files = await listShownFiles(
        trx,
        ctx,
        secrets,
        rows.flatMap(({ fileIds }) => fileIds),
      );
      return rows.map(({ fileIds, plateNo: _plate, ...row }) => ({
        ...row,
        files: fileIds.flatMap((id) => files.get(id) ?? []),
      }));
    }),
  );
  route(app, refuelBillAdd, (ctx, input) => writes.add(ctx, input));
  route(app, refuelAdd, (ctx, input) => writes.add(ctx, input));
  route(app, refuelBillUpdate, (ctx, input) => writes.update(ctx, input));
  route(app, refuelBillDel, deleteBill);
  route(app, refuelInvalid, markInvalid);
  bindImportRoutes(app, refuelImport);
}
