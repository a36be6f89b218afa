import {
  type BindFields,
  bindFields,
  bindingImports,
  bindLabels,
} from '@tongda/contract/reports/customized/vehicle-binding';
import { sql } from 'kysely';
import { declareGone } from '../../core/db/rows';
import type { Trx } from '../../core/db/trx';
import type { Ctx } from '../../core/http/ctx';
import { asDateTime, asRef } from '../../core/import/cells';
import { columnsOfForm } from '../../core/import/columns';
import type { Cells, Fault, ImportDefinition, ImportWorld } from '../../core/import/definition';
import { wallToMs } from '../../kernel/day/edges';
import { loadReferences } from '../../modules/base/reference/door';
import { asVehicle, loadVehicleNames } from '../kit/import-vehicles';

// a binding that is taken back has never been
declareGone('vehicle_binding', null);

const column = columnsOfForm(bindLabels);
const keyOfLine = ({ vehicleId = '', customerId = '' }: Cells): string => `${vehicleId.trim()} → ${customerId.trim()}`;

async function loadWorld(trx: Trx, ctx: Ctx): Promise<ImportWorld<BindFields>> {
  const { refs, choices, names } = await loadReferences(trx, ctx, ['customer']);
  const vehicles = await loadVehicleNames(trx, ctx);
  for (const [id, plate] of vehicles.names) names.set(id, plate);
  return { refs: { ...refs, vehicle: vehicles.byPlate }, choices, names, known: new Map() };
}

/** A binding that is stored, or stands further up in the file; `until` epoch ms, Infinity without an end. */
interface Bound {
  vehicleId: string;
  customerId: string;
  extCode: string;
  until: number;
}

/** Whether a new binding, which has no end, overlaps another: the vehicle has one code with a customer at a time, and a code is one vehicle's. */
async function refuseOverlaps(trx: Trx, ctx: Ctx) {
  const { rows: bound } =
    await sql<Bound>`select vehicle_id::text as "vehicleId", customer_id::text as "customerId", ext_code as "extCode",
      coalesce(extract(epoch from upper(during))::float8 * 1000, 'Infinity') as until from vehicle_binding where client_id = ${ctx.clientId}`.execute(
      trx,
    );
  return ({ fields: { vehicleId, customerId, extCode, startTime } }: { fields: BindFields }): Fault[] => {
    const from = wallToMs(startTime, ctx.timeZone);
    if (from === null) return [{ field: 'startTime', msg: '时间不是有效的日期' }];
    const open = bound.filter((one) => one.customerId === customerId && one.until > from);
    if (open.some((one) => one.vehicleId === vehicleId))
      return [{ field: 'startTime', msg: '该车辆在此时段已绑定这个客户' }];
    if (open.some((one) => one.extCode === extCode))
      return [{ field: 'extCode', msg: '这个客户的该编码在此时段已属于其他车辆' }];
    bound.push({ vehicleId, customerId, extCode, until: Number.POSITIVE_INFINITY });
    return [];
  };
}

/** 导入 of bindings: each line begins one, without an end. What is bound already is refused with a sentence: bindings are ended on the page. */
export const bindingImport: ImportDefinition<BindFields> = {
  calls: bindingImports,
  entity: 'vehicleBinding',
  table: 'vehicle_binding',
  key: {
    field: 'vehicleId',
    label: '车牌号和客户',
    column: 'id',
    normal: (text) => text.trim(),
    of: keyOfLine,
    ofIds: loadKeys,
  },
  columns: ({ customer = [] }) => [
    column('vehicleId', '沪A12345', '车牌号', { required: true, as: asVehicle }),
    column('customerId', customer[0] ?? '', '客户名称', {
      required: true,
      options: customer,
      as: asRef('customer', '客户', '请先区分名称'),
    }),
    column('extCode', 'SAP-10021', '客户系统中这辆车的编码，最多32个字符', { required: true }),
    column('startTime', '2026-11-01 00:00', '从何时起，年-月-日 时:分', { required: true, as: asDateTime }),
  ],
  notes: ['已有的绑定不能在这里修改：请先在页面上解绑，再导入新的编码。'],
  schema: bindFields,
  labels: bindLabels,
  world: loadWorld,
  judge: refuseOverlaps,
  columnsOf: ({ vehicleId, customerId, extCode, project, temperatureType, startTime }, ctx) => ({
    vehicle_id: vehicleId,
    customer_id: customerId,
    ext_code: extCode,
    project,
    temperature_type: temperatureType,
    during: `[${new Date(wallToMs(startTime, ctx.timeZone) ?? 0).toISOString()},)`,
    user_name: ctx.userName,
  }),
  wordsOf: ({ vehicleId, customerId, extCode, startTime }, names) => ({
    vehicleId: names.get(`vehicle ${vehicleId}`) ?? vehicleId,
    customerId: names.get(`customer ${customerId}`) ?? customerId,
    extCode,
    startTime,
  }),
  used: async () => new Map(),
  remove: async (trx, ctx, ids) => {
    await sql`delete from vehicle_binding where client_id = ${ctx.clientId} and id = any(${ids}::bigint[])`.execute(
      trx,
    );
  },
};

/** Plate and customer of bindings by id, as `keyOfLine` writes them. */
async function loadKeys(trx: Trx, ctx: Ctx, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`select b.id::text, v.plate_no || ' → ' || c.name as key
    from vehicle_binding b join vehicle v on v.id = b.vehicle_id join customer c on c.id = b.customer_id
    where b.client_id = ${ctx.clientId} and b.id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, key }) => [id, key]));
}
