import { dayMs, hourMs } from '@tongda/contract/core/durations';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { alarmCurve } from '@tongda/contract/reports/alarm/curve';
import type { CurveAnswer, CurveLane } from '@tongda/contract/reports/kit/curve';
import { type RuleParams, ruleParams } from '@tongda/contract/rules/alarm-rule/codes';
import type { AlarmKind } from '@tongda/contract/watch/alarm/words';
import { sql } from 'kysely';
import { requireRow } from '../../core/db/rows';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { computeWayFacts, type WayFacts } from '../../kernel/day/facts';
import { spellsOf } from '../../kernel/motion/spells';
import type { TrackPoint } from '../../kernel/point';
import { arrivalOf, curveWithBreaks, silencesOf } from '../../kernel/temperature/intervals';
import { isAlarmReadable } from '../../modules/watch/alarm/door';
import { type ReadableVehicle, readPermitted } from '../../modules/watch/track/door';
import { oilCurve } from '../driving/oil/dynamics';
import { withVehicles } from '../kit/curve-vehicles';
import { findReportVehicle } from '../kit/lent';
import { buckets, curvesOf } from '../kit/reading-curves';
import { loadReadings } from '../kit/readings';
import { readableUntil } from '../kit/service-end';
import { validCo2Ppm } from './bounded';
import { driverStrips } from './driver-strips';
import { speedSteps } from './speed-steps';

/** An alarm, as far as its curve needs it; times are epoch ms. */
interface Alarm {
  kind: AlarmKind;
  subject: string;
  vehicleId: string;
  start: number;
  end: number | null;
  peak: number | null;
  limit: number | null;
  /** of a place: what happened there */
  trigger: string | null;
  /** who drove; null: not known, or the driver of another company, whose other vehicles nobody here knows */
  driverId: string | null;
  plateNo: string;
  /** what its rule said when it began; null: no rule of ours */
  params: Partial<RuleParams['fault']> | null;
  /** the vehicle is the company's own */
  own: boolean;
  /** last day that is paid for */
  serviceEnd: string | null;
}

interface Range {
  from: number;
  until: number;
}

/** So much before and after the alarm is shown; of those of drivers and terminals the day that led to them. */
const aroundMs = 2 * hourMs;
const before: Partial<Record<AlarmKind, number>> = { fatigueAlarm: dayMs, deviceAlarm: dayMs, terminalAlarm: dayMs };
/** Of an alarm that lasted for longer only so much is shown. */
const longestMs = 3 * dayMs;

/** What an alarm is about: the compartment, the level of the tank, the speed, the terminal or the engine, with the bound that was broken. 4004 when the caller may not read it, 4011 when it began after the end of the vehicle's service; a service that ends meanwhile ends the curve. */
export async function loadAlarmCurve(ctx: Ctx, { id }: Parsed<typeof alarmCurve>): Promise<CurveAnswer> {
  const now = Date.now();
  const alarm = await readAlarm(ctx, id);
  const paidUntil = readableUntil(ctx, `车辆${alarm.plateNo}`, alarm.serviceEnd, alarm.start);
  const range = {
    from: alarm.start - (before[alarm.kind] ?? aroundMs),
    until: Math.min((alarm.end ?? now) + aroundMs, now, alarm.start + longestMs, paidUntil),
  };
  const answer = await curveOf(ctx, alarm, range);
  const during = { from: alarm.start, until: Math.min(alarm.end ?? now, range.until) };
  return withVehicles(ctx, [alarm.vehicleId], { ...answer, phases: [{ ...during, word: '报警', tone: 'unload' }] });
}

async function readAlarm(ctx: Ctx, id: string): Promise<Alarm> {
  const { rows } = await ctx.db((trx) =>
    sql<Alarm>`select e.kind, e.subject, e.vehicle_id::text as "vehicleId", e.peak::float8 as peak, e.limit_value::float8 as "limit",
        (select r.params from alarm_rule_version r where r.rule_id = e.rule_id and r.version = e.rule_version) as params, v.client_id = ${ctx.clientId} as own,
        e.values ->> 'trigger' as trigger, case when v.client_id = ${ctx.clientId} then e.driver_id::text end as "driverId", v.plate_no as "plateNo", v.service_end::text as "serviceEnd",
        (extract(epoch from e.start_time) * 1000)::float8 as start, (extract(epoch from e.end_time) * 1000)::float8 as end
      from episode e join vehicle v on v.id = e.vehicle_id where e.id = ${id} and e.alarm and ${isAlarmReadable(ctx)}`.execute(
      trx,
    ),
  );
  return requireRow(rows[0], '报警');
}

/** Alarms of goods and doors: what the probes, doors and the unit did. */
const ofCompartment: ReadonlySet<AlarmKind> = new Set([
  'temperatureAlarm',
  'humidityAlarm',
  'doorAlarm',
  'parkingAlarm',
  'idleAlarm',
]);

async function curveOf(ctx: Ctx, alarm: Alarm, range: Range): Promise<CurveAnswer> {
  const { kind, vehicleId } = alarm;
  if (ofCompartment.has(kind)) return compartmentCurve(ctx, alarm, range);
  if (kind === 'oilAlarm') {
    const [startTime, endTime] = [wireTime(range.from, ctx.timeZone), wireTime(range.until, ctx.timeZone)];
    return oilCurve(ctx, { startTime, endTime, ...range, vehicleIds: [vehicleId] });
  }
  const drive = await loadDrive(ctx, alarm, range);
  const lanes = (await steppedLanes(ctx, drive, alarm)) ?? lanesOf[kind]?.(drive, alarm) ?? [];
  return {
    ...range,
    lanes: lanes.length > 0 ? lanes : speedLane(drive, null),
    strips: kind === 'fatigueAlarm' ? await fatigueStrips(ctx, alarm, drive) : [],
    gaps: silencesOf(drive.facts.inRange, { ...range, gapMaxMs: drive.facts.gapMaxMs }).map((gap) => ({
      ...gap,
      reason: '终端未上传数据',
    })),
  };
}

/** The curves of 温湿度报表, the alarm's own quantity first and its probe with the bound that was broken; a truck without probes has the speed above its doors. */
async function compartmentCurve(ctx: Ctx, alarm: Alarm, range: Range): Promise<CurveAnswer> {
  const wish = { ...range, vehicleIds: [alarm.vehicleId], bare: true };
  const loaded = await loadReadings(ctx, wish);
  const answer = curvesOf(loaded, range);
  const [readings] = loaded;
  if (!readings) return answer;
  const lanes = answer.lanes.map((lane) => {
    // a lane has the probes of its kind in their order; two of them may have one name
    const probes = readings.probes.filter(({ kind }) => unitOf(kind) === lane.unit);
    return {
      ...lane,
      series: lane.series.map((series, i) => ({ ...series, ...boundOf(alarm, probes[i]?.key ?? '') })),
    };
  });
  if (alarm.kind === 'humidityAlarm') lanes.reverse();
  if (lanes.length > 0) return { ...answer, lanes };
  return { ...answer, lanes: speedLane(await loadDrive(ctx, alarm, range), null) };
}

interface Bound {
  lower?: number | null;
  upper?: number | null;
}
const unitOf = (kind: 'tem' | 'hum'): string => (kind === 'tem' ? '℃' : '%RH');

/** The rule's bound for one probe: of its own alarm beside its other bound; an alarm of the mean or of all probes has one bound for all of them in place of theirs. */
function boundOf(alarm: Alarm, key: string): Bound {
  if (alarm.subject === key) return brokenBound(alarm);
  const isOfAll = alarm.subject === 'temAvg' || alarm.subject === 'temAll';
  return isOfAll && key.startsWith('tem') ? { lower: null, upper: null, ...brokenBound(alarm) } : {};
}

/** The bound of the rule as it was when the alarm began, on the side where it was broken. */
function brokenBound({ peak, limit }: Alarm): Bound {
  if (peak === null || limit === null) return {};
  return peak >= limit ? { upper: limit } : { lower: limit };
}

interface Drive {
  vehicle: ReadableVehicle;
  facts: WayFacts;
  range: Range;
}

/** All reports of the vehicle, with the rarer channels. */
const loadDrive = (ctx: Ctx, { vehicleId }: Alarm, range: Range): Promise<Drive> =>
  ctx.db(async (trx) => {
    const vehicle = await findReportVehicle(trx, ctx, vehicleId, 'track', range.until);
    const span = { from: range.from, to: range.until };
    const points = await readPermitted(trx, vehicle, { ...span, extra: true });
    return { vehicle, facts: computeWayFacts(points, span, vehicle.settingsAt), range };
  });

/** One curve on a scale of its own; none where nobody reported it. */
function lane(
  { vehicle, facts, range }: Drive,
  name: string,
  unit: string,
  reading: (point: TrackPoint) => number | null | undefined,
  bound: Bound = {},
): CurveLane[] {
  const samples = facts.inRange.flatMap((point) => {
    const value = reading(point) ?? null;
    return value === null
      ? []
      : [{ t: point.t, value, came: arrivalOf(point, vehicle.settingsAt(point.t).unprovenMs) }];
  });
  if (samples.length === 0) return [];
  const points = curveWithBreaks(samples, { ...range, gapMaxMs: facts.gapMaxMs, buckets });
  return [{ name, unit, series: [{ name, lower: null, upper: null, ...bound, points }] }];
}

const speedLane = (drive: Drive, limit: number | null): CurveLane[] =>
  lane(drive, '速度', 'km/h', ({ speedKmh }) => speedKmh, limit === null ? {} : { upper: limit });

/** The speed with the limits that applied on the way; null for other alarms, for those of another company's rules, and where one limit held all the time. */
async function steppedLanes(ctx: Ctx, drive: Drive, { kind, own, params }: Alarm): Promise<CurveLane[] | null> {
  if (kind !== 'speedAlarm' || !own) return null;
  const rule = ruleParams.speed.safeParse(params);
  if (!rule.success) return null;
  const steps = await speedSteps(ctx, drive.facts.inRange, rule.data);
  if (steps.length < 2) return null;
  return speedLane(drive, null).map((one) => ({ ...one, series: one.series.map((series) => ({ ...series, steps })) }));
}

/** The number of the channel in a subject (`co21` has 1 of `co2`), from 0. */
const channelOf = (subject: string, what: string): number => Math.max(0, Number(subject.slice(what.length)) - 1) || 0;

/** Lanes by kind; kinds that are not named show the speed. */
const lanesOf: Partial<Record<AlarmKind, (drive: Drive, alarm: Alarm) => CurveLane[]>> = {
  speedAlarm: (drive, { limit }) => speedLane(drive, limit),
  // a limit of a place is one of speed where 区域内超速 was broken, and minutes where somebody stayed too long
  zoneAlarm: (drive, { limit, trigger }) => speedLane(drive, trigger === 'speed' ? limit : null),
  co2Alarm: (drive, alarm) =>
    lane(
      drive,
      'CO2',
      'ppm',
      ({ extra }) => validCo2Ppm(extra?.co2Ppm?.[channelOf(alarm.subject, 'co2')]),
      brokenBound(alarm),
    ),
  deviceAlarm: (drive) => terminalLanes(drive),
  terminalAlarm: (drive) => terminalLanes(drive),
  faultAlarm: (drive, { subject, limit, params }) => [
    ...(subject === 'tyre' ? tyreLanes(drive, params) : []),
    ...lane(drive, '转速', 'r/min', ({ extra }) => extra?.engineRpm),
    ...lane(drive, '水温', '℃', ({ extra }) => extra?.coolantC),
    ...lane(drive, '负荷', '%', ({ extra }) => extra?.engineLoadPct),
    ...voltageLane(drive, subject === 'lowVoltage' && limit !== null ? { lower: limit } : {}),
    ...speedLane(drive, null),
  ],
};

/** Pressures and temperatures of the tyres by the numbers that the terminal gives them, with the bounds of the rule. */
function tyreLanes(drive: Drive, params: Alarm['params']): CurveLane[] {
  const { tyreLowKpa: lower = null, tyreHighKpa: upper = null, tyreHighC = null } = params ?? {};
  const lanes = (what: 'tyreKpa' | 'tyreTempC', unit: string, bound: Bound): CurveLane[] => {
    const tyres = Math.max(0, ...drive.facts.inRange.map(({ extra }) => extra?.[what]?.length ?? 0));
    const series = Array.from({ length: tyres }, (_, i) =>
      lane(drive, `轮胎${i + 1}`, unit, ({ extra }) => extra?.[what]?.[i], bound),
    ).flatMap((one) => one.flatMap((made) => made.series));
    return series.length > 0 ? [{ name: what === 'tyreKpa' ? '胎压' : '胎温', unit, series }] : [];
  };
  return [...lanes('tyreKpa', 'kPa', { lower, upper }), ...lanes('tyreTempC', '℃', { upper: tyreHighC })];
}

const voltageLane = (drive: Drive, bound: Bound = {}): CurveLane[] =>
  lane(drive, '电压', 'V', ({ extra }) => extra?.extVoltageV, bound);

const terminalLanes = (drive: Drive): CurveLane[] => [
  ...voltageLane(drive),
  ...lane(drive, '电量', '%', ({ extra }) => extra?.battPct),
  // of the mobile network, as the terminal counts it (JT/T 808 item 0x30)
  ...lane(drive, '信号', '/31', ({ extra }) => extra?.signal),
];

/** The day of the driver; where he or his trips are not known that of the vehicle, which is named so. */
const fatigueStrips = async (ctx: Ctx, { driverId }: Alarm, { facts, range }: Drive): Promise<CurveAnswer['strips']> =>
  (driverId === null ? null : await driverStrips(ctx, driverId, range)) ?? vehicleStrips(facts);

/** When the vehicle was driven, idled and stood. */
function vehicleStrips({ segments }: WayFacts): CurveAnswer['strips'] {
  const spells = spellsOf(segments);
  const looks = [
    ['moving', '车辆行驶', 'drive'],
    ['idle', '车辆怠速', 'wait'],
    ['parked', '车辆停车', 'stay'],
  ] as const;
  return looks.map(([state, name, tone]) => ({
    name,
    tone,
    spans: spells.filter((spell) => spell.state === state).map(({ start, end }) => ({ from: start, until: end })),
  }));
}
