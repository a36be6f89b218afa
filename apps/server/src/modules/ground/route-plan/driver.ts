import { minuteMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { routePlanStatus } from '@tongda/contract/ground/place/enums';
import type { DriverPlan, driverPlanRead } from '@tongda/contract/ground/route-plan/driver';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, notFound } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';

/** At most so many plans are given to a phone. */
const most = 20;
const { void: givenUp, done } = routePlanStatus;

interface Row extends Omit<DriverPlan, 'stops' | 'backTime'> {
  departAt: Date;
  home: boolean;
}

/** Plans that were sent to a driver's phone: coming and running ones by time, then those that ended or were cancelled in the last two days. */
export async function listPlansOfDriver(trx: Trx, ctx: Ctx, driverId: string): Promise<DriverPlan[]> {
  const at = (column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const { rows } =
    await sql<Row>`select r.id::text, r.plan_no as "planNo", r.name as "planName", coalesce(v.plate_no, '') as "plateNo",
      r.status, ${at('r.depart_at')} as "departTime", r.depart_at as "departAt", r.return_to_start as home,
      round(r.plan_mileage_m / 1000.0, 1)::float8 as "mileageKm", r.plan_duration_min as "durationMin", r.path is null as estimated, r.remark,
      array(select p.name from unnest(r.avoid_ids) with ordinality a (id, n) join place p on p.id = a.id order by a.n) as avoid,
      ${at('r.driver_sent_at')} as "sentTime", coalesce(u.name, '') as "sentUser", ${at('r.driver_read_at')} as "readTime"
    from route_plan r left join vehicle v on v.id = r.vehicle_id left join app_user u on u.id = r.sent_by
    where r.client_id = ${ctx.clientId} and r.driver_id = ${driverId} and r.deleted_at is null
      and (r.status < ${done} and r.depart_at > now() - interval '7 days'
        or coalesce(r.finished_at, r.updated_at) > now() - interval '2 days')
    order by r.status in (${done}, ${givenUp}), r.depart_at, r.id limit ${most}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows: stops } = await sql<
    DriverPlan['stops'][number] & { planId: string }
  >`select s.plan_id::text as "planId", s.name, coalesce(p.address, '') as address, s.lng, s.lat,
      round(s.distance_m / 1000.0, 1)::float8 as "distanceKm", s.stay_min as "stayMin",
      to_char(s.window_from at time zone ${ctx.timeZone}, 'HH24:MI') as "windowFrom",
      to_char(s.window_to at time zone ${ctx.timeZone}, 'HH24:MI') as "windowTo",
      ${at('s.arrive_at')} as "arriveTime", ${at('s.leave_at')} as "leaveTime"
    from route_plan_stop s left join place p on p.id = s.place_id
    where s.client_id = ${ctx.clientId} and s.plan_id = any(${ids}::bigint[]) order by s.plan_id, s.seq`.execute(trx);
  return rows.map(({ departAt, home, ...plan }) => ({
    ...plan,
    stops: stops.flatMap(({ planId, ...stop }) => (planId === plan.id ? [stop] : [])),
    backTime: home ? wireTime(new Date(departAt).getTime() + plan.durationMin * minuteMs, ctx.timeZone) : null,
  }));
}

/** Records when the driver read the plan that was sent to him. A repetition, or a receipt for an older sending, changes nothing. */
export async function notePlanRead(
  trx: Trx,
  ctx: Ctx,
  driver: { id: string; name: string },
  { id, sentTime, agoMs }: Parsed<typeof driverPlanRead>,
): Promise<{ readTime: string | null }> {
  const { rows } = await sql<{
    sentAt: Date;
    readAt: Date | null;
  }>`select driver_sent_at as "sentAt", driver_read_at as "readAt" from route_plan
    where id = ${id} and client_id = ${ctx.clientId} and driver_id = ${driver.id} and deleted_at is null for update`.execute(
    trx,
  );
  const [plan] = rows;
  if (!plan) throw notFound('线路规划');
  const known = plan.readAt && wireTime(new Date(plan.readAt), ctx.timeZone);
  if (known || wireTime(new Date(plan.sentAt), ctx.timeZone) !== sentTime) return { readTime: known };
  // clocks of phones may be wrong: a plan cannot have been read before it was sent
  const readAt = new Date(Math.max(new Date(plan.sentAt).getTime(), Date.now() - agoMs));
  await sql`update route_plan set driver_read_at = ${readAt} where id = ${id}`.execute(trx);
  const readTime = wireTime(readAt, ctx.timeZone);
  const change = { field: 'driverRead', label: '司机查看', before: '', after: `${driver.name} ${readTime}` };
  await recordChanges(trx, ctx, [{ entity: 'routePlan', entityId: id, action: '司机查看', changes: [change] }]);
  return { readTime };
}

/** The driver of a plan's vehicle when he has an account for the phone page; else null. */
export async function findDriverPhone(
  trx: Trx,
  ctx: Ctx,
  vehicleId: string,
  plateNo: string,
): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{
    id: string;
    name: string;
    account: boolean;
  }>`select d.id::text, d.name, exists (select from app_user u where u.driver_id = d.id and u.deleted_at is null) as account
    from vehicle v join driver d on d.id = v.driver_id and d.deleted_at is null
    where v.id = ${vehicleId} and v.client_id = ${ctx.clientId}`.execute(trx);
  const [driver] = rows;
  if (!driver) throw blockedByRule(`${plateNo} 没有主驾司机，不能下发到司机端，请先绑定司机`);
  if (!driver.account) throw blockedByRule(`司机“${driver.name}”没有关联登录账号，看不到司机端，请先在司机详情中关联`);
  return { id: driver.id, name: driver.name };
}
