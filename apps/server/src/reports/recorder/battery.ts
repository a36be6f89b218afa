import { dayMs } from '@tongda/contract/core/durations';
import { roundTo } from '@tongda/contract/core/round';
import type { CurveAnswer } from '@tongda/contract/reports/kit/curve';
import { batteryReport } from '@tongda/contract/reports/recorder/battery';
import { gapMaxOf } from '../../kernel/motion/hygiene';
import { arrival, curveWithBreaks } from '../../kernel/temperature/intervals';
import { buckets } from '../kit/reading-curves';
import { serve } from '../kit/serve';
import { fromReadings } from '../kit/source';
import { loadRecorded, type Recorded, type RecorderPoint } from './load';

/** Per cent from one reading to the next that no battery does: it was changed, or the reading is wrong. */
const jumpPct = 30;

interface BatteryChange {
  point: RecorderPoint;
  /** per cent since the row before; null: the first */
  delta: number | null;
  jump: boolean;
}

/** A row where the charge differs from that of the row before by one per cent or more, or charging began or ended. */
export function batteryChanges(points: readonly RecorderPoint[]): BatteryChange[] {
  const changes: BatteryChange[] = [];
  let last: RecorderPoint | null = null;
  for (const point of points) {
    if (point.battPct === null) continue;
    const delta: number | null = last?.battPct == null ? null : point.battPct - last.battPct;
    const flipped = last !== null && point.charging !== null && point.charging !== last.charging;
    if (delta !== null && Math.abs(delta) < 1 && !flipped) continue;
    changes.push({ point, delta, jump: delta !== null && Math.abs(delta) > jumpPct });
    last = point;
  }
  return changes;
}

/** Per cent a day: what was lost while it was not being charged, by the days of that; null when less than an hour is known. Jumps are left out. */
export function dailyUseOf(points: readonly RecorderPoint[]): number | null {
  let [lost, offMs] = [0, 0];
  const told = points.filter(({ battPct }) => battPct !== null);
  told.forEach((point, i) => {
    const next = told[i + 1];
    if (!next || point.charging === true || next.charging === true) return;
    const fell = (point.battPct ?? 0) - (next.battPct ?? 0);
    if (Math.abs(fell) > jumpPct) return;
    lost += Math.max(0, fell);
    offMs += next.t - point.t;
  });
  return offMs < dayMs / 24 ? null : roundTo((lost * dayMs) / offMs, 1);
}

const chargingOf = ({ charging }: RecorderPoint): 'on' | 'off' | '' =>
  charging === null ? '' : charging ? 'on' : 'off';

const rowsOf = (all: readonly Recorded[]) =>
  all.flatMap(({ recorder, name, points }) =>
    batteryChanges(points).map(({ point, delta, jump }) => ({
      id: `${recorder.id}-${point.t}`,
      recorder: name,
      time: point.t,
      battery: point.battPct,
      delta,
      voltage: point.battV,
      charging: chargingOf(point),
      mark: jump ? 'jump' : '',
      signal: point.signal,
      lng: point.located ? point.lng : null,
      lat: point.located ? point.lat : null,
    })),
  );

function statOf({ recorder, name, points }: Recorded) {
  const told = points.filter(({ charging }) => charging !== null);
  return {
    id: recorder.id,
    recorder: name,
    model: recorder.model,
    battery: recorder.battery,
    daysLeft: recorder.daysLeft,
    dailyUse: dailyUseOf(points),
    charges: told.filter(({ charging }, i) => charging === true && told[i - 1]?.charging !== true).length,
    jumps: batteryChanges(points).filter(({ jump }) => jump).length,
  };
}

/** Charge and voltage a recorder under each other, charging as a strip. */
function curveOf(all: readonly Recorded[], asked: { from: number; until: number }): CurveAnswer {
  const range = all[0]?.range ?? asked;
  const laneOf = (
    { recorder, points }: Recorded,
    word: string,
    unit: string,
    of: (p: RecorderPoint) => number | null,
  ) => {
    const samples = points.flatMap((point) => {
      const value = of(point);
      return value === null ? [] : [{ t: point.t, value, came: point.late ? arrival.late : arrival.live }];
    });
    const curve = curveWithBreaks(samples, { ...range, gapMaxMs: gapMaxOf(points), buckets });
    return {
      name: all.length > 1 ? recorder.deviceNo : word,
      unit,
      series: [{ name: word, lower: null, upper: null, points: curve }],
    };
  };
  return {
    ...range,
    lanes: all.flatMap((one) => [
      laneOf(one, '电量', '%', ({ battPct }) => battPct),
      ...(all.length > 1 ? [] : [laneOf(one, '电压', 'V', ({ battV }) => battV)]),
    ]),
    strips: all.flatMap(({ name, points }) => {
      const spans = points.flatMap(({ t, charging }, i) =>
        charging === true ? [{ from: t, until: points[i + 1]?.t ?? t }] : [],
      );
      return spans.length > 0 ? [{ name: all.length > 1 ? `${name} 充电` : '充电', tone: 'cool' as const, spans }] : [];
    }),
    gaps: [],
  };
}

export const battery = serve(
  batteryReport,
  fromReadings(batteryReport, {
    load: loadRecorded,
    rows: rowsOf,
    foot: (all) => ({ stat: all.map(statOf) }),
  }),
  { curve: async (ctx, q) => curveOf(await loadRecorded(ctx, q), q) },
);
