import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { transportStatus } from '@tongda/contract/transport/enums';
import { freshMin, type keptWords, tempFreshMin } from '@tongda/contract/transport/figures';
import { tripSettingsDefaults } from '@tongda/contract/transport/trip/settings';
import { typeRange } from '@tongda/contract/transport/waybill/stow/compartments';
import { type RawBuilder, sql } from 'kysely';

/** Condition: the truck's last report is recent enough to tell the present. `s` is the vehicle's device_state. */
export const isFresh = sql<boolean>`coalesce(s.device_time > now() - interval '1 minute' * ${sql.lit(freshMin)}, false)`;
/**
 * When a probe of a truck last told a temperature. `live` keeps the last readings while reports come without any, so that the time of the last report says
 * nothing of them; states older than the field `tempTime` have only that.
 */
export const tempTime = sql<Date>`coalesce(to_timestamp((s.stream->>'tempTime')::float8 / 1000), s.device_time)`;
const isTempFresh = sql`${tempTime} > now() - interval '1 minute' * ${sql.lit(tempFreshMin)}`;

/** Readings of all probes of a truck now, ℃, by channel; empty without recent ones. */
export const temps = sql<
  number[]
>`array(select round(t::text::numeric, 1)::float8 from jsonb_array_elements(s.live->'tempC') t
    where t <> 'null'::jsonb and ${isTempFresh})`;
/** Mean of all probes of a truck now, ℃: what pre-cooling is compared with. Of goods `goodsBox` speaks. */
export const meanTemp = sql<
  number | null
>`(select round(avg(t::text::numeric), 1)::float8 from jsonb_array_elements(s.live->'tempC') t
    where t <> 'null'::jsonb and ${isTempFresh})`;

/** The same of the truck of waybill `w`, as long as it drives for it: later it is another trip's, or nobody's. */
export const meanTempOfTrip = sql<
  number | null
>`case when w.transport_status < ${sql.lit(transportStatus.complete)} and w.voided_at is null then ${meanTemp} end`;

/** A bound of the range that order `o` must be kept within (`rangeOf` of the contract): its own, else the usual one of its class; null: none. */
const boundSql = (own: RawBuilder<unknown>, end: 'low' | 'high'): RawBuilder<number | null> =>
  sql<number | null>`coalesce(${own}, case o.temperature_type ${sql.join(
    temperatureType.codes.map((code) => sql`when ${sql.lit(code)} then ${sql.lit(typeRange[code][end])}::numeric`),
    sql` `,
  )} end)::float8`;

/** Condition: `tempC`, measured on goods of order `o`, is outside of the range that they must be kept within. */
export const isOutside = (tempC: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${tempC} < ${boundSql(sql`o.temp_min_c`, 'low')} or ${tempC} > ${boundSql(sql`o.temp_max_c`, 'high')}, false)`;

/**
 * Joins as `box` what the probes of the compartment of leg `l` say of the goods of order `o` in truck `v` (`s` its device_state): `box.c` the reading farthest
 * outside of what they need, otherwise the mean; `box.out` whether one probe is outside. A compartment without probes of its own is read from all of
 * them. The kernel's compliance of a trip counts a sample the same way. `where`: when the readings say something about the goods.
 */
export const goodsBox = (l: string, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left join lateral (select coalesce(max(x.off) > 0, false) as out,
      round((case when max(x.off) > 0 then (array_agg(x.c order by x.off desc))[1] else avg(x.c) end)::numeric, 1)::float8 as c
    from (select array(select b.channel from probe b where b.vehicle_id = s.vehicle_id and b.kind = 'tem'
        and b.zone = v.zones -> (${sql.ref(`${l}.compartment_no`)} - 1) ->> 'name') as own) z
      cross join lateral (select r.c, greatest(r.c - ${boundSql(sql`o.temp_max_c`, 'high')}, ${boundSql(sql`o.temp_min_c`, 'low')} - r.c, 0) as off
        from (select t.v::text::float8 as c, t.n from jsonb_array_elements(s.live->'tempC') with ordinality t(v, n)
          where t.v <> 'null'::jsonb and ${isTempFresh}) r
        where cardinality(z.own) = 0 or r.n = any(z.own)) x) box on ${where}`;

/** Condition: goods on waybill `w` on the road are too warm or too cold now. */
export const carriesSpoiling = sql<boolean>`exists (select from waybill_leg gl join customer_order o on o.id = gl.order_id
    ${goodsBox('gl', sql`true`)} where gl.waybill_id = w.id and gl.removed_at is null and gl.transportation_status = 1 and box.out)`;

/** Share of the way, %, for which orders of a company must keep their temperature. */
export const minRateOf = (client: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce((select z.temp_min_rate from tms_settings z where z.client_id = ${client}), ${sql.lit(tripSettingsDefaults.tempMinRate)})::float8`;
/** Condition: order `o` kept its temperature for as much of the way as its company asks, or did not; one that was not measured is neither. */
export const wasKept = (which: keyof typeof keptWords): RawBuilder<boolean> =>
  which === 'kept'
    ? sql<boolean>`o.temp_compliance >= ${minRateOf(sql`o.client_id`)}`
    : sql<boolean>`o.temp_compliance < ${minRateOf(sql`o.client_id`)}`;
