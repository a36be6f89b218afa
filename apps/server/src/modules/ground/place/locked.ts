import type { LineSegment } from '@tongda/contract/ground/place/segments';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import type { StoredShape } from '../../../kernel/ground/place-shape';
import { selectPlaces } from './repo';

/** A place with the ground that it has now. */
export interface WrittenPlace extends StoredShape {
  id: string;
  name: string;
  speedLimitKmh: number | null;
  segments: LineSegment[];
}

/** The places among `ids` that the caller sees, with what terminals need of them. */
export const loadPlacesForWriting = (trx: Trx, ctx: Ctx, ids: readonly string[]): Promise<WrittenPlace[]> =>
  selectPlaces(trx, ctx)
    .select(['p.id', 'p.name', 'p.speed_limit_kmh as speedLimitKmh', 'g.kind', 'g.geometry', 'g.radius_m', 'g.adcode'])
    .select(sql<LineSegment[]>`p.segments`.as('segments'))
    .where(sql<boolean>`p.id = any(${ids}::bigint[])`)
    .execute();
