import type { Parsed } from '@tongda/contract/core/endpoint';
import { windowWords } from '@tongda/contract/core/field/time-window';
import { locateStatus, placeSource, useStatus, yesNo } from '@tongda/contract/ground/place/enums';
import type { ShapeInput } from '@tongda/contract/ground/place/shape';
import { routeUpdate } from '@tongda/contract/ground/transport-route/calls';
import { arrivalEvidence } from '@tongda/contract/resources/enums';
import {
  type StoreFields,
  type storeAdd,
  type storeBatchModify,
  storeLabels,
  type storeUpdate,
} from '@tongda/contract/resources/store/calls';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { nodeTypeList } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { guardUnique } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blocked, conflict, forbidden, invalid, invalidField, notFound } from '../../../core/http/errors';
import { type Change, changesBetween, recordChanges } from '../../../core/record/audit';
import { moveShape, type StoredShape } from '../../../kernel/ground/place-shape';
import { orgScope } from '../../base/org/door';
import { addUses, describeUses } from '../../base/reference/door';
import {
  changePlace,
  dropPlace,
  groundWords,
  insertPlace,
  loadPlaceUses,
  siteShapeOf,
  usedByText,
} from '../../ground/place/door';
import { changeCall } from '../../ground/transport-route/door';
import { type FoundStore, findStore } from './repo';
import { areaOf, siteOf, siteTwin } from './sites';

export const entity = 'store';

export function addStore(ctx: Ctx, input: Parsed<typeof storeAdd>): Promise<{ id: string }> {
  const { shape, ...fields } = input;
  return ctx.db(async (trx) => ({ id: await insertStore(trx, ctx, fields, shape) }));
}

/** Writes a new store with its site when its place is known; also used by the import. */
async function insertStore(trx: Trx, ctx: Ctx, fields: StoreFields, shape: ShapeInput | null): Promise<string> {
  const names = await checkRefs(trx, ctx, fields);
  const ground = shape && (await siteShapeOf(shape));
  const row = await guardCode(fields, names.customerId, async () =>
    trx
      .insertInto('store')
      .values({ ...columnsOf(fields), ...(await areaOf(ground)), client_id: ctx.clientId, updated_by: ctx.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  if (ground) await setSite(trx, ctx, { id: row.id, placeId: null }, fields, ground);
  const changes = changesBetween({}, inWords(fields, names, ground), storeLabels);
  await recordChanges(trx, ctx, [{ entity, entityId: row.id, action: '新增', changes }]);
  return row.id;
}

/** Saves a changed store if nobody else changed it since `version` was read; its site follows name, address and fence. */
export function updateStore(ctx: Ctx, input: Parsed<typeof storeUpdate>): Promise<{ id: string; version: number }> {
  const { id, version, shape, ...fields } = input;
  return ctx.db(async (trx) => {
    const before = await findStore(trx, ctx, id);
    if (!before) throw notFound('门店');
    if (!shape && before.placeId) await refuseUnlocating(trx, before);
    const names = await checkRefs(trx, ctx, fields);
    const ground = shape && (await siteShapeOf(shape));
    const row = await guardCode(fields, names.customerId, async () =>
      trx
        .updateTable('store')
        .set({ ...columnsOf(fields), ...(await areaOf(ground)), ...touched(ctx) })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null)
        .returning('version')
        .executeTakeFirst(),
    );
    if (!row) throw conflict();
    await setSite(trx, ctx, before, fields, ground);
    const changes = changesBetween(
      inWords(fieldsOf(before), { customerId: before.customerName, orgId: before.orgName }, before.ground),
      inWords(fields, names, ground),
      storeLabels,
    );
    if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
    return { id, version: row.version };
  });
}

async function refuseUnlocating(trx: Trx, store: FoundStore): Promise<void> {
  const used = (await loadPlaceUses(trx, [store.placeId ?? ''])).get(store.placeId ?? '') ?? [];
  const routes = used.filter((name) => !name.startsWith('门店'));
  if (routes.length > 0)
    throw blocked(`${usedByText(store.storeName, routes).replace('不能删除', '不能清除围栏')}`, routes);
}

/** Gives a store its place, or moves it. */
export function addSite(ctx: Ctx, id: string, shape: ShapeInput): Promise<null> {
  return ctx.db(async (trx) => {
    const { before, ground } = await placeStore(trx, ctx, id, shape);
    await trx.updateTable('store').set(touched(ctx)).where('id', '=', id).execute();
    const changes = changesBetween(
      { shape: before.ground ? groundWords(before.ground) : '' },
      { shape: groundWords(ground) },
      { shape: storeLabels.shape },
    );
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '生成站点', changes }]);
    return null;
  });
}

/** Writes the site of a store and where it lies. */
async function placeStore(
  trx: Trx,
  ctx: Ctx,
  id: string,
  shape: ShapeInput,
): Promise<{ before: FoundStore; ground: StoredShape }> {
  const before = await findStore(trx, ctx, id);
  if (!before) throw notFound('门店');
  const ground = await siteShapeOf(shape);
  await trx
    .updateTable('store')
    .set(await areaOf(ground))
    .where('id', '=', id)
    .execute();
  await setSite(trx, ctx, before, fieldsOf(before), ground);
  return { before, ground };
}

/** The site of a store: made, changed or dropped with it. A name that another site has is told apart by the store's code. */
async function setSite(
  trx: Trx,
  ctx: Ctx,
  store: { id: string; placeId: string | null },
  fields: StoreFields,
  ground: StoredShape | null,
): Promise<void> {
  if (!ground) {
    if (!store.placeId) return;
    await trx.updateTable('store').set({ place_id: null }).where('id', '=', store.id).execute();
    await dropPlace(trx, ctx, store.placeId);
    return;
  }
  const taken = await trx
    .selectFrom('place')
    .select('id')
    .where('client_id', '=', ctx.clientId)
    .where('kind', '=', 'site')
    .where('name', '=', fields.storeName)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${store.placeId}`)
    .executeTakeFirst();
  const wanted = siteOf(fields, taken ? siteTwin(fields) : fields.storeName);
  if (store.placeId) {
    await changePlace(trx, ctx, { id: store.placeId, version: null }, wanted, ground);
    return;
  }
  const placeId = await insertPlace(trx, ctx, wanted, ground, placeSource.store);
  await trx.updateTable('store').set({ place_id: placeId }).where('id', '=', store.id).execute();
}

const touched = (ctx: Ctx) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
  updated_by: ctx.userId,
});

/** Table columns of the form. */
export const columnsOf = (v: StoreFields) => ({
  name: v.storeName,
  code: v.storeCode,
  customer_id: v.customerId,
  org_id: v.orgId,
  node_type: v.nodeType,
  contact: v.contact,
  phone: v.phone,
  address: v.address,
  time_windows: JSON.stringify(v.timeWindows),
  unload_min: v.unloadMinutes,
  cargo_platform: v.cargoPlatform,
  temperature_types: v.temperatureTypes,
  vehicle_limit: v.vehicleLimit,
  evidence: v.evidence,
  status: v.status,
  remark: v.remark,
});

/** A stored store as its form has it; the codes were checked when they were written. */
const fieldsOf = (s: FoundStore): StoreFields => ({ ...s, phone: s.phone || null }) as unknown as StoreFields;

async function checkRefs(trx: Trx, ctx: Ctx, v: StoreFields): Promise<{ customerId: string; orgId: string }> {
  const rows = await sql<{ kind: string; name: string }>`
    select 'customerId' as kind, name from customer where client_id = ${ctx.clientId} and id = ${v.customerId} and deleted_at is null
    union all select 'orgId', name from org where id = ${v.orgId} and ${orgScope(ctx, 'org.id')}`.execute(trx);
  const nameOf = (kind: string): string => rows.rows.find((r) => r.kind === kind)?.name ?? '';
  const names = { customerId: nameOf('customerId'), orgId: nameOf('orgId') };
  const faults = [
    ...(v.customerId && !names.customerId ? [{ field: 'customerId', msg: '所选客户不存在' }] : []),
    ...(v.orgId && !names.orgId ? [{ field: 'orgId', msg: '所选组织不存在或不在您的权限范围内' }] : []),
  ];
  if (faults.length > 0) throw invalid(faults);
  return names;
}

/** A code is one store's of its customer. */
const codeTaken = (code: string, customerName: string): string =>
  customerName ? `客户“${customerName}”已有编码为${code}的门店` : `没有客户的门店中已有编码${code}`;

const guardCode = <T>({ storeCode }: StoreFields, customerName: string, write: () => Promise<T>): Promise<T> =>
  guardUnique(
    (index) => (index === 'store_code' ? invalidField('storeCode', codeTaken(storeCode, customerName)) : null),
    write,
  );

/** The form in words, for the change history. */
export function inWords(
  v: StoreFields,
  names: { customerId: string; orgId: string },
  ground: StoredShape | null,
): Partial<Record<keyof typeof storeLabels, string>> {
  return {
    storeName: v.storeName,
    storeCode: v.storeCode,
    ...names,
    nodeType: nodeTypeList.label(v.nodeType),
    contact: v.contact,
    phone: v.phone ?? '',
    address: v.address,
    timeWindows: windowWords(v.timeWindows),
    unloadMinutes: String(v.unloadMinutes),
    cargoPlatform: yesNo.label(v.cargoPlatform),
    temperatureTypes: v.temperatureTypes.map((t) => temperatureType.label(t)).join('、'),
    vehicleLimit: v.vehicleLimit,
    evidence: v.evidence.map((e) => arrivalEvidence.label(e)).join('、'),
    status: useStatus.label(v.status),
    remark: v.remark,
    shape: ground ? groundWords(ground) : '',
  };
}

interface Line {
  id: string;
  name: string;
  ok: boolean;
  msg: string;
}

/** One store after another in one transaction; what a rule refuses is told in its line, a single one is an error. */
async function eachStore(
  ctx: Ctx,
  ids: string[],
  run: (trx: Trx, store: FoundStore) => Promise<void>,
): Promise<Line[]> {
  return ctx.db(async (trx) => {
    await trx.selectFrom('store').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    const lines: Line[] = [];
    for (const id of new Set(ids)) {
      const store = await findStore(trx, ctx, id);
      try {
        if (!store) throw notFound('门店');
        await run(trx, store);
        lines.push({ id, name: store.storeName, ok: true, msg: '' });
      } catch (error) {
        if (!(error instanceof AppError) || ids.length === 1) throw error;
        lines.push({ id, name: store?.storeName ?? '', ok: false, msg: error.message });
      }
    }
    return lines;
  });
}

/** Soft delete with the site; a store that a route calls at stays. */
export function deleteStores(ctx: Ctx, ids: string[]): Promise<Line[]> {
  return eachStore(ctx, ids, async (trx, store) => {
    if (store.placeId) {
      const used = ((await loadPlaceUses(trx, [store.placeId])).get(store.placeId) ?? []).filter(
        (name) => !name.startsWith('门店'),
      );
      if (used.length > 0) throw blocked(usedByText(store.storeName, used), used);
    }
    const [{ uses } = { uses: [] }] = await addUses(trx, 'store', [store]);
    const words = describeUses(uses);
    if (words) throw blocked(`门店“${store.storeName}”${words}`, uses);
    await trx
      .updateTable('store')
      .set({ deleted_at: new Date(), place_id: null, ...touched(ctx) })
      .where('id', '=', store.id)
      .execute();
    if (store.placeId) await dropPlace(trx, ctx, store.placeId);
    await recordChanges(trx, ctx, [{ entity, entityId: store.id, action: '删除' }]);
  });
}

/** Moves fences to where trucks unload; form and size stay. */
export const correctStores = (ctx: Ctx, ids: string[]): Promise<Line[]> =>
  eachStore(ctx, ids, async (trx, store) => {
    const { ground, learned } = store;
    if (!ground) throw blocked(`门店“${store.storeName}”还没有定位，请先定位`);
    if (!learned) throw blocked(`门店“${store.storeName}”近30天的卸货停留不足3次或很分散，还不能纠偏`);
    if (store.locateStatus !== locateStatus.off)
      throw blocked(`门店“${store.storeName}”的坐标与实际卸货点相差${store.offsetM ?? 0} m，不需要纠偏`);
    const moved = moveShape(ground, [learned.lng, learned.lat]);
    await trx
      .updateTable('store')
      .set({ ...(await areaOf(moved)), ...touched(ctx) })
      .where('id', '=', store.id)
      .execute();
    await setSite(trx, ctx, store, fieldsOf(store), moved);
    const changes = changesBetween(
      { shape: groundWords(ground), why: '' },
      { shape: groundWords(moved), why: `最近${learned.stays}次卸货停留，偏差${store.offsetM ?? 0} m` },
      { shape: storeLabels.shape, why: '依据' },
    );
    await recordChanges(trx, ctx, [{ entity, entityId: store.id, action: '纠偏', changes }]);
  });

export function modifyStores(ctx: Ctx, input: Parsed<typeof storeBatchModify>): Promise<Line[]> {
  const { ids, radiusM, route, ...wish } = input;
  if (route && !ctx.can(routeUpdate.access)) throw forbidden('没有“编辑线路”权限，不能修改所属线路');
  return eachStore(ctx, ids, async (trx, store) => {
    const before = fieldsOf(store);
    const after: StoreFields = {
      ...before,
      ...Object.fromEntries(Object.entries(wish).filter(([, v]) => v !== undefined)),
    };
    let { ground } = store;
    if (radiusM !== undefined) {
      if (ground?.kind !== 'circle') throw blocked(`门店“${store.storeName}”没有圆形围栏，不能改半径`);
      ground = { ...ground, radius_m: radiusM };
    }
    const moved = route ? [await changeRoute(trx, ctx, store, route)] : [];
    await trx
      .updateTable('store')
      .set({ ...columnsOf(after), ...touched(ctx) })
      .where('id', '=', store.id)
      .execute();
    if (radiusM !== undefined) await setSite(trx, ctx, store, after, ground);
    const names = { customerId: store.customerName, orgId: store.orgName };
    const changes = [
      ...changesBetween(inWords(before, names, store.ground), inWords(after, names, ground), storeLabels),
      ...moved,
    ];
    if (changes.length > 0)
      await recordChanges(trx, ctx, [{ entity, entityId: store.id, action: '批量修改', changes }]);
  });
}

/** Puts a store on a route or takes it off; a line of its history. */
async function changeRoute(
  trx: Trx,
  ctx: Ctx,
  store: FoundStore,
  { id, step }: NonNullable<Parsed<typeof storeBatchModify>['route']>,
): Promise<Change> {
  const { placeId, lng, lat, storeName: name, unloadMinutes: stayMin } = store;
  if (placeId === null || lng === null || lat === null)
    throw blocked(`门店“${name}”还没有定位，不能加入或移出线路，请先定位`);
  const route = await changeCall(trx, ctx, { routeId: id, step, place: { placeId, name, lng, lat, stayMin } });
  return {
    field: 'route',
    label: '所属线路',
    before: step === 'leave' ? route : '',
    after: step === 'join' ? route : '',
  };
}
