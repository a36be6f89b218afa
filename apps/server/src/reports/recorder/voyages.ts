import { dayMs, minuteMs } from '@tongda/contract/core/durations';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import type { ReportQuery } from '@tongda/contract/reports/kit/report';
import type { overseasReport } from '@tongda/contract/reports/recorder/overseas';
import type { Ctx } from '../../core/http/ctx';
import { gapMaxOf, usualStepOf } from '../../kernel/motion/hygiene';
import { settingsOverTime } from '../../kernel/settings';
import { expectedReports } from '../../kernel/temperature/completeness';
import { validTempC } from '../../kernel/temperature/figures';
import { arrivalOf, intervalRowsOf, silencesOf } from '../../kernel/temperature/intervals';
import { loadCalcPeriods } from '../../modules/base/org/door';
import { type Bounds, isOver, type Probe, wishedBounds } from '../kit/probes';
import type { Wish } from '../kit/query';
import { lanesOf } from '../kit/reading-curves';
import { figuresOf } from '../kit/reading-figures';
import { arrivalCodes, type Measured } from '../kit/readings';
import { loadRecorded, type Recorded, type RecorderPoint } from './load';
import { alignedStart, clockWithOffset, countryOf, zoneAt, zoneName } from './zones';

export type OverseasQuery = ReportQuery<typeof overseasReport> & Pick<Wish, 'from' | 'until'>;

/** A recorder's readings with its probes, in ℃ and in the unit that was asked for. */
interface Voyage extends Measured {
  recorded: Recorded;
  celsius: readonly Probe[];
  points: RecorderPoint[];
}

/** Ships and aeroplanes carry a box this long without a signal, ms. */
const silenceMs = 2 * dayMs;

const toFahrenheit = (celsius: number): number => (celsius * 9) / 5 + 32;
const inUnit = (value: number | null, unit: string): number | null =>
  value === null || unit === 'c' ? value : toFahrenheit(value);

const none: Bounds = { lower: null, upper: null };
const names = { tem1: '温度1', tem2: '温度2', hum1: '湿度' } as const;
type Key = keyof typeof names;

/** The probes of a recorder that read anything in the range and are wished for, in ℃. */
function probesOf({ recorder, points }: Recorded, q: OverseasQuery): Probe[] {
  const { calibrationDate, certNo } = recorder;
  const [probeNo, calibration] = [certNo ?? '', calibrationDate ? `于 ${calibrationDate}` : ''];
  const tem = { lower: recorder.temLower, upper: recorder.temUpper };
  const own = { tem1: tem, tem2: tem, hum1: { lower: recorder.humLower, upper: recorder.humUpper } };
  const reading: Record<Key, Probe['reading']> = {
    tem1: ({ tempC }) => validTempC(tempC[0]),
    tem2: ({ tempC }) => validTempC(tempC[1]),
    hum1: ({ humPct: [value = null] }) => (value === null || value < 0 || value > 100 ? null : value),
  };
  const keys: readonly Key[] = ['tem1', 'tem2', 'hum1'];
  return keys
    .filter((key) => (q.probes?.length ? q.probes.includes(key) : true))
    .filter((key) => points.some((point) => reading[key](point) !== null))
    .map((key) => {
      const kind = key === 'hum1' ? 'hum' : 'tem';
      const bounds = (kind === 'tem' ? wishedBounds(q) : null) ?? own[key] ?? none;
      return { key, name: names[key], kind, probeNo, calibration, reading: reading[key], boundsAt: () => bounds };
    });
}

function inUnitOf(probe: Probe, unit: string): Probe {
  if (probe.kind === 'hum' || unit === 'c') return probe;
  return {
    ...probe,
    reading: (point) => inUnit(probe.reading(point), unit),
    boundsAt: (t) => {
      const { lower, upper } = probe.boundsAt(t);
      return { lower: inUnit(lower, unit), upper: inUnit(upper, unit) };
    },
  };
}

/** The company's settings of calculation, by moment. */
export async function loadSettingsAt(ctx: Ctx) {
  const calc = await ctx.db((trx) => loadCalcPeriods(trx, [ctx.clientId]));
  return settingsOverTime(calc.get(ctx.clientId) ?? [], { vehicleType: '', mileageCoefficient: 1 });
}

type Clock = OverseasQuery['timeZone'];
/** The zone of the clock that was chosen; `local` is that of a place, and of China while none is known. */
export function zoneOnClock(clock: Clock, place: { lng: number; lat: number } | null | undefined): string {
  const local = (): string => (place ? zoneAt(place.lng, place.lat) : 'Asia/Shanghai');
  return { beijing: () => 'Asia/Shanghai', utc: () => 'UTC', local }[clock]();
}

export async function loadVoyages(ctx: Ctx, q: OverseasQuery): Promise<Voyage[]> {
  const all = await loadRecorded(ctx, q);
  const companyAt = await loadSettingsAt(ctx);
  // a box at sea tells weeks later what its own memory kept: that is how it works, and no reason for doubt
  const settingsAt: typeof companyAt = (t) => ({ ...companyAt(t), unprovenMs: Number.POSITIVE_INFINITY });
  return all.map((recorded) => {
    const { recorder, name, range, points } = recorded;
    const { gapFloorMs, movingSpeedKmh } = settingsAt(range.until);
    const gapMaxMs = gapMaxOf(points, gapFloorMs);
    const celsius = probesOf(recorded, q);
    return {
      recorded,
      celsius,
      probes: celsius.map((probe) => inUnitOf(probe, q.unit)),
      ...{ range, points, gapMaxMs, intervalMs: usualStepOf(points) },
      expected: expectedReports(points, { ...range, gapMaxMs, movingSpeedKmh }),
      vehicle: { id: recorder.id, plateNo: name, settingsAt },
    };
  });
}

/** Rows of one recorder: one an interval of the chosen clock with the last reading in it, or one a reading. */
export function voyageRows(voyage: Voyage, q: OverseasQuery) {
  const { recorded, range, points, probes, gapMaxMs, vehicle } = voyage;
  const intervalMs = Number(q.temTimeInterval) * minuteMs;
  // where it had no place it is still where it was last
  let zone = zoneAtStart(recorded);
  const chosen = { beijing: 'Asia/Shanghai', utc: 'UTC', local: zone }[q.timeZone];
  const slots =
    intervalMs === 0
      ? points.map((point) => ({ t: point.t, point }))
      : intervalRowsOf(points, { ...range, from: alignedStart(range.from, intervalMs, chosen), intervalMs });
  const silent = silencesOf(points, { ...range, gapMaxMs }).filter(
    (gap) => gap.until - gap.from <= silenceMs && gap.from > range.from && gap.until < range.until,
  );
  return slots.map(({ t, point }) => {
    if (point?.located) zone = zoneAt(point.lng, point.lat);
    const read = probes.map((probe) => {
      const value = point && probe.reading(point);
      return { key: probe.key, value, over: isOver(value, probe.boundsAt(t)) };
    });
    const quiet = silent.some((gap) => t > gap.from && t <= gap.until);
    const came = point && arrivalCodes[arrivalOf(point, vehicle.settingsAt(point.t).unprovenMs)];
    const localTime = clockWithOffset(t, zone);
    return {
      id: `${recorded.recorder.id}-${t}`,
      recorder: recorded.name,
      clock: q.timeZone === 'local' ? localTime : clockWithOffset(t, chosen),
      ...{ tem1: null, tem2: null, hum1: null },
      ...Object.fromEntries(read.map(({ key, value }) => [key, value])),
      over: read.filter(({ over }) => over).map(({ key }) => key),
      localTime,
      country: countryOf(zone),
      region: zoneName(zone),
      locType: point?.locType ?? '',
      battery: point?.battPct ?? null,
      data: came ?? (quiet ? ('silent' as const) : ('none' as const)),
      lng: point?.located ? point.lng : null,
      lat: point?.located ? point.lat : null,
    };
  });
}

/** Where the recorder was when the range began, else where it was found first. */
export function zoneAtStart({ placeBefore, points }: Pick<Recorded, 'placeBefore' | 'points'>): string {
  return zoneOnClock('local', placeBefore ?? points.find(({ located }) => located));
}

/** K7 figures a probe, times on the chosen clock; the mean kinetic temperature is that of ℃, told in the unit. */
export function voyageFigures(voyage: Voyage, q: OverseasQuery) {
  const zone = { beijing: 'Asia/Shanghai', utc: 'UTC', local: zoneAtStart(voyage.recorded) }[q.timeZone];
  const inCelsius = figuresOf({ ...voyage, probes: [...voyage.celsius] }, zone);
  return figuresOf(voyage, zone).map(({ plateNo, unproven: _unproven, ...row }, i) => ({
    ...row,
    recorder: plateNo,
    mkt: inUnit(inCelsius[i]?.mkt ?? null, q.unit),
  }));
}

export const degreesOf = ({ unit }: Pick<OverseasQuery, 'unit'>): '℃' | '℉' => (unit === 'f' ? '℉' : '℃');

export function voyageCurve(all: readonly Voyage[], q: OverseasQuery): CurveAnswer {
  return {
    ...(all[0]?.range ?? { from: q.from, until: q.until }),
    lanes: all.flatMap((one) =>
      lanesOf(one, degreesOf(q)).map((lane) => ({
        ...lane,
        // along the axis there is room for a number
        name: all.length > 1 ? one.recorded.recorder.deviceNo : lane.unit === '%RH' ? '湿度' : '温度',
      })),
    ),
    strips: [],
    gaps:
      all.length === 1
        ? all.flatMap(({ points, range, gapMaxMs }) =>
            silencesOf(points, { ...range, gapMaxMs }).map((gap) => ({
              ...gap,
              reason: gap.until - gap.from <= silenceMs ? '运输静默' : '无数据',
            })),
          )
        : [],
  };
}
