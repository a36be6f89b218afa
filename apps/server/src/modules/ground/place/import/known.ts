import type { PlaceFields } from '@tongda/contract/ground/place/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import type { StoredShape } from '../../../../kernel/ground/place-shape';
import { orgScope, visiblePlaces } from '../../../base/org/door';

/** A stored place that an import may update. */
export interface KnownPlace {
  id: string;
  version: number;
  source: number;
  editable: boolean;
  fields: PlaceFields;
  ground: StoredShape;
}

/** All places of the company by `<kind> <name>`, whoever may see them. */
export async function loadKnownPlaces(trx: Trx, ctx: Ctx): Promise<Map<string, KnownPlace>> {
  const rows = await trx
    .selectFrom('place as p')
    .innerJoin('place_shape as g', (j) => j.onRef('g.place_id', '=', 'p.id').on(sql<boolean>`upper_inf(g.during)`))
    .selectAll('p')
    .select(['g.kind as shape_kind', 'g.geometry', 'g.radius_m', 'g.adcode'])
    .select(visiblePlaces(ctx, 'p', 'edit').as('editable'))
    .where('p.client_id', '=', ctx.clientId)
    .where('p.deleted_at', 'is', null)
    .execute();
  return new Map(
    rows.map((r) => [
      `${r.kind} ${r.name}`,
      {
        id: r.id,
        version: r.version,
        source: r.source,
        editable: r.editable,
        // the table's checks are the form's own choices
        fields: {
          kind: r.kind,
          name: r.name,
          code: r.code,
          placeType: r.place_type,
          orgId: r.org_id,
          address: r.address,
          speedLimitKmh: r.speed_limit_kmh,
          bufferM: r.buffer_m,
          stayMin: r.stay_min,
          contact: r.contact,
          phone: r.phone,
          color: r.color,
          icon: r.icon,
          tags: r.tags,
          visible: r.visible,
          twoWay: r.two_way,
          // the column is JSON that the form wrote
          segments: r.segments as unknown as PlaceFields['segments'],
          // the column is JSON that the form wrote
          hours: r.hours as unknown as PlaceFields['hours'],
          limitOverT: r.limit_over_t === null ? null : Number(r.limit_over_t),
          remark: r.remark,
          // codes, colour and icon: the checks of the table allow the form's own choices only
        } as PlaceFields,
        ground: { kind: r.shape_kind, geometry: r.geometry, radius_m: r.radius_m, adcode: r.adcode },
      },
    ]),
  );
}

/** Ids of the caller's departments by name and by path from the top (`总部/华东分公司`); a name may have several. */
export async function loadOrgsByName(trx: Trx, ctx: Ctx): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; name: string; path: string }>`with recursive way as (
      select id, name, name as path from org where client_id = ${ctx.clientId} and parent_id is null
      union all select o.id, o.name, w.path || '/' || o.name from org o join way w on w.id = o.parent_id)
    select w.id::text, w.name, w.path from way w join org o on o.id = w.id where o.deleted_at is null and ${orgScope(ctx, 'w.id')}`.execute(
    trx,
  );
  const found = new Map<string, string[]>();
  const put = (word: string, id: string): void => void found.set(word, [...new Set([...(found.get(word) ?? []), id])]);
  for (const { id, name, path } of rows) {
    put(name, id);
    put(path, id);
  }
  return found;
}
