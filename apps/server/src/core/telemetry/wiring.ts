import { type RawBuilder, sql } from 'kysely';

/** A set of wires and its time: [epoch ms or null, epoch ms or null, wires]. What it does to readings is the reader's business. */
export type StoredWiring = readonly [
  from: number | null,
  to: number | null,
  wires: ReadonlyArray<{ kind: string; channel: number; correction?: number | null; inverse?: boolean | null }>,
];

/** Sets of wires of a vehicle that make something else of its readings, as JSON in a query; null when there are none, as with nearly every vehicle. */
export const wiringOf = (vehicle: string): RawBuilder<StoredWiring[] | null> =>
  sql`(select jsonb_agg(jsonb_build_array((extract(epoch from lower(during)) * 1000)::float8, (extract(epoch from upper(during)) * 1000)::float8, probes)
    order by lower(during) nulls first) from probe_version where vehicle_id = ${sql.ref(vehicle)} and rewired)`;

/** Calibration tables of a vehicle's tanks, alike: [{from, to, tank, table}]; null without any. */
export const tanksOf = (
  vehicle: string,
): RawBuilder<Array<{
  from: number | null;
  to: number | null;
  tank: number;
  table: Array<[raw: number, litres: number]>;
}> | null> =>
  sql`(select jsonb_agg(jsonb_build_object('from', (extract(epoch from lower(during)) * 1000)::float8, 'to', (extract(epoch from upper(during)) * 1000)::float8,
    'tank', tank, 'table', points)) from tank_table where vehicle_id = ${sql.ref(vehicle)} and not isempty(during) and jsonb_array_length(points) > 0)`;
