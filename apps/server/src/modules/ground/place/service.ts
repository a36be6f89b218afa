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
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { type AppError, blockedByRule, forbiddenError, invalidField } from '../../../core/http/errors';
import { changesBetween } from '../../../core/record/audit';
import { eachRecord, type Line, registerWrites, type Target } from '../../../core/record/register';
import { type StoredShape, shapeOf, wireShapeOf } from '../../../kernel/ground/place-shape';
import { visiblePlaces } from '../../base/org/door';
import { endShapes, insertShapes, placeRegister, replaceShape } from './register';
import { type FoundPlace, findPlace, listGrounds, loadPlaceUses, selectPlaces } from './repo';
import { bufferMOf, checkFields, type PlaceRecord, resolveGround, segmentFault } from './write';

/** What is said of a place: its form, its ground, and where a new one comes from (by hand where nothing is said). */
interface GivenPlace extends PlaceFields {
  shape: StoredShape;
  source?: number;
}

const requirePlace = async (trx: Trx, ctx: Ctx, id: string): Promise<FoundPlace> =>
  requireRow(await findPlace(trx, ctx, id), placeRegister.noun);

/** The ground that a place has now. */
export const groundOf = (place: FoundPlace): StoredShape => ({
  kind: place.shapeKind,
  geometry: place.geometry,
  radius_m: place.radiusM,
  adcode: place.adcode,
});

/** 新增 and 编辑 of places with their grounds: a new ground begins now, the old one stays for the past. Also used by stores, imports and lines. */
export const placeWrites = registerWrites<GivenPlace, PlaceRecord, FoundPlace>(placeRegister, {
  load: requirePlace,
  prepare: async (trx, ctx, { source = placeSource.hand, ...fields }, before) => {
    const { shape } = fields;
    const fault = segmentFault(fields, shape);
    if (fault) throw invalidField('segments', fault);
    const orgName = await checkFields(trx, ctx, fields, before?.id ?? null);
    const full = !before && source !== placeSource.store ? await refuseFull(trx, ctx) : null;
    if (full) throw full;
    return {
      fields,
      names: new Map([
        [`org ${before?.orgId}`, before?.orgName ?? ''],
        [`org ${fields.orgId}`, orgName],
      ]),
      columns: before ? {} : { source, created_by: ctx.userId },
      also: async (placeId) => {
        const wanted = { placeId, shape, bufferM: bufferMOf(fields) };
        await (before ? replaceShape(trx, ctx, groundOf(before), wanted) : insertShapes(trx, ctx, [wanted]));
        return [];
      },
    };
  },
  fieldsOf: (before) => ({ ...before, shape: groundOf(before) }),
});

export async function addPlace(ctx: Ctx, input: Parsed<typeof placeAdd>): Promise<{ id: string }> {
  if (input.source === placeSource.track)
    throw invalidField('source', '由轨迹生成的线路请从“轨迹生成”保存：无数据的路段须先画出');
  return placeWrites.add(ctx, { ...input, shape: await resolveGround(input.shape, input.kind) });
}

/** Why one more place cannot be; null when it can. */
export async function refuseFull(trx: Trx, ctx: Ctx): Promise<AppError | null> {
  const { n } = await trx
    .selectFrom('place')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('client_id', '=', ctx.clientId)
    .where('source', '!=', placeSource.store)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n < maxPlaces ? null : blockedByRule(`区域、站点和线路最多${maxPlaces}个，请先删除不用的`);
}

/** Saves a place that is changed by hand. 4003 when the caller may only look at it, 4009 when somebody else changed it since `version` was read. */
export async function updatePlace(
  ctx: Ctx,
  input: Parsed<typeof placeUpdate>,
): Promise<{ id: string; version: number }> {
  const shape = await resolveGround(input.shape, input.kind);
  return ctx.db(async (trx) => {
    const { id } = input;
    const before = await requirePlace(trx, ctx, id);
    await refuseUneditable(trx, ctx, [id]);
    if (before.kind !== input.kind) throw invalidField('kind', '类别不能修改，请新增一个');
    if (before.source === placeSource.store) throw blockedByRule('由门店生成的站点请在门店管理中修改', ['来源为门店']);
    return { id, version: await placeWrites.change(trx, ctx, { ...input, shape }) };
  });
}

/** Changes the site of a store, whatever its version is now: the form of the store knows only that of the store. */
export async function changeSite(trx: Trx, ctx: Ctx, id: string, fields: PlaceFields, shape: StoredShape) {
  const { version } = await requirePlace(trx, ctx, id);
  await placeWrites.change(trx, ctx, { ...fields, id, version, shape });
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
  if (names) throw forbiddenError(`您没有${names}的编辑权限，请联系管理员授权`);
}

interface PlaceTarget extends Target {
  color: string;
  status: number;
  tags: string[];
  orgName: string;
}

/** The chosen places that the caller sees; 4003 when he may not change one of them. */
async function loadTargets(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<PlaceTarget[]> {
  const targets = await selectPlaces(trx, ctx)
    .select(['p.id', 'p.name', 'p.version', 'p.color', 'p.status', 'p.tags'])
    .select(sql<string>`coalesce(o.name, '')`.as('orgName'))
    .where('p.id', 'in', ids)
    .execute();
  await refuseUneditable(
    trx,
    ctx,
    targets.map(({ id }) => id),
  );
  return targets;
}

/** Deletes places that nothing uses. */
export const deletePlaces = (ctx: Ctx, ids: string[]): Promise<Line[]> =>
  eachRecord<PlaceRecord, PlaceTarget & { users: string[] }>(ctx, placeRegister, ids, {
    load: async (trx, wanted) => {
      const targets = await loadTargets(trx, ctx, wanted);
      const users = await loadPlaceUses(
        trx,
        ctx,
        targets.map(({ id }) => id),
      );
      return targets.map((target) => ({ ...target, users: users.get(target.id) ?? [] }));
    },
    action: '删除',
    refuse: ({ name, users }) => (users.length > 0 ? blockedByRule(usedByText(name, users), users) : null),
    set: null,
    also: (trx, done) =>
      endShapes(
        trx,
        ctx,
        done.map(({ id }) => id),
      ),
  });

/** `“苏州冷库”正被线路“沪宁干线”、门店“…”等5处使用，不能删除`. */
export function usedByText(name: string, used: readonly string[]): string {
  const more = used.length > 3 ? `等${used.length}处` : '';
  return `“${name}”正被${used.slice(0, 3).join('、')}${more}使用，不能删除`;
}

/** Sets colour, tags, department or state of many places: those that the request names. */
export const batchPlaces = (ctx: Ctx, input: Parsed<typeof placeBatch>): Promise<Line[]> => {
  const { ids, color, tags, orgId, status } = input;
  return eachRecord<PlaceRecord, PlaceTarget & { newOrgName: string }>(ctx, placeRegister, ids, {
    load: async (trx, wanted) => {
      const targets = await loadTargets(trx, ctx, wanted);
      const newOrgName = orgId ? await loadOrgName(trx, ctx, orgId) : '';
      return targets.map((target) => ({ ...target, newOrgName }));
    },
    action: '批量修改',
    refuse: () => null,
    set: {
      ...(color === undefined ? {} : { color }),
      ...(tags === undefined ? {} : { tags }),
      ...(orgId === undefined ? {} : { org_id: orgId }),
      ...(status === undefined ? {} : { status }),
    },
    changes: (t) =>
      changesBetween(
        { color: t.color, tags: t.tags.join('、'), orgId: t.orgName, status: useStatus.label(t.status) },
        {
          color: color ?? t.color,
          tags: (tags ?? t.tags).join('、'),
          orgId: orgId === undefined ? t.orgName : t.newOrgName,
          status: useStatus.label(status ?? t.status),
        },
        { color: placeLabels.color, tags: placeLabels.tags, orgId: placeLabels.orgId, status: placeLabels.status },
      ),
    onlyChanged: true,
  });
};

async function loadOrgName(trx: Trx, { clientId }: Ctx, orgId: string): Promise<string> {
  const org = await trx
    .selectFrom('org')
    .select('name')
    .where('id', '=', orgId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!org) throw invalidField('orgId', '所选部门不存在');
  return org.name;
}

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
