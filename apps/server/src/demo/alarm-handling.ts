import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/enums/alarm';
import { type Kysely, sql } from 'kysely';
import type { App, Stop } from '../core/app';
import type { DB } from '../core/db-types';
import { demoClients, demoUsers } from './people';
import { vehicleId } from './vehicle-rows';

const clientId = demoClients.cold.id;
const minuteMs = 60_000;
/** How often it is looked whether the past has arrived, and after how long nobody waits for it any more. */
const lookMs = 20_000;
const patienceMs = 40 * minuteMs;

/** ids of people.ts: dispatcher and quality manager */
const handlers = ['153', '154'];
const nameOf = (id: string): string => demoUsers.find((user) => user.id === id)?.name ?? '';

interface Answer {
  kinds: readonly string[];
  status: number;
  ways: number[];
  remark: string;
}
const { phone, onSite, training } = alarmHandleWay;
/** What dispatchers and quality write under alarms of these kinds. */
const answers: readonly Answer[] = [
  {
    kinds: ['temperatureAlarm', 'humidityAlarm'],
    status: alarmHandleStatus.closed,
    ways: [phone],
    remark: '已联系司机检查冷机并关好箱门，温度已回落，货物抽检正常',
  },
  {
    kinds: ['temperatureAlarm'],
    status: alarmHandleStatus.falseAlarm,
    ways: [],
    remark: '空箱回程未制冷，箱内无货',
  },
  { kinds: ['doorAlarm'], status: alarmHandleStatus.closed, ways: [phone], remark: '到站卸货，司机忘记关门，已提醒' },
  {
    kinds: ['speedAlarm', 'fatigueAlarm', 'zoneAlarm'],
    status: alarmHandleStatus.closed,
    ways: [phone, training],
    remark: '已电话提醒司机，列入本周安全教育',
  },
  {
    kinds: ['deviceAlarm'],
    status: alarmHandleStatus.inProgress,
    ways: [onSite],
    remark: '已通知维修点明早上车检查电源线',
  },
  {
    kinds: ['oilAlarm'],
    status: alarmHandleStatus.inProgress,
    ways: [phone],
    remark: '已向司机核实停车位置，调取园区监控中',
  },
  {
    kinds: ['punctualityAlarm'],
    status: alarmHandleStatus.closed,
    ways: [phone],
    remark: '收货人已知悉，改约到货时间',
  },
];

/** So many ended alarms of a kind are looked at, newest first; every second one stays as it is. */
const looked = 12;

/** People of the demo company deal with alarms of its past, once the past is there; a part of them waits for whoever tries it. */
export function handleDemoAlarms({ database, log }: Pick<App, 'database' | 'log'>): Stop {
  const db = database.systemDb;
  const until = Date.now() + patienceMs;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const done = await settled(db).catch((error: unknown) => {
      log.warn({ err: error }, 'demo alarms');
      return true;
    });
    if (!done && !stopped && Date.now() < until) timer = setTimeout(start, lookMs);
  };
  const start = (): void => {
    working = look();
  };
  start();
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    await working;
  };
}

/** Whether nothing is left to do: alarms of yesterday were handled, now or before. */
async function settled(db: Kysely<DB>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ handled: boolean; ended: number }>`select
        exists (select from alarm_handle where client_id = ${clientId}) as handled,
        count(*) filter (where end_time < now() - interval '2 hours')::int as ended
      from episode where client_id = ${clientId} and alarm`.execute(trx);
    const [found] = rows;
    if (found?.handled) return true;
    // the newest day arrives last
    if ((found?.ended ?? 0) < looked || !(await arrived(trx))) return false;
    for (const answer of answers) await give(trx, answer);
    await withdraw(trx);
    return true;
  });
}

async function arrived(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{
    share: number;
  }>`select coalesce(avg((fix_time > now() - interval '15 minutes')::int), 0)::float8 as share
    from device_state where client_id = ${clientId}`.execute(db);
  return (rows[0]?.share ?? 0) > 0.5;
}

/** Every second one of the newest ended alarms of these kinds that nobody touched. */
async function give(db: Kysely<DB>, { kinds, status, ways, remark }: Answer): Promise<void> {
  const { rows } = await sql<{
    id: string;
    start: number;
  }>`select id::text, (extract(epoch from start_time) * 1000)::float8 as start
    from (select id, start_time, row_number() over (order by start_time desc) as n from episode
      where client_id = ${clientId} and alarm and kind = any(${[...kinds]}) and status = 1 and handle_status in (0, 5)
        and end_time < now() - interval '2 hours' limit ${looked}) e where n % 2 = 0`.execute(db);
  for (const [i, { id, start }] of rows.entries()) {
    const userId = handlers[i % handlers.length] ?? handlers[0] ?? '';
    const at = new Date(start + (4 + ((i * 7) % 23)) * minuteMs);
    await sql`update episode set handle_status = ${status}, handled_by = ${userId}, handled_name = ${nameOf(userId)}, handled_at = ${at},
      handle_remark = ${remark}, version = version + 1 where id = ${id}`.execute(db);
    await sql`insert into alarm_handle (client_id, episode_id, action, status_before, status, ways, remark, user_id, user_name, at)
      values (${clientId}, ${id}, 'handle', 0, ${status}, ${ways}, ${remark}, ${userId}, ${nameOf(userId)}, ${at})`.execute(
      db,
    );
  }
}

/** Two days ago the truck of the mountain road was told of as too warm; what it caught up with afterwards showed a probe that was wrong for a moment. */
async function withdraw(db: Kysely<DB>): Promise<void> {
  const vehicle = vehicleId(56);
  const start = new Date(Date.now() - 2 * 1440 * minuteMs);
  const end = new Date(start.getTime() + 15 * minuteMs);
  const { rows } = await sql<{
    id: string;
  }>`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at,
      status, level, peak, limit_value, blind_ratio, announced_at, rule_id, rule_version)
    select ${clientId}, ${vehicle}, 'temperatureAlarm', true, 'tem1', ${start}, ${end}, ${new Date(start.getTime() + 10 * minuteMs)},
      2, 2, -9.0, -12, 0.4, ${new Date(start.getTime() + 10 * minuteMs)}, r.id, r.version
    from alarm_rule r where r.client_id = ${clientId} and r.kind = 'temperature' and r.enabled and r.deleted_at is null limit 1
    returning id::text`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return;
  for (const [event, at] of [
    ['opened', new Date(start.getTime() + 10 * minuteMs)],
    ['withdrawn', new Date(end.getTime() + 40 * minuteMs)],
  ] as const) {
    const body = {
      event,
      push: false,
      episodeId: id,
      clientId,
      vehicleId: vehicle,
      kind: 'temperatureAlarm',
      subject: 'tem1',
      level: 2,
      start: start.getTime(),
      end: end.getTime(),
      peak: -9,
      limit: -12,
      values: {},
    };
    await sql`insert into episode_event (client_id, vehicle_id, episode_id, event, push, at, body)
      values (${clientId}, ${vehicle}, ${id}, ${event}, false, ${at}, ${JSON.stringify(body)})`.execute(db);
  }
}
