import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { blownAirWord } from '@tongda/contract/resources/vehicle/probe';
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

/** Condition: probe `b` hangs in the box, and not in the air that the unit blows into it. */
const isInBox = sql<boolean>`b.name not like ${sql.lit(`%${blownAirWord}%`)}`;
/** SQL: channels of a vehicle whose probes measure the air that the unit blows. */
const blownChannels = (vehicleId: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql<
    number[]
  >`array(select b.channel from probe b where b.vehicle_id = ${vehicleId} and b.kind = 'tem' and not ${isInBox})`;
/**
 * SQL: channels of the probes of a vehicle that hang in a compartment. Empty where all of its readings count; a compartment without probes of its own counts those of the whole box, without the air
 * that the unit blows.
 */
export const channelsOfZone = (vehicleId: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql<
    number[]
  >`(select case when count(*) filter (where b.zone = ${zone} and ${isInBox}) > 0 then coalesce(array_agg(b.channel order by b.channel) filter (where b.zone = ${zone} and ${isInBox}), '{}')
      when bool_or(not ${isInBox}) then coalesce(array_agg(b.channel order by b.channel) filter (where ${isInBox}), '{}') else '{}' end
    from probe b where b.vehicle_id = ${vehicleId} and b.kind = 'tem')`;

/** What the probes in the box of a truck read now, `t.v` by channel `t.n`; nothing without recent readings. */
const boxReadings = sql`jsonb_array_elements(s.live->'tempC') with ordinality t(v, n)
    where t.v <> 'null'::jsonb and t.n <> all(${blownChannels(sql`s.vehicle_id`)}) and ${isTempFresh}`;
/** Readings of the box of a truck now, ℃, by channel; empty without recent ones. */
export const temps = sql<number[]>`array(select round(t.v::text::numeric, 1)::float8 from ${boxReadings} order by t.n)`;
/** Mean of the box of a truck now, ℃: what pre-cooling is compared with. Of goods `goodsBox` speaks. */
export const meanTemp = sql<number | null>`(select round(avg(t.v::text::numeric), 1)::float8 from ${boxReadings})`;

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
 * outside of what they need, otherwise the mean; `box.out` whether one probe is outside. `channelsOfZone` says which probes count. The kernel's compliance of a trip counts a sample the same way. `where`: when the readings say something about the goods.
 */
export const goodsBox = (l: string, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left join lateral (select coalesce(max(x.off) > 0, false) as out,
      round((case when max(x.off) > 0 then (array_agg(x.c order by x.off desc))[1] else avg(x.c) end)::numeric, 1)::float8 as c
    from (select ${channelsOfZone(sql`s.vehicle_id`, sql`v.zones -> (${sql.ref(`${l}.compartment_no`)} - 1) ->> 'name'`)} as own) z
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
