import { type PlaceFields, placeLabels } from '@tongda/contract/ground/place/calls';
import { placeKind } from '@tongda/contract/ground/place/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { recordChanges } from '../../../core/record/audit';
import { addRecords, deleteRecords, type Register } from '../../../core/record/register';
import type { StoredShape } from '../../../kernel/ground/place-shape';
import { bufferMOf, columnsOf, measuredShape, type PlaceRecord, placeInWords } from './write';

/** The register of regions, sites and electronic lines. Their grounds stand in a table of their own, one row for each time that it held. */
export const placeRegister: Register<PlaceRecord> = {
  entity: 'place',
  table: 'place',
  noun: '区域或站点',
  wording: {
    labels: placeLabels,
    // both sides of a change are places: `prepare` and `fieldsOf` of `placeWrites` made them
    wordsOf: (fields, names) => placeInWords(fields as PlaceRecord, names),
  },
  columnsOf,
  twice: (index, given) => {
    if (!given) return null;
    const { kind, name, code } = given.fields;
    const what = placeKind.label(kind);
    if (index === 'place_name') return { field: 'name', msg: `${what}“${name}”已存在` };
    return index === 'place_code' ? { field: 'code', msg: `编码${code}已被其他${what}使用` } : null;
  },
};

/** A new place whose fields and references are checked. */
export interface NewPlace {
  fields: PlaceFields;
  ground: StoredShape;
  orgName: string;
}

/**
 * Writes many new places with their first shapes, valid from now on, in three statements whatever their number. Answers their ids in the same
 * order. Whoever calls has made sure that names and codes are free.
 */
export const insertPlaces = (trx: Trx, ctx: Ctx, list: readonly NewPlace[], source: number): Promise<string[]> =>
  addRecords(
    trx,
    ctx,
    placeRegister,
    list.map(({ fields, ground, orgName }) => ({
      fields: { ...fields, shape: ground },
      names: new Map([[`org ${fields.orgId}`, orgName]]),
    })),
    {
      columns: { source, created_by: ctx.userId },
      also: (ids) =>
        insertShapes(
          trx,
          ctx,
          list.map(({ fields, ground }, i) => ({ placeId: ids[i] ?? '', shape: ground, bufferM: bufferMOf(fields) })),
        ),
    },
  );

/** Marks places as deleted and ends their shapes now. Whoever calls has made sure that nothing uses them. */
export async function dropPlaces(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  await endShapes(trx, ctx, ids);
  await deleteRecords(trx, ctx, placeRegister, ids);
}

/** Gives restored places their last grounds again, from now on: in between they were nowhere. */
export async function renewShapes(trx: Trx, ctx: Ctx, placeIds: readonly string[]): Promise<void> {
  await sql`insert into place_shape (client_id, place_id, during, created_by, kind, geometry, radius_m, adcode, west, south, east, north,
      lng, lat, area_m2, length_m)
    select distinct on (s.place_id) s.client_id, s.place_id, tstzrange(now(), null, '[)'), ${ctx.userId}, s.kind, s.geometry, s.radius_m,
      s.adcode, s.west, s.south, s.east, s.north, s.lng, s.lat, s.area_m2, s.length_m
    from place_shape s where s.client_id = ${ctx.clientId} and s.place_id = any(${placeIds}::bigint[])
    order by s.place_id, lower(s.during) desc`.execute(trx);
}

/** Brings deleted places back with their last grounds. Whoever calls has made sure that their names are free. */
export async function restorePlaces(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`update place set deleted_at = null, version = version + 1, updated_at = now(), updated_by = ${ctx.userId}
    where client_id = ${ctx.clientId} and id = any(${ids}::bigint[])`.execute(trx);
  await renewShapes(trx, ctx, ids);
  await recordChanges(
    trx,
    ctx,
    ids.map((entityId) => ({ entity: placeRegister.entity, entityId, action: '恢复' })),
  );
}

interface NewShape {
  placeId: string;
  shape: StoredShape;
  bufferM: number;
}
/** Writes grounds that hold from now on, in one statement whatever their number. */
export async function insertShapes(trx: Trx, ctx: Ctx, list: readonly NewShape[]): Promise<void> {
  const rows = list.map(({ placeId, shape, bufferM }) => ({
    ...measuredShape(shape, bufferM),
    geometry: shape.geometry,
    place_id: placeId,
  }));
  await sql`insert into place_shape (client_id, place_id, during, created_by, kind, geometry, radius_m, adcode, west, south, east, north,
      lng, lat, area_m2, length_m)
    select ${ctx.clientId}, s.place_id, tstzrange(now(), null, '[)'), ${ctx.userId}, s.kind, s.geometry, s.radius_m, s.adcode, s.west,
      s.south, s.east, s.north, s.lng, s.lat, s.area_m2, s.length_m
    from jsonb_populate_recordset(null::place_shape, ${JSON.stringify(rows)}::jsonb) s`.execute(trx);
}

/** Ends the present grounds of places now. */
export async function endShapes(trx: Trx, ctx: Ctx, placeIds: readonly string[]): Promise<void> {
  await sql`update place_shape set during = tstzrange(lower(during), now(), '[)')
    where client_id = ${ctx.clientId} and place_id = any(${placeIds}::bigint[]) and upper_inf(during)`.execute(trx);
}

/** Gives a place a new ground from now on, or measures the same one again: the buffer is part of its box. */
export async function replaceShape(
  trx: Trx,
  ctx: Ctx,
  before: StoredShape,
  { placeId, shape, bufferM }: NewShape,
): Promise<void> {
  if (isSameShape(before, shape)) {
    const { west, south, east, north } = measuredShape(shape, bufferM);
    await trx
      .updateTable('place_shape')
      .where('place_id', '=', placeId)
      .where(sql<boolean>`upper_inf(during)`)
      .set({ west, south, east, north })
      .execute();
    return;
  }
  await endShapes(trx, ctx, [placeId]);
  await insertShapes(trx, ctx, [{ placeId, shape, bufferM }]);
}

const isSameShape = (a: StoredShape, b: StoredShape): boolean =>
  a.kind === b.kind &&
  a.radius_m === b.radius_m &&
  a.adcode === b.adcode &&
  JSON.stringify(a.geometry) === JSON.stringify(b.geometry);
