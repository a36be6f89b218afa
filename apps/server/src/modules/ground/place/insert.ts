import type { PlaceFields } from '@tongda/contract/ground/place/calls';
import { placeLabels } from '@tongda/contract/ground/place/calls';
import { sql } from 'kysely';
import { insertRows } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import type { StoredShape } from '../../../kernel/ground/place-shape';
import { columnsOf, measuredShape, placeInWords } from './write';

const entity = 'place';

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
export async function insertPlaces(trx: Trx, ctx: Ctx, list: readonly NewPlace[], source: number): Promise<string[]> {
  if (list.length === 0) return [];
  const ids = await insertRows(
    trx,
    ctx,
    'place',
    // rows travel as JSON: its columns take the lists themselves
    list.map(({ fields }) => {
      const columns = columnsOf(fields);
      return {
        ...columns,
        segments: JSON.parse(columns.segments),
        hours: JSON.parse(columns.hours),
        source,
        created_by: ctx.userId,
      };
    }),
  );
  const shapes = list.map(({ fields, ground }, i) => ({
    ...measuredShape(ground, columnsOf(fields).buffer_m),
    geometry: ground.geometry,
    place_id: ids[i],
  }));
  await sql`insert into place_shape (client_id, place_id, during, created_by, kind, geometry, radius_m, adcode, west, south, east, north,
      lng, lat, area_m2, length_m)
    select ${ctx.clientId}, s.place_id, tstzrange(now(), null, '[)'), ${ctx.userId}, s.kind, s.geometry, s.radius_m, s.adcode, s.west,
      s.south, s.east, s.north, s.lng, s.lat, s.area_m2, s.length_m
    from jsonb_populate_recordset(null::place_shape, ${JSON.stringify(shapes)}::jsonb) s`.execute(trx);
  await recordChanges(
    trx,
    ctx,
    list.map(({ fields, ground, orgName }, i) => ({
      entity,
      entityId: ids[i] ?? '',
      action: '新增',
      changes: changesBetween({}, placeInWords(fields, orgName, ground), placeLabels),
    })),
  );
  return ids;
}

/** Marks places as deleted and ends their shapes now. Whoever calls has made sure that nothing uses them. */
export async function dropPlaces(trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update place set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${ctx.userId}
    where client_id = ${ctx.clientId} and id = any(${ids}::bigint[])`.execute(trx);
  await sql`update place_shape set during = tstzrange(lower(during), now(), '[)')
    where client_id = ${ctx.clientId} and place_id = any(${ids}::bigint[]) and upper_inf(during)`.execute(trx);
  await recordChanges(
    trx,
    ctx,
    ids.map((entityId) => ({ entity, entityId, action: '删除' })),
  );
}
