import { keysOf } from '@tongda/contract/core/keys';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import { lockStatus } from '@tongda/contract/resources/enums';
import { type LockFields, lockFields, lockImports, lockLabels } from '@tongda/contract/resources/equipment/lock';
import {
  type PortableFields,
  portableFields,
  portableImports,
  portableLabels,
} from '@tongda/contract/resources/equipment/portable';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { RowValues, StoredTable } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asDate, asRef } from '../../../core/import/cells';
import { columnsOfForm, optionNames } from '../../../core/import/columns';
import type { Cells, Fault, ImportColumn, ImportDefinition, ImportWorld, Known } from '../../../core/import/definition';
import { hiddenRecord, knownRecord } from '../../../core/import/known';
import type { Register } from '../../../core/record/register';
import { fieldsInWords } from '../../../core/record/words';
import { visibleVehicleRows } from '../../base/org/door';
import { loadReferences } from '../../base/reference/door';
import { findLocksByNumber } from './lock/repo';
import { lockEntity } from './lock/writes';
import { portableEntity } from './portable';
import { findPortablesByNumber } from './portable-repo';
import { beginBinding, endBinding } from './refs';

/** The vehicle to which a line binds a new recorder or lock. */
interface Mounting {
  vehicleId: string;
  plateNo: string;
  doorPos: string;
}
const doorLength = 10;

interface Kind<V extends Record<string, unknown>> {
  what: 'portable' | 'lock';
  calls: ImportCalls;
  register: Register<V>;
  key: { field: string; label: string; column: string; normal: (text: string) => string };
  schema: z.ZodType<V>;
  labels: Readonly<Record<string, string>>;
  columns: (choices: ImportWorld<V>['choices']) => ImportColumn[];
  known: (trx: Trx, ctx: Ctx, numbers: string[]) => Promise<ReadonlyArray<{ id: string; version: number }>>;
  binding: 'portable_binding' | 'lock_binding';
  /** columns of the device when it is bound, and those of its period besides vehicle and plate */
  mounted: (to: Mounting) => { own: RowValues; period: RowValues };
  /** the same columns of the device when it is not bound */
  unmounted: RowValues;
}

/** The import of recorders and of locks. A line is about the device with its number; a plate binds a new one to that vehicle. */
const definitionOf = <V extends Record<string, unknown>>(kind: Kind<V>): ImportDefinition<V> => ({
  calls: kind.calls,
  entity: kind.register.entity,
  table: kind.register.table,
  key: kind.key,
  columns: kind.columns,
  notes: ['绑定车辆只对新增的有效，从导入时起绑定；已登记的请在页面绑定或换绑。'],
  schema: kind.schema,
  labels: kind.labels,
  world: (trx, ctx, numbers) => loadWorld(kind, trx, ctx, numbers),
  lines: async (trx, ctx) => {
    const plates = await loadPlates(trx, ctx);
    return (line) => readMounting(plates, line);
  },
  columnsOf: kind.register.columnsOf,
  wordsOf: (fields, names) => fieldsInWords(fields, kind.register.wording, names),
  inserted: async (trx, ctx, rows) => {
    // `extra` of a line is what `lines` above answered: the result of `readMounting`
    for (const { id, extra } of rows) if (extra) await mount(kind, trx, ctx, id, extra as Mounting);
  },
  // bindings after the import changed the version, so undoing notices them by itself; grants do not
  used: (trx, ctx, ids) => findGrants(kind.what, trx, ctx, ids),
  release: async (trx, _ctx, ids) => {
    for (const id of ids) await endBinding(trx, kind.binding, id);
    await setColumns(trx, kind.register.table, ids, kind.unmounted);
  },
  twice: kind.register.twice,
});

/** Binds a new device to its vehicle. The version stays, so that the import can still be undone, which unbinds the device. */
async function mount<V extends Record<string, unknown>>(kind: Kind<V>, trx: Trx, ctx: Ctx, id: string, to: Mounting) {
  const { own, period } = kind.mounted(to);
  await setColumns(trx, kind.register.table, [id], own);
  await beginBinding(trx, ctx, kind.binding, id, { vehicle_id: to.vehicleId, name: to.plateNo, ...period });
}
const setColumns = (trx: Trx, table: StoredTable, ids: string[], values: RowValues) =>
  sql`update ${sql.table(table)} set ${sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where id = any(${ids}::bigint[])`.execute(trx);

/** Ids of the vehicles that the caller may edit, by plate. */
async function loadPlates(trx: Trx, ctx: Ctx): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('vehicle as v')
    .select(['v.id', 'v.plate_no'])
    .where('v.client_id', '=', ctx.clientId)
    .where('v.deleted_at', 'is', null)
    .where(visibleVehicleRows(ctx, 'v', 'edit'))
    .execute();
  return new Map(rows.map((v) => [v.plate_no, v.id]));
}

function readMounting(
  plates: ReadonlyMap<string, string>,
  { cells, known }: { cells: Cells; known: Known<Record<string, unknown>> | null },
): { faults: Fault[]; extra?: Mounting } {
  const plateNo = normalizePlate(cells.plateNo ?? '');
  const doorPos = cells.doorPos || '后门';
  if (plateNo === '') return { faults: [] };
  if (known) return { faults: [{ field: 'plateNo', msg: '导入不能改变已登记设备的绑定，请在页面绑定或换绑' }] };
  const vehicleId = plates.get(plateNo);
  if (!vehicleId) return { faults: [{ field: 'plateNo', msg: '车辆不存在，或您没有它的编辑权限' }] };
  if (doorPos.length > doorLength) return { faults: [{ field: 'doorPos', msg: `最多${doorLength}个字符` }] };
  return { faults: [], extra: { vehicleId, plateNo, doorPos } };
}

async function loadWorld<V extends Record<string, unknown>>(
  kind: Kind<V>,
  trx: Trx,
  ctx: Ctx,
  numbers: string[],
): Promise<ImportWorld<V>> {
  const references = await loadReferences(trx, ctx, ['org']);
  const { refs, choices, names } = references;
  const models = await trx
    .selectFrom('device_model')
    .select(['id', 'name'])
    .where('client_id', '=', ctx.clientId)
    .where('kind', '=', kind.what)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute();
  refs.model = new Map(models.map(({ id, name }) => [name, id]));
  choices.model = models.map(({ name }) => name);
  for (const { id, name } of models) names.set(`model ${id}`, name);
  const known = new Map<string, Known<V>>();
  if (numbers.length === 0) return { ...references, known };
  const { rows } = await sql<{ id: string; no: string }>`select id::text, ${sql.ref(kind.key.column)} as no
    from ${sql.table(kind.register.table)} where client_id = ${ctx.clientId} and deleted_at is null
      and ${sql.ref(kind.key.column)} = any(${numbers}::text[])`.execute(trx);
  for (const { id, no } of rows) known.set(no, hiddenRecord(id));
  const numberOf = new Map(rows.map(({ id, no }) => [id, no]));
  for (const row of await kind.known(trx, ctx, numbers))
    known.set(numberOf.get(row.id) ?? '', knownRecord(row, keysOf(kind.labels)));
  return { ...references, known };
}

/** Locks with valid grants, with their number in words, by id; recorders have no grants. */
async function findGrants(
  what: Kind<Record<string, unknown>>['what'],
  trx: Trx,
  ctx: Ctx,
  ids: string[],
): Promise<Map<string, string>> {
  if (what !== 'lock') return new Map();
  const { rows } = await sql<{
    id: string;
    n: number;
  }>`select resource_id::text as id, count(*)::int as n from resource_auth
    where client_id = ${ctx.clientId} and resource_kind = 'lock' and resource_id = any(${ids}::bigint[]) and revoked_at is null
      and (valid_until is null or valid_until > now()) group by resource_id`.execute(trx);
  return new Map(rows.map(({ id, n }) => [id, `还有${n}个有效授权`]));
}

type Choices = ImportWorld<Record<string, unknown>>['choices'];
/** The columns that both kinds have, and `column` for building the others. */
function columnsOf(labels: Readonly<Record<string, string>>, what: string, { org = [], model = [] }: Choices) {
  const column = columnsOfForm(labels);
  return {
    column,
    model: column('modelId', model[0] ?? '', `${what}的型号`, {
      options: model,
      as: asRef('model', '型号', '请核对型号'),
    }),
    org: column('orgId', org[0] ?? '', '部门名称；有重名时写完整路径', {
      options: org,
      as: asRef('org', '部门', '请填完整路径'),
    }),
    serviceEnd: column('serviceEnd', '2027-10-31', '日期', { as: asDate }),
    remark: column('remark', '', '最多200个字符'),
    plate: column('plateNo', '', '车牌号；空白为不绑定', { label: '绑定车辆' }),
  };
}

export const portableImportDefinition = definitionOf<PortableFields>({
  what: 'portable',
  calls: portableImports,
  register: portableEntity,
  key: { field: 'deviceNo', label: '设备编号', column: 'device_no', normal: (text) => text.trim() },
  schema: portableFields,
  labels: portableLabels,
  columns: (choices) => {
    const { column, model, org, serviceEnd, remark, plate } = columnsOf(portableLabels, '便携设备', choices);
    return [
      column('deviceNo', 'WK2027001', '字母、数字、-，最多30个字符', { required: true }),
      column('name', '医药箱1', '最多20个字符'),
      column('terminalNo', '014400270041', '报文头中的号码，5~20位数字；空白为不上报，请把单元格设为文本'),
      model,
      org,
      column('simNo', '14400270041', '5~20位数字；请把单元格设为文本'),
      column('usageMode', '自有', '空白为自有', {
        options: optionNames(usageModeList),
        as: asCode(usageModeList),
      }),
      column('calibrationDate', '2026-11-01', '日期', { as: asDate }),
      column('certNo', 'JZ-2026-118', '最多30个字符'),
      serviceEnd,
      remark,
      plate,
    ];
  },
  known: findPortablesByNumber,
  binding: 'portable_binding',
  mounted: ({ vehicleId, plateNo }) => ({
    own: { bind_type: nodeTypeList.vehicle, bind_vehicle_id: vehicleId, bind_name: plateNo },
    period: { bind_type: nodeTypeList.vehicle },
  }),
  unmounted: { bind_type: null, bind_vehicle_id: null, bind_store_id: null, bind_name: null },
});

export const lockImportDefinition = definitionOf<LockFields>({
  what: 'lock',
  calls: lockImports,
  register: lockEntity,
  key: { field: 'lockNo', label: '锁编号', column: 'lock_no', normal: (text) => text.trim() },
  schema: lockFields,
  labels: lockLabels,
  columns: (choices) => {
    const { column, model, org, serviceEnd, remark, plate } = columnsOf(lockLabels, '蓝牙锁', choices);
    return [
      column('lockNo', 'LS2027001', '字母、数字、-，最多30个字符', { required: true }),
      column('mac', 'C4:5B:BE:10:2A:10', '大写，用冒号隔开', { as: (text) => text.toUpperCase() }),
      model,
      org,
      column('fwVersion', 'V1.4', '最多30个字符'),
      serviceEnd,
      remark,
      plate,
      column('doorPos', '', `绑定在哪个门，最多${doorLength}个字符；空白为后门`, { label: '门位' }),
    ];
  },
  known: findLocksByNumber,
  binding: 'lock_binding',
  mounted: ({ vehicleId, doorPos }) => ({
    own: { vehicle_id: vehicleId, door_pos: doorPos, lock_status: lockStatus.offline },
    period: { door_pos: doorPos },
  }),
  unmounted: { vehicle_id: null, door_pos: null, lock_status: lockStatus.unbound },
});
