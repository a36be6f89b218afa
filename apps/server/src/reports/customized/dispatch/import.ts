import {
  type ShipmentFields,
  shipmentForm,
  shipmentImports,
  shipmentLabels,
  unloadLabels,
} from '@tongda/contract/reports/customized/dispatch';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { insertRows } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asDateTime, asNumber, asRef, many } from '../../../core/import/cells';
import { columnsOfForm, optionNames, usesById } from '../../../core/import/columns';
import type { Fault, ImportColumn, ImportDefinition, ImportWorld, Known } from '../../../core/import/definition';
import { fieldsInWords } from '../../../core/record/words';
import { wallToMs } from '../../../kernel/day/edges';
import { loadReferences } from '../../../modules/base/reference/door';
import { loadNamedPlaces } from '../../../modules/ground/place/door';
import { asVehicle, loadVehicleNames } from '../../kit/import-vehicles';
import { busyOf, readTimes, shipmentRegister, type Timed, writeStops } from './save';

const column = columnsOfForm(shipmentLabels);
const stopColumn = (
  field: keyof typeof unloadLabels,
  example: string | number,
  note: string,
  more: Partial<ImportColumn> = {},
): ImportColumn => ({ field: `stops.${field}`, label: unloadLabels[field], example, note, ...more });
const asPlace = asRef('place', '站点', '请填站点编码');

const importColumns = ({
  place = [],
  customer = [],
  driver = [],
}: ImportWorld<ShipmentFields>['choices']): ImportColumn[] => [
  column('code', 'FY-20261128-01', '字母、数字、-，最多32个字符；单号相同的各行为一单', { required: true }),
  column('customerId', customer[0] ?? '', '客户名称', {
    required: true,
    options: customer,
    as: asRef('customer', '客户', '请先区分名称'),
  }),
  column('vehicleId', '沪A12345', '装货前2小时至最后卸货后2小时内须空闲', {
    label: '车牌号',
    required: true,
    as: asVehicle,
  }),
  column('driverId', driver[0] ?? '', '司机姓名，或手机号', {
    required: true,
    options: driver,
    as: asRef('driver', '司机', '请填手机号'),
  }),
  column('loadPlaceId', place[0] ?? '', '区域站点的名称或编码', { required: true, options: place, as: asPlace }),
  column('planLoadTime', '2026-11-29 06:00', '年-月-日 时:分', { required: true, as: asDateTime }),
  column('temperatureType', '冷藏', optionNames(temperatureType).join('、'), {
    required: true,
    options: optionNames(temperatureType),
    as: asCode(temperatureType),
  }),
  column('lowerC', 0, '℃，最多1位小数', { as: asNumber }),
  column('upperC', 8, '℃，最多1位小数', { as: asNumber }),
  column('goods', '酸奶', '最多50个字符'),
  column('pieces', 120, '整数', { as: asNumber }),
  column('weightT', 1.25, '吨，最多2位小数', { as: asNumber }),
  column('volumeM3', 6.5, 'm³，最多2位小数', { as: asNumber }),
  column('remark', '', '最多200个字符'),
  stopColumn('placeId', place[1] ?? '', '卸货的站点；按行的先后为卸货顺序', {
    required: true,
    options: place,
    as: asPlace,
  }),
  stopColumn('planArriveTime', '2026-11-29 09:30', '晚于计划装货和前一个卸货点', { required: true, as: asDateTime }),
  stopColumn('pieces', 60, '在此卸下的件数', { as: asNumber }),
  stopColumn('contact', '', '最多50个字符'),
];

async function loadWorld(trx: Trx, ctx: Ctx, codes: string[]): Promise<ImportWorld<ShipmentFields>> {
  const { refs, choices, names } = await loadReferences(trx, ctx, ['customer', 'driver']);
  const vehicles = await loadVehicleNames(trx, ctx);
  for (const [id, plate] of vehicles.names) names.set(id, plate);
  const places = (await loadNamedPlaces(trx, ctx)).filter(({ kind }) => kind !== 'line');
  const found = new Map<string, string | typeof many>();
  for (const { id, name } of places) found.set(name, found.has(name) ? many : id);
  for (const { id, code } of places) if (code) found.set(code, id);
  for (const { id, name } of places) names.set(`place ${id}`, name);
  return {
    refs: { ...refs, vehicle: vehicles.byPlate, place: found },
    choices: { ...choices, place: places.map(({ name, code }) => (found.get(name) === many ? code || name : name)) },
    names,
    known: await loadKnown(trx, ctx, codes),
  };
}

/** Shipments that the file names again. They are changed on the page alone, so nobody needs their fields. */
async function loadKnown(trx: Trx, ctx: Ctx, codes: string[]): Promise<Map<string, Known<ShipmentFields>>> {
  const { rows } = await sql<{ id: string; code: string; version: number }>`select id::text, code, version from shipment
    where client_id = ${ctx.clientId} and cancelled_at is null and code = any(${codes}::text[])`.execute(trx);
  return new Map(
    rows.map(({ id, code, version }) => [
      code,
      // the line is refused before its fields are put together
      { id, version, visible: true, fields: {} as ShipmentFields },
    ]),
  );
}

/** Whether the vehicle is free for a shipment: beside those that are stored and not done, and those further up in the file. */
async function refuseBusy(trx: Trx, ctx: Ctx) {
  const { rows } = await sql<{
    vehicleId: string;
    code: string;
    from: number;
    until: number;
  }>`select vehicle_id::text as "vehicleId", code,
      extract(epoch from lower(busy))::float8 * 1000 as from, extract(epoch from upper(busy))::float8 * 1000 as until
    from shipment where client_id = ${ctx.clientId} and cancelled_at is null and status < 3`.execute(trx);
  const taken = new Map<string, typeof rows>();
  const take = (one: (typeof rows)[number]): void =>
    void taken.set(one.vehicleId, [...(taken.get(one.vehicleId) ?? []), one]);
  for (const one of rows) take(one);
  return ({ fields }: { fields: ShipmentFields }): Fault[] => {
    if (wallToMs(fields.planLoadTime, ctx.timeZone) === null)
      return [{ field: 'planLoadTime', msg: '时间不是有效的日期' }];
    if (fields.stops.some(({ planArriveTime }) => wallToMs(planArriveTime, ctx.timeZone) === null))
      return [{ field: 'stops.planArriveTime', msg: '时间不是有效的日期' }];
    const [from, until] = busyOf(readTimes(fields, ctx.timeZone)).map((at) => at.getTime());
    if (from === undefined || until === undefined) return [];
    const other = taken.get(fields.vehicleId)?.find((one) => one.from < until && one.until > from);
    if (other) return [{ field: 'vehicleId', msg: `车辆时间冲突：此时段已有发运${other.code}` }];
    take({ vehicleId: fields.vehicleId, code: fields.code, from, until });
    return [];
  };
}

const timedOf = (fields: ShipmentFields, ctx: Ctx): Timed => ({ ...fields, times: readTimes(fields, ctx.timeZone) });

/** 导入 of shipments: each line of the sheet is an unloading point, and the number tells which shipment it belongs to. Known numbers are refused. */
export const shipmentImport: ImportDefinition<ShipmentFields> = {
  calls: shipmentImports,
  entity: shipmentRegister.entity,
  table: shipmentRegister.table,
  key: { field: 'code', label: '发运单号', column: 'code', normal: (text) => text.trim() },
  columns: importColumns,
  notes: [
    '一单的每个卸货点填一行：发运单号相同，其余信息填在第一行，后面各行可以留空，只填卸货点。',
    '只新增发运；已有的发运请在页面上修改。预冷任务、通知人和附件导入后在页面上填写。',
  ],
  parts: {
    field: 'stops',
    // shipments that exist are not changed by a file: nothing has to be kept or given back
    read: async () => new Map(),
    write: async () => undefined,
  },
  examples: ({ place = [] }) => [
    { code: 'FY-20261128-01', 'stops.placeId': place[2] ?? '', 'stops.planArriveTime': '2026-11-29 11:00' },
  ],
  schema: shipmentForm,
  labels: shipmentLabels,
  world: loadWorld,
  lines:
    async () =>
    ({ known }) => ({
      faults: known ? [{ field: 'code', msg: '发运单号已存在，请在页面上修改' }] : [],
    }),
  judge: refuseBusy,
  columnsOf: (fields, ctx) => shipmentRegister.columnsOf(timedOf(fields, ctx)),
  wordsOf: (fields, names) => fieldsInWords(fields, shipmentRegister.wording, names),
  insert: async (trx, ctx, records) => {
    const timed = records.map((fields) => timedOf(fields, ctx));
    const ids = await insertRows(trx, ctx, shipmentRegister.table, timed.map(shipmentRegister.columnsOf));
    for (const [i, fields] of timed.entries()) await writeStops(trx, ctx, ids[i] ?? '', fields);
    return ids;
  },
  used: async (trx, _ctx, ids) => {
    const { rows } = await sql<{ id: string; status: number }>`select id::text, status from shipment
      where id = any(${ids}::bigint[])`.execute(trx);
    return usesById(rows, ({ status }) => (status > 1 ? '已发车' : null));
  },
  remove: async (trx, ctx, ids) => {
    await sql`delete from shipment where client_id = ${ctx.clientId} and id = any(${ids}::bigint[])`.execute(trx);
  },
  twice: shipmentRegister.twice,
};
