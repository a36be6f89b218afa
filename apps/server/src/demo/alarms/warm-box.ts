import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { alarmHandleStatus, alarmHandleWay } from '@tongda/contract/watch/alarm/enums';
import { type DemoVehicle, demoVehicles } from '@tongda/simulator/fleet/demo';
import { type StoryEffect, storiesOf } from '@tongda/simulator/fleet/stories';
import type { UnitFailure } from '@tongda/simulator/world/cargo';
import { simulateVehicle } from '@tongda/simulator/world/simulate';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import type { App, Stop } from '../../core/run/app';
import { vehicleId } from '../fleet/vehicle/rows';
import { demoClients, demoUsers } from '../people/users';
import { addUnitFailure, loadUnitFailures } from './planted';

/*
 * Each start of the demo shows one over-temperature case from its first sample to its end: the refrigeration unit of a truck on the road fails half an hour
 * before, the alarm is there when the first page opens, the quality manager has telephoned, the driver starts the unit again, from the cab or at the stop where
 * he opens the box, the box cools down, and the case is closed with what was done.
 */

const clientId = demoClients.cold.id;
/** Ms before and after the start of the demo between which the unit stands still; a frozen box passes its limit after about 17 minutes. */
const [failedMs, failsMs] = [27 * minuteMs, 12 * minuteMs];
/** No new failure so soon after the one before. */
const apartMs = 3 * hourMs;
/** So long after the unit works again the box has cooled down; until then further probes may pass their limit. */
const coolsMs = 20 * minuteMs;
/** The quality manager telephones so long after the alarm, and closes the case so long after its end. */
const [callsMs, closesMs] = [2 * minuteMs, 2 * minuteMs];
const lookMs = 5_000;
const patienceMs = hourMs;

/**
 * Plants the failure of this start, unless there was one shortly before: into a truck that is on the road and opens its box soon. `reportedUntil`: until when each
 * vehicle has reported, epoch ms by vehicle number; what is reported is not changed. Answers the failure that is shown now; null when no truck fits.
 */
export async function plantUnitFailure(
  db: Kysely<DB>,
  now: number,
  reportedUntil: ReadonlyMap<number, number>,
): Promise<UnitFailure | null> {
  const before = await loadUnitFailures(db);
  const last = before.findLast(({ warmGoods }) => !warmGoods);
  if (last && now - last.fromMs < apartMs) return now < last.toMs + patienceMs ? last : null;
  const fromMs = now - failedMs;
  const vehicleNo = chooseTruck(now, (no) => (reportedUntil.get(no) ?? 0) < fromMs);
  if (vehicleNo === null) return null;
  const failure = { vehicleNo, fromMs, toMs: now + failsMs };
  await addUnitFailure(db, failure, now);
  return failure;
}

/** How well a truck shows the failure; the best comes first. */
const fits = ['drives and opens its box soon', 'drives', 'stands with its engine on'] as const;
type Fit = (typeof fits)[number];
/** Ms before now in which a truck has driven if it drives. */
const drivenMs = 10 * minuteMs;
/** Until so long after now the truck reports without a pause of more than this, ms: a parked one reports rarely, and the rules leave it alone. */
const [staysMs, pauseMs] = [2 * minuteMs, 90_000];
/** Stories that a failing unit does not spoil; trucks with one of them are asked last. */
const harmless: ReadonlySet<StoryEffect['kind']> = new Set([
  'speeding',
  'longIdle',
  'detour',
  'tyre',
  'emergency',
  'weakBackup',
  'driftSpike',
  'looseProbe',
  'fuelUnplugged',
]);

/**
 * An own truck with a frozen box that reports without pause and whose box is closed now: one that drives, best one of the fleet at the head of the tree, where the first page
 * shows it, and among those one that opens its box before the unit works again. Answers its number; null when there is none.
 */
export function chooseTruck(now: number, isFree: (no: number) => boolean): number | null {
  const trucks = demoVehicles.filter(({ no, box, carrier }) => box === 'frozen' && carrier === null && isFree(no));
  const isAtHead = ({ fleet }: DemoVehicle): boolean => fleet === demoVehicles[0]?.fleet;
  const hasNoStory = ({ no }: DemoVehicle): boolean => storiesOf(no).length === 0;
  const isTold = ({ no }: DemoVehicle): boolean =>
    storiesOf(no).length > 0 && storiesOf(no).every(({ kind }) => harmless.has(kind));
  return (
    chooseAmong(
      trucks.filter((truck) => hasNoStory(truck) && isAtHead(truck)),
      now,
      fits.slice(0, 2),
    ) ??
    chooseAmong(trucks.filter(hasNoStory), now, fits) ??
    chooseAmong(trucks.filter(isTold), now, fits)
  );
}

/** The first truck of the best fit; null when none fits. */
function chooseAmong(trucks: readonly DemoVehicle[], now: number, wanted: readonly Fit[]): number | null {
  const found = new Map<Fit, number>();
  for (const vehicle of trucks) {
    const fit = fitOf(vehicle, now);
    if (fit && !found.has(fit)) found.set(fit, vehicle.no);
    if (fit === wanted[0]) break;
  }
  return wanted.map((fit) => found.get(fit)).find((no) => no !== undefined) ?? null;
}

/** How well a truck shows a failure; null when it cannot show one. */
function fitOf(vehicle: DemoVehicle, now: number): Fit | null {
  const points = [...simulateVehicle(vehicle, now - drivenMs, now + failsMs)].flatMap((event) =>
    event.kind === 'point' ? [event.point] : [],
  );
  const past = points.filter(({ timeMs }) => timeMs <= now);
  const times = points.map(({ timeMs }) => timeMs).filter((at) => at <= now + staysMs);
  if ([...times, now + staysMs].some((at, i) => at - (times[i - 1] ?? now - drivenMs) > pauseMs)) return null;
  if (past.some(({ doors }) => doors > 0)) return null;
  if (!past.some(({ speedKmh }) => speedKmh > 20)) return 'stands with its engine on';
  return points.some(({ doors }) => doors > 0) ? 'drives and opens its box soon' : 'drives';
}

/** id of people.ts: the quality manager */
const manager = '154';
const managerName = demoUsers.find(({ id }) => id === manager)?.name ?? '';
const steps = {
  call: {
    status: alarmHandleStatus.inProgress,
    ways: [alarmHandleWay.phone],
    remark: '已电话联系司机：冷机报故障停机，先在驾驶室重启，到下一站开箱检查，持续观察厢温',
  },
  close: {
    status: alarmHandleStatus.closed,
    ways: [alarmHandleWay.phone],
    remark: '司机到站开箱检查并重启冷机，厢温已回到限值内',
  },
  closeOnTheRoad: {
    status: alarmHandleStatus.closed,
    ways: [alarmHandleWay.phone],
    remark: '司机已在驾驶室重启冷机，厢温已回到限值内，途中未开门',
  },
} as const;

/** Lets the quality manager handle the alarm of a failure as it goes on, until it is closed. */
export function handleUnitFailure({ database, log }: Pick<App, 'database' | 'log'>, failure: UnitFailure): Stop {
  const stopping = new AbortController();
  const until = failure.toMs + patienceMs;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const done = await handleNext(database.systemDb, failure, Date.now()).catch((error: unknown) => {
      log.warn({ err: error }, 'demo alarm');
      return true;
    });
    if (!done && !stopping.signal.aborted && Date.now() < until) timer = setTimeout(start, lookMs);
  };
  const start = (): void => {
    running = look();
  };
  start();
  return async () => {
    stopping.abort();
    if (timer) clearTimeout(timer);
    await running;
  };
}

interface CaseAlarm {
  id: string;
  confirmedAt: Date;
  endTime: Date | null;
  ended: boolean;
  state: number;
}

/**
 * Takes the steps that are due: each probe of the box raises an alarm of its own, and all are dealt with. Answers whether the whole case is closed, by whomever, and
 * the box so cool again that no further probe passes its limit.
 */
export async function handleNext(db: Kysely<DB>, failure: UnitFailure, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<CaseAlarm>`
      select id::text, coalesce(confirmed_at, start_time) as "confirmedAt", end_time as "endTime", status = 1 as ended, handle_status as state
      from episode where client_id = ${clientId} and vehicle_id = ${vehicleId(failure.vehicleNo)} and kind = 'temperatureAlarm' and alarm and status <> 2
        and start_time between ${new Date(failure.fromMs)} and ${new Date(failure.toMs + coolsMs)} order by start_time, id for update`.execute(
      trx,
    );
    let open = 0;
    for (const alarm of rows) if (!(await closes(trx, alarm, now))) open++;
    return rows.length > 0 && open === 0 && now >= failure.toMs + coolsMs;
  });
}

/** Takes the step of one alarm that is due. Answers whether the alarm is closed. */
async function closes(db: Kysely<DB>, alarm: CaseAlarm, now: number): Promise<boolean> {
  if (alarm.state === alarmHandleStatus.closed || alarm.state === alarmHandleStatus.falseAlarm) return true;
  const calledAt = new Date(alarm.confirmedAt).getTime() + callsMs;
  if (alarm.state === alarmHandleStatus.open && now >= calledAt) {
    await writeStep(db, alarm.id, alarm.state, 'call', calledAt);
    return false;
  }
  const isOver = alarm.ended && alarm.endTime !== null && now >= new Date(alarm.endTime).getTime() + closesMs;
  if (alarm.state !== alarmHandleStatus.inProgress || !isOver) return false;
  await writeStep(db, alarm.id, alarm.state, (await wasOpened(db, alarm)) ? 'close' : 'closeOnTheRoad', now);
  return true;
}

/** Whether the box was open at any time between the alarm's beginning and its end. */
async function wasOpened(db: Kysely<DB>, { id }: CaseAlarm): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`select exists (select from episode d
      where d.vehicle_id = e.vehicle_id and d.kind = 'door' and d.status <> 2 and d.start_time <= e.end_time and coalesce(d.end_time, 'infinity') >= e.start_time) as opened
    from episode e where e.id = ${id}`.execute(db);
  return rows[0]?.opened ?? false;
}

async function writeStep(
  db: Kysely<DB>,
  id: string,
  before: number,
  step: keyof typeof steps,
  at: number,
): Promise<void> {
  const { status, ways, remark } = steps[step];
  await sql`update episode set handle_status = ${status}, handled_by = ${manager}, handled_name = ${managerName}, handled_at = ${new Date(at)},
      handle_remark = ${remark}, version = version + 1 where id = ${id}`.execute(db);
  await sql`insert into alarm_handle (client_id, episode_id, action, status_before, status, ways, remark, user_id, user_name, at)
    values (${clientId}, ${id}, 'handle', ${before}, ${status}, ${[...ways]}, ${remark}, ${manager}, ${managerName}, ${new Date(at)})`.execute(
    db,
  );
}
