import { type RawBuilder, sql } from 'kysely';

/** A set of sensors and the time it was in the vehicle: [epoch ms or null, epoch ms or null, sensors]. How it converts readings is the kernel's business (kernel/temperature/wiring.ts). */
export type StoredWiring = readonly [
  from: number | null,
  to: number | null,
  wires: ReadonlyArray<{ kind: string; channel: number; correction?: number | null; inverse?: boolean | null }>,
];

/** An SQL expression for the sets of sensors of a vehicle whose readings must be converted, as JSON; null when there are none, as for nearly every vehicle. `vehicle` is the column with its id. */
export const wiringOf = (vehicle: string): RawBuilder<StoredWiring[] | null> =>
  sql`(select jsonb_agg(jsonb_build_array((extract(epoch from lower(during)) * 1000)::float8, (extract(epoch from upper(during)) * 1000)::float8, probes)
    order by lower(during) nulls first) from probe_version where vehicle_id = ${sql.ref(vehicle)} and rewired)`;

/** An SQL expression for the calibration tables of a vehicle's tanks as JSON: [{from, to, tank, table}]; null without any. */
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
