import type { SafetyEvent } from '@tongda/contract/core/topics';
import { type DemoVehicle, demoVehicles } from '@tongda/simulator/fleet/demo';
import type { CameraSight, TerminalPoint } from '@tongda/simulator/world/event';
import { simulateVehicle } from '@tongda/simulator/world/simulate';
import { sentEvents } from '@tongda/simulator/world/thin';
import { vehicleId } from '../src/demo/fleet/vehicle/rows';
import { demoClients } from '../src/demo/people/users';
import { type FoldState, foldStart, runningFindings, silentFindings, stepFold } from '../src/kernel/detect/fold';
import type { Finding, Moment } from '../src/kernel/detect/types';
import { packDoors, type TrackPoint } from '../src/kernel/point';
import { keyOf } from '../src/stream/facts/episodes';
import { Inputs } from '../src/stream/facts/inputs/types';
import type { TestDb } from './test-db';

const clientId = demoClients.cold.id;

/** An alarm as the detectors find it, and its truck. */
export type DemoAlarm = Finding & { vehicleId: string };

/** A report of a simulated terminal as it is stored. */
const pointOf = (point: TerminalPoint, deviceId: string): TrackPoint => ({
  t: point.timeMs,
  receiveTime: point.timeMs + 1_000,
  lng: point.lng,
  lat: point.lat,
  speedKmh: point.speedKmh,
  directionDeg: point.directionDeg,
  acc: point.acc,
  located: point.located,
  late: false,
  odometerM: point.odometerM,
  deviceId,
  alarmBits: point.alarmBits >>> 0,
  doors: packDoors([0, 1, 2, 3, 4].map((bit) => (point.doors & (1 << bit)) !== 0)),
  tempC: point.tempC,
  humPct: point.humPct,
  fuelL: point.fuelL === null ? [] : [point.fuelL],
  extra: {
    extVoltageV: point.extVoltageV,
    ...(point.backupPct === undefined ? {} : { battPct: point.backupPct }),
    ...(point.reeferOn === null ? {} : { reeferOn: point.reeferOn }),
    ...(point.videoAlarms === undefined ? {} : { videoAlarms: point.videoAlarms }),
    ...(point.co2Ppm ? { co2Ppm: point.co2Ppm } : {}),
    ...(point.sights ? { safety: point.sights.map((sight) => safetyOf(sight, point)) } : {}),
  },
});

const safetyOf = (sight: CameraSight, { timeMs, speedKmh }: TerminalPoint): SafetyEvent => ({
  ...sight,
  flag: 0,
  alarmId: timeMs / 1000,
  identifier: `${sight.item}-${sight.type}-${timeMs}`,
  t: timeMs,
  speedKmh,
  attachments: 0,
});

/**
 * The alarms that begin in `[from, to)` (epoch ms) in the seeded demo company: its simulated trucks, the real detectors, its own rules, places and probes. The
 * detectors begin a few hours earlier, so that what goes on at `from` is known. What the demo sends of days before `fullFromMs` (epoch ms) is thin.
 */
export async function demoAlarms(
  db: TestDb,
  from: number,
  to: number,
  vehicles: readonly DemoVehicle[] = demoVehicles,
  fullFromMs = 0,
): Promise<DemoAlarm[]> {
  const inputs = new Inputs(db.systemDb, (_facts, message) => {
    throw new Error(message);
  });
  const found: DemoAlarm[] = [];
  for (const vehicle of vehicles) found.push(...(await alarmsOf(inputs, vehicle, { from, to, fullFromMs })));
  return found;
}

const warmUpMs = 3 * 3_600_000;

interface Span {
  from: number;
  to: number;
  fullFromMs: number;
}

async function alarmsOf(inputs: Inputs, vehicle: DemoVehicle, { from, to, fullFromMs }: Span): Promise<DemoAlarm[]> {
  const id = vehicleId(vehicle.no);
  if (!(await inputs.load(clientId, id))) throw new Error(`no vehicle ${vehicle.plateNo}`);
  const momentAt = (t: number): Moment => {
    const moment = inputs.at(clientId, id, t);
    if (!moment) throw new Error(`nothing is known of ${vehicle.plateNo}`);
    return moment;
  };
  const found = new Map<string, Finding>();
  const note = (finding: Finding): void => {
    if (finding.alarm) found.set(keyOf(finding), finding);
  };
  let state: FoldState = foldStart;
  for (const event of sentEvents(vehicle, simulateVehicle(vehicle, from - warmUpMs, to), fullFromMs)) {
    if (event.kind !== 'point') continue;
    const step = stepFold(state, pointOf(event.point, id), momentAt(event.timeMs), (kind, error) => {
      throw new Error(`${kind} of ${vehicle.plateNo}`, { cause: error });
    });
    state = step.state;
    step.findings.forEach(note);
  }
  runningFindings(state, () => null).forEach(note);
  silentFindings(state, to, momentAt(to - 1)).forEach(note);
  return [...found.values()].flatMap((finding) =>
    finding.confirmedAt >= from && finding.confirmedAt < to && !isBeforeSight(finding, from - warmUpMs)
      ? [{ ...finding, vehicleId: id }]
      : [],
  );
}

/** About a call that was planned before the detectors began: they cannot know that the truck was there. */
const isBeforeSight = ({ values }: Finding, sinceMs: number): boolean =>
  typeof values.planned === 'number' && values.planned < sinceMs;
