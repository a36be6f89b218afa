import { orderStatus, transportStatus } from '@tongda/contract/transport/enums';
import { freshMin, type LateState, lateStates, type signedWords } from '@tongda/contract/transport/figures';
import { tripSettingsDefaults } from '@tongda/contract/transport/trip/settings';
import { splitFlag, stopStatus } from '@tongda/contract/transport/waybill/enums';
import { type RawBuilder, sql } from 'kysely';

const onRoad = sql.lit(transportStatus.inTransit);

/** When something was promised, when it came (null: not yet), and when it is expected (null: nobody knows). */
export interface Due {
  promised: RawBuilder<unknown>;
  came: RawBuilder<unknown>;
  expected: RawBuilder<unknown>;
}

/** Minutes behind the promise from which the company of the row wants to hear of an expected arrival (`etaWarnMin`). */
const warnMin = (client: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`greatest(1, coalesce((select z.eta_warn_min from tms_settings z where z.client_id = ${client}), ${sql.lit(tripSettingsDefaults.etaWarnMin)}))`;

/** `lateState` of the contract, in SQL. `client`: column of the company. */
export const lateOf = ({ promised, came, expected }: Due, client: RawBuilder<unknown>): RawBuilder<LateState> =>
  sql<LateState>`(case when coalesce(${came}, now()) > ${promised} then 'late'
    when ${came} is null and ${expected} >= ${promised} + ${warnMin(client)} * interval '1 minute' then 'expectedLate' else 'onTime' end)`;

/** Minutes behind the promise, negative before it: by what came, by what is expected (which cannot be in the past), or by now once the promise is broken; null while nothing says so. */
export const lateMinOf = ({ promised, came, expected }: Due): RawBuilder<number | null> =>
  sql<
    number | null
  >`(floor(extract(epoch from coalesce(${came}, greatest(${expected}, case when ${expected} is not null or now() > ${promised} then now() end))
    - ${promised}) / 60))::int`;

/**
 * Order `o`: promised to its receiver, expected at the stop where its last leg ends (`eta`). A voided one is promised to nobody; a split one came
 * with the last of its children.
 */
export const dueOfOrder = (eta: RawBuilder<unknown>): Due => ({
  promised: sql`(case when o.order_status <> ${sql.lit(orderStatus.voided)} then o.arrive_to end)`,
  came: sql`(case when o.split_flag = ${sql.lit(splitFlag.parent)} and o.order_status = ${sql.lit(orderStatus.completed)}
    then (select max(c.signed_at) from customer_order c where c.parent_id = o.id) else o.signed_at end)`,
  expected: eta,
});
/**
 * The last that is known of trip `w` before it comes to the stop `p`: when it left or reached an earlier stop (`at`), and how far behind the plan that was (`behind`, negative
 * before it; whoever came early and still stands there goes on as planned). Its first stop is left at the departure.
 */
const lastKnown = (p: string) => sql`(select coalesce(q.leave_at, q.arrive_at) as at,
    coalesce(q.leave_at - q.plan_leave_at, greatest(q.arrive_at - q.plan_arrive_at, interval '0'), w.actual_depart_at - w.plan_depart_at) as behind
  from waybill_stop q where q.waybill_id = ${sql.ref(`${p}.waybill_id`)} and q.seq < ${sql.ref(`${p}.seq`)} and coalesce(q.leave_at, q.arrive_at) is not null
  order by q.seq desc limit 1)`;
/**
 * When trip `w` on the road is expected at its stop; null for one that it has reached, before the departure and after the end. By the position of the truck; where none was
 * reported since it was last known to be somewhere (no terminal, or a silent one), by the plan, as far behind it as the truck was there. `p`: alias of the stop.
 */
export const etaAtStop = (p = 'p'): RawBuilder<Date | null> => {
  const of = (column: string) => sql.ref(`${p}.${column}`);
  return sql<Date | null>`(case when w.transport_status = ${onRoad} and ${of('stop_status')} = ${sql.lit(stopStatus.toCome)} then coalesce(
      (select case when ${of('eta_at')} is not null and coalesce(w.eta_updated_at > known.at - ${sql.lit(freshMin)} * interval '1 minute', true) then ${of('eta_at')}
        else ${of('plan_arrive_at')} + known.behind end from ${lastKnown(p)} known), ${of('eta_at')}) end)`;
};
/** The same for goods that are handed over at the stop `p`: until the departure the plan says when they come, which may have been let through late (晚到放行). */
export const expectedAtStop = sql<Date | null>`(case when w.transport_status = ${sql.lit(transportStatus.toDepart)} then p.plan_arrive_at else ${etaAtStop()} end)`;
/** When the last of the children of the split order `o` that are on a trip is expected, by the position of their trucks or the plan like any other goods; null for other orders. */
export const etaOfChildren = sql<Date | null>`(case when o.split_flag = ${sql.lit(splitFlag.parent)} and o.order_status < ${sql.lit(orderStatus.completed)}
  then (select max(${expectedAtStop}) from customer_order c join waybill_leg l on l.order_id = c.id and l.removed_at is null and l.final and l.transportation_status < 2
    join waybill w on w.id = l.waybill_id
    join waybill_stop p on p.waybill_id = l.waybill_id and p.seq = l.to_seq and p.stop_status = ${sql.lit(stopStatus.toCome)} where c.parent_id = o.id) end)`;

/**
 * Stop of waybill `w`: due at the end of its window; expected arrivals hold while the trip is on the road. Skipped stops are due at no time, and neither is
 * one that was left without anybody knowing when the truck had come. `p`: alias of the stop.
 */
function dueOfStop(p: string): Due {
  const of = (column: string) => sql.ref(`${p}.${column}`);
  const { toCome, skipped } = stopStatus;
  return {
    promised: sql`(case when ${of('stop_status')} <> ${sql.lit(skipped)}
        and (${of('arrive_at')} is not null or (${of('stop_status')} = ${sql.lit(toCome)} and w.transport_status = ${onRoad}))
      then coalesce(${of('window_end')}, ${of('plan_arrive_at')}) end)`,
    came: of('arrive_at'),
    expected: etaAtStop(p),
  };
}
export const lateOfStop = (p = 'p'): RawBuilder<LateState> => lateOf(dueOfStop(p), sql`w.client_id`);
export const lateMinOfStop = (p = 'p'): RawBuilder<number | null> => lateMinOf(dueOfStop(p));

/** When waybill `w` on the road is expected at its next stop, or (`last`) at its last one; of a trip that is over nothing is expected any more. */
export const tripEta = (which: 'next' | 'last' = 'next'): RawBuilder<Date | null> =>
  sql<Date | null>`(select ${etaAtStop()} from waybill_stop p where p.waybill_id = w.id and p.stop_status = ${sql.lit(stopStatus.toCome)} and p.seq > 1
    and w.transport_status = ${onRoad} order by p.seq ${which === 'last' ? sql`desc` : sql``} limit 1)`;

/** What waybill `w` on the road says of its stops to come: `level` 0 in time, 1 expected late, 2 late, of the worst of them, and `min` behind, and its name (`place`). */
const worstStop = sql`(select max(${lateMinOfStop()}) as min,
    coalesce(max(array_position(array[${sql.join(lateStates.map((state) => sql.lit(state)))}], ${lateOfStop()})) - 1, 0) as level,
    (array_agg(p.name order by ${lateMinOfStop()} desc nulls last, p.seq))[1] as place
  from waybill_stop p where p.waybill_id = w.id and p.stop_status = ${sql.lit(stopStatus.toCome)} and p.seq > 1 and w.transport_status = ${onRoad})`;
/** The same as a join, `lt`, and as columns. */
export const lateOfTrip = sql`left join lateral ${worstStop} lt on true`;
export const tripLateMin = sql<number | null>`(select lt.min from ${worstStop} lt)`;
export const tripLateLevel = sql<number>`(select lt.level from ${worstStop} lt)`;

/** Condition: order `o` was signed for until it was promised, or after that. One without a promise is neither. */
export const wasSigned = (when: keyof typeof signedWords): RawBuilder<boolean> =>
  when === 'inTime' ? sql<boolean>`o.signed_at <= o.arrive_to` : sql<boolean>`o.signed_at > o.arrive_to`;
