import { windowsOf } from '@tongda/contract/core/field/time-window';
import { clearMark } from '@tongda/contract/core/register/import';
import { useStatus, yesNo } from '@tongda/contract/ground/place/enums';
import { type ShapeInput, shapeInput } from '@tongda/contract/ground/place/shape';
import { arrivalEvidence } from '@tongda/contract/resources/enums';
import {
  type StoreFields,
  storeFields,
  storeImports,
  storeLabels,
  storeRadius,
  storeTypes,
} from '@tongda/contract/resources/store/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asCodes, asNumber, asRef, type CellReader, type many } from '../../../core/import/cells';
import { columnsOfForm, optionNames } from '../../../core/import/columns';
import type { Cells, Fault, ImportColumn, ImportDefinition, Known } from '../../../core/import/definition';
import { fieldsInWords } from '../../../core/record/words';
import { asAddress, loadGeocoder } from '../../base/map/door';
import { loadReferences } from '../../base/reference/door';
import { loadPlaceUses } from '../../ground/place/door';
import { fromStores } from './repo';
import { storeRegister } from './service';
import { placeNewStores, unlocateStores } from './sites';

const column = columnsOfForm(storeLabels);
/** A column of the store's position; it is not a field of the store but makes its site. */
const siteColumn = (field: 'lng' | 'lat' | 'radiusM', label: string, example: number, note: string): ImportColumn => ({
  field,
  label,
  example,
  note,
  as: asNumber,
});

/** Reads time windows: `06:00-10:00；周一至周五 22:00-04:00`. */
const asWindows: CellReader = (text) => windowsOf(text) ?? { fault: '时间窗应为 06:00-10:00，多个用；隔开' };

/** Import of stores. A line is about the store with its code and customer (see `findKnownStores`). Positions make the sites of new stores. */
export const storeImportDefinition: ImportDefinition<StoreFields> = {
  calls: storeImports,
  entity: storeRegister.entity,
  table: storeRegister.table,
  key: { field: 'storeCode', label: '门店编码', column: 'code', normal: (text) => text.trim(), of: keyOf },
  columns: ({ org = [], customer = [] }) => [
    column('storeCode', 'SH-101', '字母、数字、-，同一客户内唯一', { required: true }),
    column('storeName', '鲜果源徐汇1店', '最多30个字符', { required: true }),
    column('nodeType', '门店', '门店或仓库，空白为门店', {
      options: optionNames({ options: storeTypes }),
      as: asCode({ options: storeTypes }),
    }),
    column('customerId', customer[0] ?? '', '客户名称，新门店必填', {
      solid: true,
      options: customer,
      as: asRef('customer', '客户', '请在页面选择'),
    }),
    column('orgId', org[0] ?? '', '部门名称', { options: org, as: asRef('org', '部门', '请填完整路径') }),
    column('contact', '王芳', '2~10个字符'),
    column('phone', '13800138000', '手机号或固定电话，新门店必填', { solid: true }),
    column('address', '上海市徐汇区漕溪北路1号', '最多100个字符', { required: true, as: asAddress }),
    siteColumn('lng', '经度', 121.4365, 'WGS-84；新增时与纬度一起填写即定位'),
    siteColumn('lat', '纬度', 31.1886, 'WGS-84'),
    siteColumn('radiusM', '围栏半径(m)', 200, `${storeRadius.min}~${storeRadius.max}，空白为${storeRadius.usual}`),
    column('timeWindows', '06:00-10:00', '收货时间，可写“周一至周五 06:00-10:00”，多个用；隔开，最多3个', {
      as: asWindows,
    }),
    column('unloadMinutes', 30, '5~240 的整数，空白为30', { as: asNumber }),
    column('cargoPlatform', '否', '是或否，空白为否', { options: optionNames(yesNo), as: asCode(yesNo) }),
    column('temperatureTypes', '冷藏、冷冻', '多个用顿号隔开', { as: asCodes(temperatureType, '温区') }),
    column('vehicleLimit', '限高3.2m', '最多50个字符'),
    column('evidence', '签名、刷卡', '到店要留下的证据，多个用顿号隔开：照片、签名、蓝牙锁、刷卡', {
      as: asCodes(arrivalEvidence, '到店证据'),
    }),
    column('status', '启用', '启用或停用，空白为启用', { options: optionNames(useStatus), as: asCode(useStatus) }),
    column('remark', '', '最多200个字符'),
  ],
  notes: [
    '门店按客户和编码认定；客户留空时，编码只有一家门店用到就更新它。',
    '已有门店的名称、位置不能通过导入修改，换客户也请在页面修改；还没有客户的门店可以在此填上客户。',
  ],
  schema: storeFields,
  labels: storeLabels,
  defaults: () => ({ nodeType: nodeTypeList.store }),
  world: async (trx, ctx, keys) => {
    await loadGeocoder();
    const references = await loadReferences(trx, ctx, ['org', 'customer']);
    return { ...references, known: await findKnownStores(trx, ctx, keys, references.refs.customer) };
  },
  lines: async (trx, ctx) => {
    const shared = await findSharedCodes(trx, ctx);
    const rowOf = new Map<string, number>();
    return (line) => {
      const { faults, extra } = readPosition(line);
      const { storeCode = '', customerId = '' } = line.cells;
      const id = line.known?.id;
      const twin = id === undefined ? undefined : rowOf.get(id);
      if (twin !== undefined) faults.push({ field: 'storeCode', msg: `与第${twin}行是同一家门店` });
      else if (id !== undefined) rowOf.set(id, line.row);
      if (!line.known && customerId === '' && shared.has(storeCode.trim()))
        faults.push({ field: 'customerId', msg: `多个客户都有编码为${storeCode.trim()}的门店，请填写客户` });
      return { faults, extra };
    };
  },
  columnsOf: storeRegister.columnsOf,
  wordsOf: (fields, names) => fieldsInWords(fields, storeRegister.wording, names),
  inserted: (trx, ctx, rows) =>
    placeNewStores(
      trx,
      ctx,
      // `extra` is the output of the schema `shapeInput` in `readPosition`
      rows.flatMap(({ id, extra }) => (extra ? [{ id, shape: extra as ShapeInput }] : [])),
    ),
  used: findStoresInUse,
  release: unlocateStores,
  twice: storeRegister.twice,
};

/** The key of a line: code and customer as they stand in its cells. */
function keyOf({ storeCode = '', customerId = '' }: Cells): string {
  const code = storeCode.trim();
  return code === '' ? '' : `${code}\n${customerId === clearMark ? '' : customerId.trim()}`;
}

/** Codes that several stores have, each of another customer: a line with such a code has to name the customer. */
async function findSharedCodes(trx: Trx, ctx: Ctx): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('store')
    .select('code')
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .groupBy('code')
    .having(sql<boolean>`count(*) > 1 and bool_and(customer_id is not null)`)
    .execute();
  return new Set(rows.map(({ code }) => code));
}

/** A stored store as an import knows it, with longitude, latitude and radius (m) of its fence; null where it has none. */
type KnownStore = Known<StoreFields> & { circle: readonly [number | null, number | null, number | null] };

/** Whether a line leaves the position blank or repeats the stored one, as when a file is imported again with another cell changed. */
const keepsPosition = (known: Known<StoreFields>, texts: readonly string[]): boolean => {
  // the import hands back the records of `findKnownStores`, which have a circle, under its own narrower type
  const { circle = [] } = known as Partial<KnownStore>;
  return texts.every((text, i) => text === '' || Math.abs(Number(text) - (circle[i] ?? Number.NaN)) < sameDeg);
};
/** Two coordinates are the same within this difference, degrees (about 10 cm). */
const sameDeg = 1e-6;

/** The position of a line as a circle in `extra`, absent when it gives none, and what is wrong with it. */
function readPosition({ cells, known }: { cells: Cells; known: Known<StoreFields> | null }): {
  faults: Fault[];
  extra?: unknown;
} {
  const { lng = '', lat = '', radiusM = '', storeName = '' } = cells;
  const faults: Fault[] = [];
  if (known && storeName && storeName !== known.fields.storeName)
    faults.push({ field: 'storeName', msg: '导入不能修改已有门店的名称，请在页面修改' });
  if (known && !keepsPosition(known, [lng, lat, radiusM]))
    faults.push({ field: 'lng', msg: '导入不能修改已有门店的位置，请在页面定位' });
  if (known || (lng === '' && lat === '')) return { faults };
  if (lng === '' || lat === '')
    return { faults: [...faults, { field: lng === '' ? 'lng' : 'lat', msg: '经度和纬度要一起填写' }] };
  const shape = shapeInput.safeParse({
    kind: 'circle',
    lng: Number(lng),
    lat: Number(lat),
    radiusM: radiusM === '' ? storeRadius.usual : Number(radiusM),
  });
  if (!shape.success) return { faults: [...faults, { field: 'lng', msg: '经纬度或半径不正确' }] };
  if (Number(radiusM) > storeRadius.max)
    faults.push({ field: 'radiusM', msg: `围栏半径应在${storeRadius.min}~${storeRadius.max}m之间` });
  return { faults, extra: shape.data };
}

/**
 * The stores that lines are about, by key. A line with a customer means that customer's store with the code, or the store without a customer, which
 * so gets one. A line without a customer means the store without one, or the only store with the code.
 */
async function findKnownStores(
  trx: Trx,
  ctx: Ctx,
  keys: readonly string[],
  customers: ReadonlyMap<string, string | typeof many> | undefined,
): Promise<Map<string, KnownStore>> {
  const known = new Map<string, KnownStore>();
  if (keys.length === 0) return known;
  const byCode = await findStoresByCode(trx, ctx, [...new Set(keys.map((key) => key.split('\n')[0] ?? ''))]);
  for (const key of keys) {
    const [code = '', customer = ''] = key.split('\n');
    const stores = byCode.get(code) ?? [];
    const free = stores.find(({ fields }) => !fields.customerId);
    const wanted = customers?.get(customer);
    const found =
      customer === ''
        ? (free ?? (stores.length === 1 ? stores[0] : undefined))
        : (stores.find(({ fields }) => fields.customerId === wanted) ?? free);
    if (found) known.set(key, found);
  }
  return known;
}

async function findStoresByCode(trx: Trx, ctx: Ctx, codes: readonly string[]): Promise<Map<string, KnownStore[]>> {
  const found = new Map<string, KnownStore[]>();
  const all = await trx
    .selectFrom('store')
    .selectAll()
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where('code', 'in', [...codes])
    .execute();
  const seen = new Map(
    (
      await fromStores(trx, ctx)
        .select(['s.id', 'g.lng', 'g.lat', 'g.radius_m'])
        .where('s.code', 'in', [...codes])
        .execute()
    ).map(({ id, lng, lat, radius_m }) => [id, [lng, lat, radius_m] as const]),
  );
  for (const s of all) {
    const fields = {
      storeCode: s.code,
      storeName: s.name,
      customerId: s.customer_id,
      orgId: s.org_id,
      nodeType: s.node_type,
      contact: s.contact,
      phone: s.phone,
      address: s.address,
      timeWindows: s.time_windows,
      unloadMinutes: s.unload_min,
      cargoPlatform: s.cargo_platform,
      temperatureTypes: s.temperature_types,
      vehicleLimit: s.vehicle_limit,
      evidence: s.evidence,
      status: s.status,
      remark: s.remark,
    };
    const store = {
      id: s.id,
      version: s.version,
      visible: seen.has(s.id),
      circle: seen.get(s.id) ?? [null, null, null],
      // the columns are only written with codes that the schema of the form has checked; the table's types are wider
      fields: fields as unknown as StoreFields,
    };
    found.set(s.code, [...(found.get(s.code) ?? []), store]);
  }
  return found;
}

/** What uses the sites of stores besides the stores themselves, such as routes: in words, by id of the store. */
async function findStoresInUse(trx: Trx, ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const rows = await fromStores(trx, ctx)
    .select(['s.id', 's.place_id as placeId'])
    .where('s.id', 'in', ids)
    .where('s.place_id', 'is not', null)
    .execute();
  const users = await loadPlaceUses(
    trx,
    ctx,
    rows.flatMap((r) => r.placeId ?? []),
  );
  const found = new Map<string, string>();
  for (const { id, placeId } of rows) {
    const routes = (users.get(placeId ?? '') ?? []).filter((name) => !name.startsWith('门店'));
    if (routes.length > 0) found.set(id, `正被${routes.slice(0, 3).join('、')}使用`);
  }
  return found;
}
