import { minuteMs } from '@tongda/contract/core/durations';
import { lockAction, lockWay } from '@tongda/contract/resources/device/enums';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients, demoUsers } from '../people/users';

/*
 * What people of the demo company did about its boxes, told beside what the terminals reported: pre-cooling tasks that were given before a loading, and
 * seals that were opened and closed around the openings of doors.
 */

const clientId = demoClients.cold.id;
/** id of people.ts: the dispatcher */
const dispatcher = '153';
const dispatcherName = demoUsers.find(({ id }) => id === dispatcher)?.name ?? '';

/** Gives the tasks and the lock records, once the past has arrived. */
export async function proveBoxes(db: Kysely<DB>): Promise<void> {
  await giveCoolingTasks(db);
  await keepSeals(db);
}

/** A task: the truck, the target in ℃, the minutes before and after a moment when it was given and when loading is planned, the site and a remark. */
type Task = readonly [
  vehicleNo: number,
  targetC: number,
  at: number | null,
  givenMin: number,
  planMin: number,
  site: string,
  remark: string,
];

/** One that was done once a unit worked again that had stood still, one that runs, one that a long open door stopped, one of a truck whose terminal was never switched on. */
async function giveCoolingTasks(db: Kysely<DB>): Promise<void> {
  const now = Date.now();
  const restarted = await newestStart(db, 4, sql`kind = 'preCooling' and values ->> 'coolerStatus' = '1'`);
  const opened = await newestStart(db, 18, sql`kind = 'door' and end_time - start_time > interval '15 minutes'`);
  const tasks: readonly Task[] = [
    [1, -28, now, 20, 40, '青浦冷库', '冰淇淋'],
    [48, -18, now, 30, 90, '东莞冷库', ''],
    [4, -18, restarted, 5, 60, '无锡分拨', ''],
    [18, -24, opened, 25, 50, '浦东门店', '补货'],
  ];
  for (const [vehicleNo, targetC, at, givenMin, planMin, site, remark] of tasks) {
    if (at === null) continue;
    const [given, plan] = [new Date(at - givenMin * minuteMs), new Date(at + planMin * minuteMs)];
    await sql`insert into pre_cooling (client_id, vehicle_id, target_c, minutes, plan_load_at, site_name, remark, created_by, creator_name, created_at)
      values (${clientId}, ${vehicleId(vehicleNo)}, ${targetC}, 30, ${plan}, ${site}, ${remark}, ${dispatcher}, ${dispatcherName}, ${given})`.execute(
      db,
    );
  }
}

/** When the newest episode of a vehicle began that had a day of history before it, epoch ms; null without one. */
async function newestStart(db: Kysely<DB>, vehicleNo: number, which: ReturnType<typeof sql>): Promise<number | null> {
  const { rows } = await sql<{
    at: Date;
  }>`select start_time as at from episode where vehicle_id = ${vehicleId(vehicleNo)} and status <> 2 and ${which}
    and start_time > (select min(start_time) from episode where vehicle_id = ${vehicleId(vehicleNo)}) + interval '6 hours' order by start_time desc limit 1`.execute(
    db,
  );
  return rows[0]?.at.getTime() ?? null;
}

/** Locks of trucks were opened just before their doors and closed after them for three days; one door in eighteen was opened without: its seal was cut, which the rule of these trucks finds when the days are computed again. */
async function keepSeals(db: Kysely<DB>): Promise<void> {
  await sql`insert into lock_binding (client_id, lock_id, vehicle_id, door_pos, name, during)
    select l.client_id, l.id, l.vehicle_id, coalesce(l.door_pos, ''), v.plate_no, tstzrange(now() - interval '60 days', null)
    from bluetooth_lock l join vehicle v on v.id = l.vehicle_id
    where l.client_id = ${clientId} and not exists (select from lock_binding b where b.lock_id = l.id)`.execute(db);
  // counted door by door of its own truck, so that the same story has the same cut seal whenever and wherever it is told
  const doors = sql`select b.lock_id, e.start_time, e.end_time, e.lng, e.lat, l.last_user,
      row_number() over (partition by b.lock_id order by e.start_time, e.subject) + b.vehicle_id as nth
    from lock_binding b join bluetooth_lock l on l.id = b.lock_id
    join episode e on e.vehicle_id = b.vehicle_id and e.kind = 'door' and e.status = 1 and e.end_time > now() - interval '3 days'
    where b.client_id = ${clientId}`;
  const done = sql`select lock_id, start_time, end_time, lng, lat, last_user, nth from (${doors}) d where nth % 18 <> 4`;
  // half by telephone, one in six each with a code from the dispatcher, by card and from afar
  const openedBy = sql`case nth % 6 when 1 then ${lockWay.code}::int when 3 then ${lockWay.card}::int when 5 then ${lockWay.remote}::int else ${lockWay.bluetooth}::int end`;
  const steps = [
    [lockAction.open, sql`start_time - interval '90 seconds'`],
    [lockAction.close, sql`end_time + interval '60 seconds'`],
  ] as const;
  for (const [action, at] of steps)
    await sql`insert into lock_open_log (client_id, lock_id, user_name, action, way, allowed, lng, lat, at)
      select ${clientId}, lock_id, coalesce(last_user, ''), ${action}, ${action === lockAction.open ? openedBy : lockWay.bluetooth}, true, lng, lat, ${at} from (${done}) d`.execute(
      db,
    );
  // one is shown as open: it was not closed again; all tell their newest record
  await sql`delete from lock_open_log h using bluetooth_lock l where l.id = h.lock_id and l.client_id = ${clientId} and l.last_action = ${lockAction.open}
    and h.action = ${lockAction.close} and h.at > (select max(o.at) from lock_open_log o where o.lock_id = l.id and o.action = ${lockAction.open})`.execute(
    db,
  );
  await sql`update bluetooth_lock l set last_action = h.action, last_way = h.way, last_time = h.at, lng = h.lng, lat = h.lat
    from (select distinct on (lock_id) * from lock_open_log where client_id = ${clientId} and allowed order by lock_id, at desc, id desc) h where h.lock_id = l.id`.execute(
    db,
  );
  await sql`insert into dirty_day (vehicle_id, day, client_id, due_at)
    select distinct b.vehicle_id, d::date, b.client_id, now() from lock_binding b,
      generate_series((now() at time zone 'Asia/Shanghai')::date - 2, (now() at time zone 'Asia/Shanghai')::date, interval '1 day') d
    where b.client_id = ${clientId} and upper_inf(b.during) on conflict (vehicle_id, day) do nothing`.execute(db);
}
