import { minuteMs } from '@tongda/contract/core/durations';
import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import type { App, Stop } from '../../core/run/app';
import { markOverdue } from '../../modules/watch/alarm/door';
import { answerFuelFindings, mergeMilkRun, seedFuelBills } from '../fleet/fuel';
import { explainLateCalls } from '../fleet/late-calls';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients, demoUsers } from '../people/users';
import { proveBoxes } from './box-proofs';
import { seedSends } from './sends';

const clientId = demoClients.cold.id;
/** Pause between two looks whether the demo's past has arrived, and how long they go on, ms. */
const lookMs = 5_000;
const patienceMs = 40 * minuteMs;

/** ids of people.ts: dispatcher and quality manager */
const handlers = ['153', '154'] as const;
const nameOf = (id: string): string => demoUsers.find((user) => user.id === id)?.name ?? '';

interface Answer {
  kinds: readonly string[];
  status: number;
  /** 申诉 instead of 处理 */
  appeals?: true;
  ways: readonly number[];
  remark: string;
  /** what is written where such an alarm was a false one */
  mistaken: string;
}
type Step = Omit<Answer, 'kinds' | 'mistaken'>;
const { appeal, closed, falseAlarm, inProgress, open, overdue } = alarmHandleStatus;
const { phone, onSite, training } = alarmHandleWay;
/** Remarks that dispatchers and quality managers write when they handle alarms of these kinds. */
const answers: readonly Answer[] = [
  {
    kinds: ['temperatureAlarm', 'humidityAlarm', 'co2Alarm'],
    status: closed,
    ways: [phone],
    remark: '已联系司机检查冷机并关好箱门，已回落，货物抽检正常',
    mistaken: '空箱回程，箱内无货，不作处理',
  },
  {
    kinds: ['doorAlarm'],
    status: closed,
    ways: [phone],
    remark: '到站卸货，司机忘记关门，已提醒',
    mistaken: '月台装卸时门磁误报，现场确认车门已关好',
  },
  {
    kinds: ['speedAlarm', 'fatigueAlarm', 'zoneAlarm', 'safetyAlarm'],
    status: closed,
    ways: [phone, training],
    remark: '已电话提醒司机，列入本周安全教育',
    mistaken: '核对轨迹和录像，司机驾驶正常，设备误识别',
  },
  {
    kinds: ['lineAlarm'],
    status: closed,
    ways: [phone],
    remark: '高速封闭，司机按交警指挥绕行，已核实',
    mistaken: '行驶的是新改线路，电子线路未更新',
  },
  {
    kinds: ['parkingAlarm'],
    status: closed,
    ways: [phone, onSite],
    remark: '发电机故障停在应急车道，救援已到场，货物温度正常',
    mistaken: '服务区内正常休息，站点未录入',
  },
  {
    kinds: ['idleAlarm'],
    status: closed,
    ways: [phone],
    remark: '门店排队卸货，已提醒司机熄火等待',
    mistaken: '冷机靠发动机带动，装货前预冷，属正常怠速',
  },
  {
    kinds: ['terminalAlarm'],
    status: closed,
    ways: [phone],
    remark: '已回拨司机，误触紧急按钮，人车平安',
    mistaken: '检修时触发，人车平安',
  },
  {
    kinds: ['punctualityAlarm'],
    status: closed,
    ways: [phone],
    remark: '收货人已知悉，改约到货时间',
    mistaken: '收货人此前已改约，计划时间未更新',
  },
  {
    kinds: ['deviceAlarm', 'faultAlarm'],
    status: closed,
    ways: [onSite],
    remark: '维修点已检查，设备恢复正常',
    mistaken: '检修断电所致，设备正常',
  },
  {
    kinds: ['oilAlarm'],
    status: inProgress,
    ways: [phone],
    remark: '已向司机核实停车位置，正在调取园区监控',
    mistaken: '坡道停车油面倾斜，未少油',
  },
];
const working: Step = { status: inProgress, ways: [phone], remark: '已通知司机，等待回复' };

/** What lay over the day, or was looked into, is brought to an end on the next. */
const caughtUp = '次日晨会核对：';
const lookedInto: Step = {
  status: closed,
  ways: [phone, onSite],
  remark: '已调取园区监控：油箱盖未锁，加装防盗锁并登记，结案',
};

/** What has been broken for a day or longer waits for its part; nobody leaves it for a month. */
const inRepair: Step = { status: inProgress, ways: [phone], remark: '已报修，配件在途，到货后上门更换' };

const appealed: Step = {
  status: appeal,
  appeals: true,
  ways: [],
  remark: '前车突然变道，紧急制动避让，行车录像可证，请裁定',
};
/** What drivers appeal: how they drive. */
const appealedKinds: ReadonlySet<string> = new Set(['safetyAlarm', 'speedAlarm', 'fatigueAlarm']);

/**
 * SQL number from 0 to `of - 1` that an alarm draws for a question: by what it is (truck, kind, subject, minute of its beginning), not by its id, which depends on
 * the order in which the past arrives.
 */
const drawn = (question: string, of: number): RawBuilder<number> =>
  sql<number>`((hashtext(concat_ws(' ', ${question}::text, vehicle_id, kind, subject, floor(extract(epoch from start_time) / 60)))::bigint & 2147483647) % ${sql.lit(of)})::int`;

/** Lets people of the demo company handle most alarms of its past, while that past arrives. The rest waits for whoever tries the demo. */
export function handleDemoAlarms({ database, log }: Pick<App, 'database' | 'log'>): Stop {
  const db = database.systemDb;
  const until = Date.now() + patienceMs;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const done = await lookAtPast(db).catch((error: unknown) => {
      log.warn({ err: error }, 'demo alarms');
      return true;
    });
    if (!done && !stopped && Date.now() < until) timer = setTimeout(start, lookMs);
  };
  const start = (): void => {
    running = look();
  };
  start();
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    await running;
  };
}

/** Deals with what has arrived of the past; when all has, also with what is told of whole days. */
async function lookAtPast(db: Kysely<DB>): Promise<boolean> {
  const done = await lookAtAlarms(db);
  if (done) await explainLateCalls(db, Date.now());
  return done;
}

/** What the withdrawn alarm of {@link withdrawFalseAlarm} is known by. It is written last, once. */
const withdrawn = { vehicle: vehicleId(56), peak: -9, blindRatio: 0.4 };

/**
 * Handles the alarms that have arrived so far: the past takes minutes to arrive, and whoever looks meanwhile sees people at work instead of a thousand alarms that
 * nobody took up. Answers whether all has arrived and nothing is left to do.
 */
export async function lookAtAlarms(db: Kysely<DB>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      done: boolean;
    }>`select exists (select from episode where client_id = ${clientId} and vehicle_id = ${withdrawn.vehicle} and kind = 'temperatureAlarm' and status = 2
      and peak = ${withdrawn.peak} and blind_ratio = ${withdrawn.blindRatio}::real) as done`.execute(trx);
    if (rows[0]?.done) return true;
    // terminals send their past first: what was found in the present comes after all of it
    if (!(await isPastArrived(trx))) {
      await takeUpAlarms(trx);
      return false;
    }
    await answerAlarms(trx);
    await withdrawFalseAlarm(trx);
    await seedSends(trx);
    await proveBoxes(trx);
    await seedFuelBills(trx);
    await answerFuelFindings(trx);
    await mergeMilkRun(trx);
    return true;
  });
}

/** Lets the two people deal with the alarms of the past as each kind asks for; some of the last two days stay open or overdue, nothing older does. */
export async function answerAlarms(db: Kysely<DB>): Promise<void> {
  await takeUpAlarms(db);
  await writeHandlingStep(
    db,
    handlers[0],
    inRepair,
    sql`client_id = ${clientId} and alarm and kind = 'deviceAlarm' and status = 0 and end_time is null and handle_status in (${open}, ${overdue})
      and start_time < now() - interval '1 day'`,
    { hours: 2, before: open },
  );
  await leaveOverdue(db);
}

async function takeUpAlarms(db: Kysely<DB>): Promise<void> {
  for (const answer of answers) {
    await handleAlarms(db, answer);
    await catchUp(db, answer);
  }
}

/** What nobody took up is overdue, as it would be if the platform had told of it at its time: the past came at once, and nobody was told. */
async function leaveOverdue(db: Kysely<DB>): Promise<void> {
  await sql`update episode set announced_at = confirmed_at where client_id = ${clientId} and alarm and handle_status = 0 and status <> 2
    and announced_at is null and start_time < now() - interval '6 hours'`.execute(db);
  await markOverdue(db);
}

/**
 * Whether the detectors have come to what most terminals report at present (on a busy machine they are minutes behind the reports), no day of the past waits for
 * being computed (its alarms are found only then), and none of its alarms was found in the last half minute.
 */
export async function isPastArrived(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ share: number; waiting: boolean; busy: boolean }>`select
      coalesce(avg(coalesce(f.at > now() - interval '15 minutes', false)::int), 0)::float8 as share,
      exists (select from dirty_day where client_id = ${clientId} and day < current_date - 1) as waiting,
      exists (select from episode where client_id = ${clientId} and alarm and calc_time > now() - interval '30 seconds'
        and end_time < now() - interval '2 hours') as busy
    from device_state d left join facts_state f on f.vehicle_id = d.vehicle_id where d.client_id = ${clientId}`.execute(
    db,
  );
  const [now] = rows;
  return now !== undefined && now.share > 0.85 && !now.waiting && !now.busy;
}

/** Lets the two people bring what is older than two days to an end, on the day after it came. */
async function catchUp(db: Kysely<DB>, answer: Answer): Promise<void> {
  for (const [who, userId] of handlers.entries()) {
    const mine = sql`client_id = ${clientId} and alarm and kind = any(${[...answer.kinds]}) and status = 1
      and end_time < now() - interval '2 days' and ${drawn('who', 2)} = ${who}`;
    await writeHandlingStep(
      db,
      userId,
      { ...answer, remark: `${caughtUp}${answer.remark}` },
      sql`${mine} and handle_status in (${open}, ${overdue})`,
      { hours: 19, before: open },
    );
    await writeHandlingStep(db, userId, lookedInto, sql`${mine} and handle_status = ${inProgress}`, {
      hours: 26,
      before: inProgress,
    });
  }
}

/**
 * Lets one of the two people handle nine of ten alarms that are over for some hours and two thirds of later ones, within half an hour; some turn out to be false
 * alarms.
 */
async function handleAlarms(db: Kysely<DB>, answer: Answer): Promise<void> {
  for (const [who, userId] of handlers.entries()) {
    const mine = sql`client_id = ${clientId} and alarm and kind = any(${[...answer.kinds]}) and status = 1 and handle_status in (0, 5)
      and end_time < now() - interval '1 hour' and ${drawn('who', 2)} = ${who}`;
    const old = sql`end_time < now() - interval '6 hours'`;
    await writeHandlingStep(
      db,
      userId,
      { status: falseAlarm, ways: [], remark: answer.mistaken },
      sql`${mine} and ${old} and ${drawn('mistaken', 17)} = 3`,
    );
    if (answer.kinds.some((kind) => appealedKinds.has(kind)))
      await writeHandlingStep(
        db,
        userId,
        appealed,
        sql`${mine} and kind = any(${[...appealedKinds]}) and end_time > now() - interval '3 days' and ${drawn('appealed', 11)} = 6`,
      );
    await writeHandlingStep(db, userId, working, sql`${mine} and not ${old} and ${drawn('working', 9)} = 4`);
    await writeHandlingStep(
      db,
      userId,
      answer,
      sql`${mine} and ((${old} and ${drawn('old', 10)} <> 7) or (not ${old} and ${drawn('new', 3)} <> 0))`,
    );
  }
}

/** Writes one step of a person on all alarms that match the condition: some minutes after they began, or `after` hours. */
async function writeHandlingStep(
  db: Kysely<DB>,
  userId: string,
  { status, ways, remark, appeals }: Step,
  which: ReturnType<typeof sql>,
  after: { hours: number; before: number } = { hours: 0, before: 0 },
): Promise<void> {
  const at = sql`start_time + make_interval(hours => ${after.hours}::int, mins => 4 + ${drawn('minutes', 23)})`;
  await sql`with done as (
      update episode set handle_status = ${status}, handled_by = ${userId}, handled_name = ${nameOf(userId)}, handled_at = ${at},
        handle_remark = ${remark}, version = version + 1
      where ${which} returning id, handled_at)
    insert into alarm_handle (client_id, episode_id, action, status_before, status, ways, remark, user_id, user_name, at)
    select ${clientId}, id, ${appeals ? 'appeal' : 'handle'}, ${after.before}, ${status}, ${[...ways]}, ${remark}, ${userId}, ${nameOf(userId)}, handled_at from done`.execute(
    db,
  );
}

/** Withdraws a temperature alarm of two days ago on the mountain road: points that came late showed that the probe was wrong for a moment. */
async function withdrawFalseAlarm(db: Kysely<DB>): Promise<void> {
  const { vehicle, peak, blindRatio } = withdrawn;
  const start = new Date(Date.now() - 2 * 1440 * minuteMs);
  const end = new Date(start.getTime() + 15 * minuteMs);
  const sureAt = new Date(start.getTime() + 10 * minuteMs);
  const { rows } = await sql<{
    id: string;
  }>`insert into episode (client_id, vehicle_id, kind, alarm, subject, start_time, end_time, confirmed_at,
      status, level, peak, limit_value, blind_ratio, announced_at, rule_id, rule_version)
    select ${clientId}, ${vehicle}, 'temperatureAlarm', true, 'tem1', ${start}, ${end}, ${sureAt}, 2, 2, ${peak}, -12, ${blindRatio}, ${sureAt}, r.id, r.version
    from alarm_rule r where r.client_id = ${clientId} and r.kind = 'temperature' and r.enabled and r.scope = 1 and r.deleted_at is null limit 1
    returning id::text`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) return;
  const body = {
    push: false,
    episodeId: id,
    clientId,
    vehicleId: vehicle,
    kind: 'temperatureAlarm',
    subject: 'tem1',
    level: 2,
    start: start.getTime(),
    end: end.getTime(),
    peak,
    limit: -12,
    values: {},
  };
  const events = [
    ['opened', sureAt],
    ['withdrawn', new Date(end.getTime() + 40 * minuteMs)],
  ] as const;
  for (const [event, at] of events)
    await sql`insert into episode_event (client_id, vehicle_id, episode_id, event, push, at, body)
      values (${clientId}, ${vehicle}, ${id}, ${event}, false, ${at}, ${JSON.stringify({ ...body, event })})`.execute(
      db,
    );
}
