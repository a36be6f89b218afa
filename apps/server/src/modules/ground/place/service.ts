import type { Parsed } from '@tongda/contract/core/endpoint';
import {
  maxPlaces,
  type PlaceFields,
  type placeAdd,
  type placeBatch,
  placeLabels,
  type placeUpdate,
} from '@tongda/contract/ground/place/calls';
import { placeKind, placeSource, useStatus } from '@tongda/contract/ground/place/enums';
import type { ShapeInput } from '@tongda/contract/ground/place/shape';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { guardUnique } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { blocked, conflict, forbidden, invalidField, notFound } from '../../../core/http/errors';
import { type Change, changesBetween, recordChanges } from '../../../core/record/audit';
import { type StoredShape, shapeOf, wireShapeOf } from '../../../kernel/ground/place-shape';
import { visiblePlaces } from '../../base/org/door';
import { dropPlaces, insertPlaces } from './insert';
import { findPlace, listGrounds, loadPlaceUses, selectPlaces } from './repo';
import { checkFields, columnsOf, measuredShape, placeInWords, resolveGround, segmentFault } from './write';

export const entity = 'place';

export async function addPlace(ctx: Ctx, input: Parsed<typeof placeAdd>): Promise<{ id: string }> {
  const { shape, source, ...fields } = input;
  if (source === placeSource.track)
    throw invalidField('source', '由轨迹生成的线路请从“轨迹生成”保存：无数据的路段须先画出');
  const ground = await resolveGround(shape, fields.kind);
  return ctx.db(async (trx) => ({ id: await insertPlace(trx, ctx, fields, ground, source) }));
}

/** Writes a new place with its first shape, valid from now on; also used by stores and the import. */
export async function insertPlace(
  trx: Trx,
  ctx: Ctx,
  fields: PlaceFields,
  ground: StoredShape,
  source: number,
): Promise<string> {
  refuseSegmentsBeyondLine(fields, ground);
  const orgName = await checkFields(trx, ctx, fields, null);
  if (source !== placeSource.store) await refuseTooMany(trx, ctx);
  const [id = ''] = await guardName(fields, () => insertPlaces(trx, ctx, [{ fields, ground, orgName }], source));
  return id;
}

function refuseSegmentsBeyondLine(fields: PlaceFields, ground: StoredShape): void {
  const msg = segmentFault(fields, ground);
  if (msg) throw invalidField('segments', msg);
}

async function refuseTooMany(trx: Trx, ctx: Ctx): Promise<void> {
  const { n } = await trx
    .selectFrom('place')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('client_id', '=', ctx.clientId)
    .where('source', '!=', placeSource.store)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (n >= maxPlaces) throw blocked(`区域、站点和线路最多${maxPlaces}个，请先删除不用的`);
}

async function insertShape(trx: Trx, ctx: Ctx, placeId: string, ground: StoredShape, bufferM: number): Promise<void> {
  await trx
    .insertInto('place_shape')
    .values({
      ...measuredShape(ground, bufferM),
      client_id: ctx.clientId,
      place_id: placeId,
      during: sql<string>`tstzrange(now(), null, '[)')`,
      created_by: ctx.userId,
    })
    .execute();
}

/** Saves a changed place if nobody else changed it since `version` was read. A new ground begins now; the old one stays for the past. */
export async function updatePlace(
  ctx: Ctx,
  input: Parsed<typeof placeUpdate>,
): Promise<{ id: string; version: number }> {
  const { id, version, shape, ...fields } = input;
  const ground = await resolveGround(shape, fields.kind);
  return ctx.db(async (trx) => {
    const before = await findPlace(trx, ctx, id);
    if (!before) throw notFound('区域或站点');
    await refuseUneditable(trx, ctx, [id]);
    if (before.kind !== fields.kind) throw invalidField('kind', '类别不能修改，请新增一个');
    if (before.source === placeSource.store) throw blocked('由门店生成的站点请在门店管理中修改', ['来源为门店']);
    return { id, version: await changePlace(trx, ctx, { id, version }, fields, ground) };
  });
}

/**
 * Throws 4003 when the caller may see a place but not change it: he may when it belongs to his department, is his own, or was given to him with
 * 编辑.
 */
export async function refuseUneditable(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  const locked = await selectPlaces(trx, ctx)
    .select('p.name')
    .where('p.id', 'in', ids.length > 0 ? [...ids] : ['0'])
    .where(sql<boolean>`not ${visiblePlaces(ctx, 'p', 'edit')}`)
    .limit(3)
    .execute();
  const names = locked.map(({ name }) => `“${name}”`).join('、');
  if (names) throw forbidden(`您没有${names}的编辑权限，请联系管理员授权`);
}

/** Saves fields and shape of one place with its change history and answers the new version. 4009 when it was changed since `version` was read. */
export async function changePlace(
  trx: Trx,
  ctx: Ctx,
  { id, version }: { id: string; version: number | null },
  fields: PlaceFields,
  ground: StoredShape,
): Promise<number> {
  const before = await findPlace(trx, ctx, id);
  if (!before) throw notFound('区域或站点');
  refuseSegmentsBeyondLine(fields, ground);
  const orgName = await checkFields(trx, ctx, fields, id);
  const row = await guardName(fields, () =>
    trx
      .updateTable('place')
      .set({ ...columnsOf(fields), ...changeStamp(ctx) })
      .where('id', '=', id)
      .where('version', '=', version ?? before.version)
      .where('deleted_at', 'is', null)
      .returning(['version', 'buffer_m'])
      .executeTakeFirst(),
  );
  if (!row) throw conflict();
  const old: StoredShape = {
    kind: before.shapeKind,
    geometry: before.geometry,
    radius_m: before.radiusM,
    adcode: before.adcode,
  };
  await replaceShape(trx, ctx, id, old, ground, row.buffer_m);
  const changes = changesBetween(
    placeInWords(
      // what is stored passed the rules of the form when it was written
      { ...before, code: before.code || null, phone: before.phone || null } as PlaceFields,
      before.orgName,
      old,
    ),
    placeInWords(fields, orgName, ground),
    placeLabels,
  );
  if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
  return row.version;
}

async function replaceShape(
  trx: Trx,
  ctx: Ctx,
  placeId: string,
  old: StoredShape,
  ground: StoredShape,
  bufferM: number,
): Promise<void> {
  const current = trx.updateTable('place_shape').where('place_id', '=', placeId).where(sql<boolean>`upper_inf(during)`);
  if (isSameShape(old, ground)) {
    // The buffer may have changed: it is part of the box.
    const { west, south, east, north } = measuredShape(ground, bufferM);
    await current.set({ west, south, east, north }).execute();
    return;
  }
  await current.set({ during: sql<string>`tstzrange(lower(during), now(), '[)')` }).execute();
  await insertShape(trx, ctx, placeId, ground, bufferM);
}

const isSameShape = (a: StoredShape, b: StoredShape): boolean =>
  a.kind === b.kind &&
  a.radius_m === b.radius_m &&
  a.adcode === b.adcode &&
  JSON.stringify(a.geometry) === JSON.stringify(b.geometry);

const changeStamp = (ctx: Ctx) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
  updated_by: ctx.userId,
});

/** Turns a violation of the unique indexes into the error at its field: two people may save the same name at the same time. */
function guardName<T>({ kind, name, code }: PlaceFields, write: () => Promise<T>): Promise<T> {
  const what = placeKind.label(kind);
  return guardUnique((index) => {
    if (index === 'place_name') return invalidField('name', `${what}“${name}”已存在`);
    return index === 'place_code' ? invalidField('code', `编码${code}已被其他${what}使用`) : null;
  }, write);
}

interface Line {
  id: string;
  name: string;
  ok: boolean;
  msg: string;
}
interface Target {
  id: string;
  name: string;
  source: number;
  color: string;
  status: number;
  tags: string[];
  orgName: string;
}

/** Places of the caller among `ids`, locked in order: two batches must not wait for each other. */
async function lockTargets(trx: Trx, ctx: Ctx, ids: string[]): Promise<Map<string, Target>> {
  await trx.selectFrom('place').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const rows = await selectPlaces(trx, ctx)
    .select(['p.id', 'p.name', 'p.source', 'p.color', 'p.status', 'p.tags'])
    .select(sql<string>`coalesce(o.name, '')`.as('orgName'))
    .where('p.id', 'in', ids)
    .execute();
  return new Map(rows.map((r) => [r.id, r]));
}

/**
 * Marks places as deleted that nothing uses and answers a line of result for each. When there is only one and it cannot be deleted, that is an
 * error.
 */
export function deletePlaces(ctx: Ctx, ids: string[]): Promise<Line[]> {
  return ctx.db(async (trx) => {
    const targets = await lockTargets(trx, ctx, ids);
    await refuseUneditable(trx, ctx, [...targets.keys()]);
    const users = await loadPlaceUses(trx, [...targets.keys()]);
    const lines = [...new Set(ids)].map((id): Line => {
      const target = targets.get(id);
      if (!target) return { id, name: '', ok: false, msg: notFound('区域或站点').message };
      const used = users.get(id) ?? [];
      return {
        id,
        name: target.name,
        ok: used.length === 0,
        msg: used.length > 0 ? usedByText(target.name, used) : '',
      };
    });
    const [only] = lines;
    if (ids.length === 1 && only && !only.ok) {
      const used = users.get(only.id);
      throw used ? blocked(only.msg, used) : notFound('区域或站点');
    }
    const done = lines.filter((l) => l.ok).map((l) => l.id);
    if (done.length === 0) return lines;
    await trx
      .updateTable('place')
      .set({ deleted_at: new Date(), ...changeStamp(ctx) })
      .where('id', 'in', done)
      .execute();
    await trx
      .updateTable('place_shape')
      .set({ during: sql<string>`tstzrange(lower(during), now(), '[)')` })
      .where('place_id', 'in', done)
      .where(sql<boolean>`upper_inf(during)`)
      .execute();
    await recordChanges(
      trx,
      ctx,
      done.map((id) => ({ entity, entityId: id, action: '删除' })),
    );
    return lines;
  });
}

/** `“苏州冷库”正被线路“沪宁干线”、门店“…”等5处使用，不能删除`. */
export function usedByText(name: string, used: readonly string[]): string {
  const more = used.length > 3 ? `等${used.length}处` : '';
  return `“${name}”正被${used.slice(0, 3).join('、')}${more}使用，不能删除`;
}

export function batchPlaces(ctx: Ctx, input: Parsed<typeof placeBatch>): Promise<Line[]> {
  const { ids, color, tags, orgId, status } = input;
  return ctx.db(async (trx) => {
    const targets = await lockTargets(trx, ctx, ids);
    await refuseUneditable(trx, ctx, [...targets.keys()]);
    const orgName = orgId ? await loadOrgName(trx, orgId) : '';
    const lines = [...new Set(ids)].map((id): Line => {
      const target = targets.get(id);
      return { id, name: target?.name ?? '', ok: !!target, msg: target ? '' : notFound('区域或站点').message };
    });
    const done = lines.flatMap((l) => targets.get(l.id) ?? []);
    if (done.length === 0) return lines;
    await trx
      .updateTable('place')
      .set({
        ...(color === undefined ? {} : { color }),
        ...(tags === undefined ? {} : { tags }),
        ...(orgId === undefined ? {} : { org_id: orgId }),
        ...(status === undefined ? {} : { status }),
        ...changeStamp(ctx),
      })
      .where(
        'id',
        'in',
        done.map((t) => t.id),
      )
      .execute();
    const changed = (t: Target): Change[] =>
      changesBetween(
        { color: t.color, tags: t.tags.join('、'), orgId: t.orgName, status: useStatus.label(t.status) },
        {
          color: color ?? t.color,
          tags: (tags ?? t.tags).join('、'),
          orgId: orgId === undefined ? t.orgName : orgName,
          status: useStatus.label(status ?? t.status),
        },
        { color: placeLabels.color, tags: placeLabels.tags, orgId: placeLabels.orgId, status: placeLabels.status },
      );
    const audits = done.map((t) => ({ entity, entityId: t.id, action: '批量修改', changes: changed(t) }));
    await recordChanges(
      trx,
      ctx,
      audits.filter((a) => a.changes.length > 0),
    );
    return lines;
  });
}

async function loadOrgName(trx: Trx, orgId: string): Promise<string> {
  const org = await trx.selectFrom('org').select('name').where('id', '=', orgId).executeTakeFirst();
  if (!org) throw invalidField('orgId', '所选组织不存在');
  return org.name;
}

/** Deletes the site of a store together with the store. The caller must have checked that nothing uses it. */
export const dropPlace = (trx: Trx, ctx: Ctx, id: string): Promise<void> => dropPlaces(trx, ctx, [id]);

/** The functions below are for other modules. */
/** The shape that was drawn for a store, checked as that of a site. */
export const siteShapeOf = (shape: ShapeInput): Promise<StoredShape> => resolveGround(shape, placeKind.site);

/** Places among `ids` that the caller sees, with where they are. */
export function loadPlacesById(trx: Trx, ctx: Ctx, ids: readonly string[]) {
  return selectPlaces(trx, ctx)
    .select(['p.id', 'p.kind', 'p.name', 'g.lng', 'g.lat'])
    .where('p.id', 'in', ids.length > 0 ? [...ids] : ['0'])
    .execute();
}

/** All places that the caller sees with names and codes, by which spreadsheets name them. */
export const loadNamedPlaces = (trx: Trx, ctx: Ctx) =>
  selectPlaces(trx, ctx)
    .select(['p.id', 'p.kind', 'p.name', sql<string>`coalesce(p.code, '')`.as('code'), 'g.lng', 'g.lat'])
    .orderBy('p.name')
    .orderBy('p.id')
    .execute();

/** Areas among `ids` that the caller sees, in their order. */
export async function loadRegions(trx: Trx, ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const grounds = await listGrounds(trx, ctx, { kind: 'region', ids });
  return ids.flatMap((id) => {
    const ground = grounds.find((one) => one.id === id);
    return ground ? [{ id, name: ground.name, shape: shapeOf(ground) }] : [];
  });
}

/** An electronic line; null when the caller may not see it. */
export async function loadLine(
  trx: Trx,
  ctx: Ctx,
  id: string,
): Promise<{ name: string; points: Array<[number, number]>; halfWidthM: number } | null> {
  const found = await findPlace(trx, ctx, id);
  if (found?.shapeKind !== 'line') return null;
  const wire = wireShapeOf({ kind: 'line', geometry: found.geometry, radius_m: found.radiusM, adcode: null });
  return wire.kind === 'line' ? { name: found.name, points: wire.points, halfWidthM: wire.halfWidthM } : null;
}
/** Only the points of a line, for drawing. */
export const loadLinePath = async (trx: Trx, ctx: Ctx, id: string): Promise<Array<[number, number]> | null> =>
  (await loadLine(trx, ctx, id))?.points ?? null;
