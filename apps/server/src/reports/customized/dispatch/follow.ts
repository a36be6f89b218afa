import { msgCategory, msgType } from '@tongda/contract/base/system-enums';
import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { DB } from '../../../core/generated/db-types';
import { defineJob, type JobDefinition } from '../../../core/run/jobs';
import type { RealVisit } from '../../../kernel/ground/punctuality';
import { followShipment, type ShipmentWay } from '../../../kernel/ground/shipment';
import { tellUsers } from '../../../modules/base/message/door';
import { hasModule } from '../../../modules/trade/custom-module/door';

export const shipmentFollowName = 'shipments-follow';
/** Shipments of one round. */
const atOnce = 500;
/** Late data may move what happened so many days ago at most; what never left is given up after as many. */
const lateDays = 3;
/** What happened longer ago is written, but nobody is told any more (K2), ms. */
const newsMs = 30 * minuteMs;

interface Followed {
  id: string;
  clientId: string;
  code: string;
  vehicleId: string;
  plateNo: string;
  status: 1 | 2 | 3;
  loadPlaceId: string;
  loadName: string;
  planLoadAt: number;
  loadArriveAt: number | null;
  departAt: number | null;
  byHand: boolean;
  finishAt: number | null;
  finishedByHand: boolean;
  until: number;
  notifyIds: string[];
  stops: Array<{ placeId: string; name: string; arriveAt: number | null; leaveAt: number | null }>;
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Shipments that may still change by the visits of their vehicles. Nobody is told of them while the company has no 发运调度. */
async function listOpen(db: Kysely<DB>, only: string | null): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    select s.id::text, s.client_id::text as "clientId", s.code, s.vehicle_id::text as "vehicleId", v.plate_no as "plateNo", s.status,
      s.load_place_id::text as "loadPlaceId", l.name as "loadName", ${ms('s.plan_load_at')} as "planLoadAt", ${ms('s.load_arrive_at')} as "loadArriveAt",
      ${ms('s.depart_at')} as "departAt", s.depart_by_hand as "byHand", ${ms('s.finish_at')} as "finishAt", s.finish_by_hand as "finishedByHand",
      (extract(epoch from least(s.plan_done_at + interval '24 hours', coalesce((select min(lower(n.busy)) from shipment n where n.vehicle_id = s.vehicle_id
        and n.cancelled_at is null and n.plan_load_at > s.plan_load_at), 'infinity'))) * 1000)::float8 as until,
      array(select u::text from unnest(s.notify_ids) u where ${hasModule('s.client_id', 'customDispatch')}) as "notifyIds",
      (select coalesce(jsonb_agg(jsonb_build_object('placeId', t.place_id::text, 'name', p.name, 'arriveAt', ${ms('t.arrive_at')}, 'leaveAt', ${ms('t.leave_at')}) order by t.seq), '[]')
        from shipment_stop t join place p on p.id = t.place_id where t.shipment_id = s.id) as stops
    from shipment s join vehicle v on v.id = s.vehicle_id join place l on l.id = s.load_place_id
    where s.cancelled_at is null and s.plan_load_at < now() + interval '2 hours' and s.plan_done_at > now() - make_interval(days => ${sql.lit(lateDays)})
      and not (s.finish_by_hand and s.status = 3) and ${only === null ? sql`true` : sql`s.id = ${only}`}
    order by s.plan_load_at desc limit ${atOnce}`.execute(db);
  return rows;
}

/** The visits of the shipments' vehicles at places that they load or unload at. */
async function loadVisits(db: Kysely<DB>, list: readonly Followed[]): Promise<Map<string, RealVisit[]>> {
  const places = [...new Set(list.flatMap((s) => [s.loadPlaceId, ...s.stops.map(({ placeId }) => placeId)]))];
  const since = new Date(Math.min(...list.map(({ planLoadAt }) => planLoadAt)) - dayMs);
  const { rows } = await sql<RealVisit & { vehicleId: string }>`
    select e.vehicle_id::text as "vehicleId", e.place_id::text as "placeId", ${ms('e.start_time')} as "inAt", ${ms('e.end_time')} as "outAt"
    from episode e where e.vehicle_id = any(${list.map(({ vehicleId }) => vehicleId)}::bigint[]) and e.kind = 'visit' and e.status <> 2
      and e.start_time >= ${since} and e.place_id = any(${places}::bigint[])`.execute(db);
  const found = new Map<string, RealVisit[]>();
  for (const { vehicleId, ...visit } of rows) found.set(vehicleId, [...(found.get(vehicleId) ?? []), visit]);
  return found;
}

const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Writes what the visits say; what a person said, and a state that was reached, stay. */
async function apply(trx: Trx, s: Followed, way: ShipmentWay): Promise<void> {
  const departAt = way.departAt ?? s.departAt;
  const finishAt = s.finishedByHand ? s.finishAt : (way.finishAt ?? s.finishAt);
  const status = finishAt !== null ? 3 : departAt !== null ? 2 : 1;
  await sql`update shipment set load_arrive_at = ${dateOrNull(way.loadArriveAt ?? s.loadArriveAt)}, depart_at = ${dateOrNull(departAt)},
      finish_at = ${dateOrNull(finishAt)}, status = greatest(status, ${status}::smallint) where id = ${s.id} and cancelled_at is null`.execute(
    trx,
  );
  const stops = way.stops.map(({ arriveAt, leaveAt }, i) => ({
    seq: i + 1,
    arriveAt: dateOrNull(arriveAt ?? s.stops[i]?.arriveAt ?? null)?.toISOString() ?? null,
    leaveAt: dateOrNull(leaveAt ?? s.stops[i]?.leaveAt ?? null)?.toISOString() ?? null,
  }));
  await sql`update shipment_stop t set arrive_at = r."arriveAt", leave_at = r."leaveAt"
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) r(seq smallint, "arriveAt" timestamptz, "leaveAt" timestamptz)
    where t.shipment_id = ${s.id} and t.seq = r.seq`.execute(trx);
}

/** What is new and has just happened, in words for the people who asked to be told. */
function newsOf(s: Followed, way: ShipmentWay): Array<{ key: string; at: number; text: string }> {
  const news: Array<{ key: string; at: number; text: string }> = [];
  if (s.departAt === null && way.departAt !== null)
    news.push({ key: 'depart', at: way.departAt, text: `已从${s.loadName}发车` });
  way.stops.forEach(({ arriveAt }, i) => {
    const stop = s.stops[i];
    if (arriveAt !== null && stop && stop.arriveAt === null)
      news.push({ key: `arrive${i + 1}`, at: arriveAt, text: `已到达${stop.name}` });
  });
  if (s.finishAt === null && way.finishAt !== null) news.push({ key: 'finish', at: way.finishAt, text: '已完成' });
  return news;
}

/** Tells the people of a shipment something, once. */
export const tellShipment = (
  trx: Trx,
  s: Pick<Followed, 'id' | 'clientId' | 'code' | 'vehicleId' | 'plateNo' | 'notifyIds'>,
  key: string,
  text: string,
): Promise<void> =>
  s.notifyIds.length === 0
    ? Promise.resolve()
    : tellUsers(
        trx,
        {
          clientId: s.clientId,
          category: msgCategory.vehicleAffairs,
          type: msgType.shipment,
          objTag: `vehicle:${s.vehicleId}`,
          objName: s.plateNo,
          title: `发运${s.code}${text}`,
          content: `${s.plateNo} ${text}。`,
          vehicleId: s.vehicleId,
          menu: 'customDispatch',
          onceKey: `shipment-${s.id}-${key}`,
        },
        s.notifyIds,
        true,
      );

const same = (s: Followed, way: ShipmentWay): boolean =>
  (way.loadArriveAt ?? s.loadArriveAt) === s.loadArriveAt &&
  (way.departAt ?? s.departAt) === s.departAt &&
  (s.finishedByHand || (way.finishAt ?? s.finishAt) === s.finishAt) &&
  way.stops.every(({ arriveAt, leaveAt }, i) => {
    const stop = s.stops[i];
    return (arriveAt ?? stop?.arriveAt) === stop?.arriveAt && (leaveAt ?? stop?.leaveAt) === stop?.leaveAt;
  });

/** Follows the open shipments (or one of them) in the visits of their vehicles. */
export async function followShipments(db: Kysely<DB>, now = Date.now(), only: string | null = null): Promise<void> {
  const list = await listOpen(db, only);
  if (list.length === 0) return;
  const visits = await loadVisits(db, list);
  for (const s of list) {
    const way = followShipment({ ...s, departAt: s.byHand ? s.departAt : null }, visits.get(s.vehicleId) ?? [], now);
    if (same(s, way)) continue;
    await db.transaction().execute(async (trx) => {
      await apply(trx, s, way);
      for (const { key, at, text } of newsOf(s, way)) if (now - at <= newsMs) await tellShipment(trx, s, key, text);
    });
  }
}

/** The job of every minute. */
export const shipmentJobs = (db: Kysely<DB>): Array<JobDefinition<never>> => [
  defineJob<object>(shipmentFollowName, () => followShipments(db)),
];
