import type { Parsed } from '@tongda/contract/core/endpoint';
import { type TimeWindow, windowWords } from '@tongda/contract/core/field/time-window';
import { locateStatus, placeSource } from '@tongda/contract/ground/place/enums';
import type { ShapeInput } from '@tongda/contract/ground/place/shape';
import { routeUpdate } from '@tongda/contract/ground/transport-route/calls';
import {
  fenceLabel,
  type StoreFields,
  type storeBatchModify,
  storeDicts,
  storeLabels,
} from '@tongda/contract/resources/store/calls';
import { sql } from 'kysely';
import { deleteRows, requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalid } from '../../../core/http/errors';
import { type Change, changesBetween, recordChanges } from '../../../core/record/audit';
import { type Line, oneByOne, orRefusal, type Register, registerWrites } from '../../../core/record/register';
import { fieldsInWords } from '../../../core/record/words';
import { moveShape, type StoredShape } from '../../../kernel/ground/place-shape';
import { orgOrNone, orgScope } from '../../base/org/door';
import { addUses, describeUses } from '../../base/reference/door';
import {
  changeSite,
  dropPlaces,
  groundWords,
  loadPlaceUses,
  placeWrites,
  siteShapeOf,
  usedByText,
} from '../../ground/place/door';
import { changeCall } from '../../ground/transport-route/door';
import { type FoundStore, findStore } from './repo';
import { findArea, siteNameWithCode, siteOf } from './sites';

export const storeRegister: Register<StoreFields> = {
  entity: 'store',
  table: 'store',
  noun: '门店',
  wording: {
    labels: storeLabels,
    dicts: storeDicts,
    refs: { customerId: 'customer', orgId: 'org' },
    // the change history asks for `timeWindows` of forms and stored rows only: the schema of the form checked both
    own: { timeWindows: (windows) => windowWords(windows as TimeWindow[]) },
  },
  columnsOf: (v) => ({
    name: v.storeName,
    code: v.storeCode,
    customer_id: v.customerId,
    org_id: v.orgId,
    node_type: v.nodeType,
    contact: v.contact,
    phone: v.phone,
    address: v.address,
    time_windows: v.timeWindows,
    unload_min: v.unloadMinutes,
    cargo_platform: v.cargoPlatform,
    temperature_types: v.temperatureTypes,
    vehicle_limit: v.vehicleLimit,
    evidence: v.evidence,
    status: v.status,
    remark: v.remark,
  }),
  // a code is unique among the stores of one customer
  twice: (index, given) => {
    if (index !== 'store_code') return null;
    if (!given) return { field: 'storeCode', msg: '该客户已有此编码的门店' };
    const { customerId, storeCode } = given.fields;
    const customer = given.names.get(`customer ${customerId}`);
    const msg = customer ? `客户“${customer}”已有编码为${storeCode}的门店` : `没有客户的门店中已有编码${storeCode}`;
    return { field: 'storeCode', msg };
  },
};
const { entity } = storeRegister;

async function loadStore(trx: Trx, ctx: Ctx, id: string): Promise<FoundStore> {
  return requireRow(await findStore(trx, ctx, id), '门店');
}

/** 新增 and 编辑 of a store; its site is made or changed with it. */
export const storeWrites = registerWrites<GivenStore, StoreFields, FoundStore>(storeRegister, {
  load: loadStore,
  prepare: async (trx, ctx, given, before) => {
    const { shape, ...fields } = given;
    if (!shape && before?.placeId) throw invalid([{ field: 'shape', msg: '门店要有围栏，可以移动或重画，不能清除' }]);
    const names = await resolveNames(trx, ctx, fields, before);
    const ground = shape && (await siteShapeOf(shape));
    return {
      fields,
      names,
      columns: await findArea(ground),
      also: async (id) => {
        if (ground) await setSite(trx, ctx, { id, placeId: before?.placeId ?? null }, fields, ground);
        return fenceChanges(before?.ground ?? null, ground);
      },
    };
  },
});
/** A store as the form sends it: its fields and its fence (null: an imported one that is still without a position). */
type GivenStore = StoreFields & { shape: ShapeInput | null };

const describeFence = (ground: StoredShape | null): string => (ground ? groundWords(ground) : '');
const fenceChanges = (before: StoredShape | null, after: StoredShape | null): Change[] =>
  changesBetween({ shape: describeFence(before) }, { shape: describeFence(after) }, { shape: fenceLabel });

/** 生成站点: gives a store a position, or moves it. */
export function addSite(ctx: Ctx, id: string, shape: ShapeInput): Promise<null> {
  return ctx.db(async (trx) => {
    const store = await loadStore(trx, ctx, id);
    const ground = await siteShapeOf(shape);
    await moveStore(trx, ctx, store, ground);
    const changes = fenceChanges(store.ground, ground);
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '生成站点', changes }]);
    return null;
  });
}

/** Stores the district of a store's new position, and changes its site. */
async function moveStore(trx: Trx, ctx: Ctx, store: FoundStore, ground: StoredShape): Promise<void> {
  await updateRow(trx, ctx, 'store', { ...store, values: await findArea(ground) });
  await setSite(trx, ctx, store, fieldsOf(store), ground);
}

/** Makes or changes the site of a store. When another site has the store's name, the code is added to it. */
async function setSite(
  trx: Trx,
  ctx: Ctx,
  store: { id: string; placeId: string | null },
  fields: StoreFields,
  ground: StoredShape,
): Promise<void> {
  const taken = await trx
    .selectFrom('place')
    .select('id')
    .where('client_id', '=', ctx.clientId)
    .where('kind', '=', 'site')
    .where('name', '=', fields.storeName)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${store.placeId}`)
    .executeTakeFirst();
  const wanted = siteOf(fields, taken ? siteNameWithCode(fields) : fields.storeName);
  if (store.placeId) {
    await changeSite(trx, ctx, store.placeId, wanted, ground);
    return;
  }
  const placeId = await placeWrites.insert(trx, ctx, { ...wanted, shape: ground, source: placeSource.store });
  await trx.updateTable('store').set({ place_id: placeId }).where('id', '=', store.id).execute();
}

/** The fields of the form of a stored store. */
// the columns are only written with codes that the schema of the form has checked; the row's types are wider
const fieldsOf = (s: FoundStore): StoreFields => ({ ...s, phone: s.phone || null }) as unknown as StoreFields;

/** Names of a store's customer and department, by `<kind> <id>`; 4000 for one that does not exist or that the caller may not choose. A store keeps the customer that it has. */
async function resolveNames(
  trx: Trx,
  ctx: Ctx,
  { customerId, orgId }: StoreFields,
  before: FoundStore | null,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ kind: string; name: string }>`
    select 'customer' as kind, name from customer where client_id = ${ctx.clientId} and id = ${customerId} and deleted_at is null
      and (${orgOrNone(ctx, 'customer.org_id')} or id = ${before?.customerId ?? null})
    union all select 'org', name from org where id = ${orgId} and ${orgScope(ctx, 'org.id')}`.execute(trx);
  const nameOf = new Map(rows.map(({ kind, name }) => [kind, name]));
  const faults = [
    ...(customerId && !nameOf.has('customer')
      ? [{ field: 'customerId', msg: '所选客户不存在或不在您的权限范围内' }]
      : []),
    ...(orgId && !nameOf.has('org') ? [{ field: 'orgId', msg: '所选部门不存在或不在您的权限范围内' }] : []),
  ];
  if (faults.length > 0) throw invalid(faults);
  return new Map([
    ...(before ? namesOf(before) : []),
    [`customer ${customerId}`, nameOf.get('customer') ?? ''],
    [`org ${orgId}`, nameOf.get('org') ?? ''],
  ]);
}
/** Names of a stored store's customer and department, by `<kind> <id>`. */
const namesOf = (store: FoundStore): Map<string, string> =>
  new Map([
    [`customer ${store.customerId}`, store.customerName],
    [`org ${store.orgId}`, store.orgName],
  ]);

/** Runs a step for one store after another; a refusal becomes that store's line of result. */
const eachStore = (
  ctx: Ctx,
  ids: string[],
  action: string,
  run: (trx: Trx, store: FoundStore) => Promise<Change[]>,
): Promise<Line[]> =>
  oneByOne(ctx, storeRegister, ids, {
    load: async (trx, id) => {
      const store = await findStore(trx, ctx, id);
      return store && { ...store, name: store.storeName };
    },
    action,
    run: (trx, store) => orRefusal(() => run(trx, store)),
    ...(action === '批量修改' ? { onlyChanged: true as const } : {}),
  });

/** Names of what uses a store's site, such as routes, besides the store itself. */
const listRoutesAt = async (trx: Trx, ctx: Ctx, placeId: string): Promise<string[]> =>
  ((await loadPlaceUses(trx, ctx, [placeId])).get(placeId) ?? []).filter((name) => !name.startsWith('门店'));

/** Soft-deletes stores with their sites; refused for a store that a route or another record uses. */
export const deleteStores = (ctx: Ctx, ids: string[]): Promise<Line[]> =>
  eachStore(ctx, ids, '删除', async (trx, store) => {
    const { id, placeId, storeName } = store;
    const routes = placeId ? await listRoutesAt(trx, ctx, placeId) : [];
    if (routes.length > 0) throw blockedByRule(usedByText(storeName, routes), routes);
    const [{ uses } = { uses: [] }] = await addUses(trx, 'store', [store]);
    const words = describeUses(uses);
    if (words) throw blockedByRule(`门店“${storeName}”${words}`, uses);
    await trx.updateTable('store').set({ place_id: null }).where('id', '=', id).execute();
    await deleteRows(trx, ctx, 'store', [id]);
    if (placeId) await dropPlaces(trx, ctx, [placeId]);
    return [];
  });

/** 纠偏: moves fences to where trucks unload; their shape and size stay. */
export const correctStores = (ctx: Ctx, ids: string[]): Promise<Line[]> =>
  eachStore(ctx, ids, '纠偏', async (trx, store) => {
    const { ground, learned } = store;
    if (!ground) throw blockedByRule(`门店“${store.storeName}”还没有定位，请先定位`);
    if (!learned) throw blockedByRule(`门店“${store.storeName}”近30天的卸货停留不足3次或很分散，还不能纠偏`);
    if (store.locateStatus !== locateStatus.off)
      throw blockedByRule(`门店“${store.storeName}”的坐标与实际卸货点相差${store.offsetM ?? 0} m，不需要纠偏`);
    const moved = moveShape(ground, [learned.lng, learned.lat]);
    await moveStore(trx, ctx, store, moved);
    const why = `最近${learned.stays}次卸货停留，偏差${store.offsetM ?? 0} m`;
    return [...fenceChanges(ground, moved), { field: 'why', label: '依据', before: '', after: why }];
  });

/** 批量修改: changes fields, radius or route of stores; one line of result for each. Changing routes takes that right (4003). */
export function modifyStores(ctx: Ctx, input: Parsed<typeof storeBatchModify>): Promise<Line[]> {
  const { ids, radiusM, route, ...wish } = input;
  if (route && !ctx.can(routeUpdate.access)) throw forbiddenError('没有“编辑线路”权限，不能修改所属线路');
  return eachStore(ctx, ids, '批量修改', async (trx, store) => {
    const before = fieldsOf(store);
    const wished = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));
    const after: StoreFields = { ...before, ...wished };
    if (radiusM !== undefined && store.ground?.kind !== 'circle')
      throw blockedByRule(`门店“${store.storeName}”没有圆形围栏，不能改半径`);
    const ground = store.ground && { ...store.ground, radius_m: radiusM ?? store.ground.radius_m };
    const moved = route ? [await changeRoute(trx, ctx, store, route)] : [];
    await updateRow(trx, ctx, 'store', { ...store, values: storeRegister.columnsOf(after) });
    if (radiusM !== undefined && ground) await setSite(trx, ctx, store, after, ground);
    const names = namesOf(store);
    return [
      ...changesBetween(
        fieldsInWords(before, storeRegister.wording, names),
        fieldsInWords(after, storeRegister.wording, names),
        storeLabels,
      ),
      ...fenceChanges(store.ground, ground),
      ...moved,
    ];
  });
}

/** Makes a route call at a store, or no longer; answers the change for the store's history. 4011 for a store without a position. */
async function changeRoute(
  trx: Trx,
  ctx: Ctx,
  store: FoundStore,
  { id, step }: NonNullable<Parsed<typeof storeBatchModify>['route']>,
): Promise<Change> {
  const { placeId, lng, lat, storeName: name, unloadMinutes: stayMin } = store;
  if (placeId === null || lng === null || lat === null)
    throw blockedByRule(`门店“${name}”还没有定位，不能加入或移出线路，请先定位`);
  const route = await changeCall(trx, ctx, { routeId: id, step, place: { placeId, name, lng, lat, stayMin } });
  return {
    field: 'route',
    label: '所属线路',
    before: step === 'leave' ? route : '',
    after: step === 'join' ? route : '',
  };
}
