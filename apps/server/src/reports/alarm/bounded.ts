import { hourMs } from '@tongda/contract/core/durations';
import { roundTo } from '@tongda/contract/core/round';
import type { Ctx } from '../../core/http/ctx';
import { AppError } from '../../core/http/errors';
import { mapFew } from '../../core/run/few-at-once';
import { topCo2Ppm } from '../../kernel/detect/temperature/over-limit';
import type { TrackPoint } from '../../kernel/point';
import type { OverCause } from '../../kernel/temperature/cause';
import { dewPointC, qualityStatsOfPoints } from '../../kernel/temperature/figures';
import { probableCause } from '../cold-chain/probable-cause';
import { readsAtOnce } from '../kit/query';
import { loadReadings, type Readings } from '../kit/readings';
import { type AlarmRow, nameAlarms, type StoredAlarm } from './frame';

/** What an alarm of readings out of their bounds says beyond its stored figures. */
interface ReadingFacts {
  /** the reading with which it began */
  first: number | null;
  /** mean by time while it lasted */
  mean: number | null;
  /** of its beginning, ℃: temperature of the compartment, and with the humidity its dew point */
  temC: number | null;
  dewC: number | null;
  /** code of what the refrigeration unit did when it began; empty = unknown */
  chiller: string;
  /** why it probably left its bounds (超温报表) */
  cause: OverCause;
}

/** Carbon dioxide, ppm; null outside of 0-10000 (K8). */
export const validCo2Ppm = (ppm: number | null | undefined): number | null =>
  ppm === null || ppm === undefined || ppm < 0 || ppm > topCo2Ppm ? null : ppm;

/** Reads from a report the quantity of a subject: `tem2`, `hum1`, `co21`; of a mean or of all probes the first one. */
function readingOf({ probes }: Readings, subject: string): (point: TrackPoint) => number | null {
  const [, kind = '', channel = '1'] = /^(tem|hum|co2)(\d+)?/u.exec(subject) ?? [];
  if (kind === 'co2') return ({ extra }) => validCo2Ppm(extra?.co2Ppm?.[Number(channel) - 1]);
  const probe = probes.find(({ key }) => key === `${kind}${channel}`) ?? probes.find((one) => one.kind === kind);
  return probe?.reading ?? (() => null);
}

/** What the readings say of one alarm; nothing where the caller may see the alarm and not the temperatures. */
async function readFacts(
  ctx: Ctx,
  { vehicleId, subject, from, until }: StoredAlarm,
  uncooled: boolean,
): Promise<ReadingFacts | null> {
  // causes lie before it
  const wish = { vehicleIds: [vehicleId], from: from - hourMs, until: until + 1, bare: true };
  const [readings] = await loadReadings(ctx, wish).catch((error: unknown) => {
    if (error instanceof AppError) return [];
    throw error;
  });
  if (!readings) return null;
  const { probes, gapMaxMs, intervalMs, reefer } = readings;
  const points = readings.points.filter(({ t }) => t >= from);
  const reading = readingOf(readings, subject);
  const [begin] = points;
  const first = begin ? reading(begin) : null;
  const temC = begin ? (probes.find(({ kind }) => kind === 'tem')?.reading(begin) ?? null) : null;
  const on = begin?.extra?.reeferOn;
  const frost = reefer.some((span) => span.mode === 'defrost' && span.from <= from && span.until > from);
  return {
    first,
    mean: qualityStatsOfPoints(points, reading, { gapMaxMs, lastMs: intervalMs, lower: null, upper: null }).avg,
    temC,
    dewC: temC !== null && first !== null && first > 0 ? dewPointC(temC, first) : null,
    chiller: frost ? 'frost' : on === undefined ? '' : on ? 'on' : 'off',
    cause: probableCause(readings, {
      start: from,
      end: until,
      probe: probes.find(({ key }) => key === subject) ?? probes.find(({ kind }) => kind === 'tem'),
      uncooled,
    }),
  };
}

/** How much warmer the goods are at the end of an alarm than when it began, ℃ by the first probe; null where nothing was read or the caller may not see it. */
async function warmedC(ctx: Ctx, { vehicleId, from, until }: StoredAlarm): Promise<number | null> {
  const [readings] = await loadReadings(ctx, { vehicleIds: [vehicleId], from, until: until + 1, bare: true }).catch(
    (error: unknown) => {
      if (error instanceof AppError) return [];
      throw error;
    },
  );
  const probe = readings?.probes.find(({ kind }) => kind === 'tem');
  const values = readings?.points.flatMap((point) => probe?.reading(point) ?? []) ?? [];
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined || last === undefined || values.length < 2 ? null : roundTo(last - first, 1);
}

/** Alarms of a truck that stands, with their words, and how much warmer the goods have become. */
export const nameParked = <R extends AlarmRow & { temChange: number | null }>(ctx: Ctx, rows: R[]): Promise<R[]> =>
  nameAlarms(ctx, rows, (named, stored) =>
    mapFew(named, readsAtOnce, async (row) => {
      const alarm = stored.get(row.id);
      return alarm ? { ...row, temChange: await warmedC(ctx, alarm) } : row;
    }),
  );

/** The columns that stored points fill; a report has those that fit its quantity. */
interface BoundedRow extends AlarmRow {
  first: number | null;
  mean: number | null;
  temC?: number | null;
  dewC?: number | null;
  chiller?: string | number;
  /** from SQL: `preCooling` where the box had not been cooled before */
  cause?: string | number;
}

/** Alarms of readings with their words, and what the points say of each, with so many decimals. */
export const nameBounded =
  (decimals: number) =>
  <R extends BoundedRow>(ctx: Ctx, rows: R[]): Promise<R[]> =>
    nameAlarms(ctx, rows, (named, stored) =>
      mapFew(named, readsAtOnce, async (row) => {
        const alarm = stored.get(row.id);
        const facts = alarm && (await readFacts(ctx, alarm, row.cause === 'preCooling'));
        if (!facts) return row;
        const own = Object.entries(facts).filter(([name]) => name in row);
        const shown = own.map(([name, value]) => [name, typeof value === 'number' ? roundTo(value, decimals) : value]);
        return { ...row, ...Object.fromEntries(shown) };
      }),
    );
