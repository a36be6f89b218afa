import { createHash } from 'node:crypto';
import { hourMs } from '@tongda/contract/core/durations';
import { reportsOf } from '../../../core/telemetry/same-second';
import type { StoredPoint } from '../../../core/telemetry/stored-point';

/** One report as it is sealed. Times are epoch ms: `t` of the device's clock, `received` of the server's. */
export interface Leaf {
  deviceId: string;
  t: number;
  received: number;
  /** everything of the report that a temperature record may say, in a form that is the same before and after it was stored or packed */
  text: string;
}

/** What stands before the first report of a chain, so that no chain can be passed off as another one. */
export interface SealHead {
  vehicleId: string;
  /** YYYY-MM-DD */
  day: string;
  version: number;
  /** epoch ms */
  from: number;
  until: number;
  receivedUntil: number;
  /** hex; null for the first seal of a vehicle */
  previousRoot: string | null;
}

export interface Chain {
  samples: number;
  /** hex of SHA-256: the end of the chain */
  root: string;
  /** the chain as it was at the end of each hour of the day */
  hours: Buffer;
}

/** JSON with the keys of objects in order: the same text for the same value, however it was stored in between. */
export const stableText = (value: unknown): string => JSON.stringify(sortKeys(value)) ?? 'null';

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, own]) => own !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, own]) => [key, sortKeys(own)]),
  );
}

/** Readings as their 4-byte columns hold them. */
const reals = (values: ReadonlyArray<number | null> | null): ReadonlyArray<number | null> | null =>
  values === null ? null : values.map((value) => (value === null ? null : Math.fround(value)));

/**
 * The reports of points (of points that were merged from several reports of a second each of these), in the order of the chain: device time, device,
 * text. Raw as they came (docs/decisions/049): place, temperatures, humidities, doors and the rarer channels.
 */
export function leavesOf(points: readonly StoredPoint[]): Leaf[] {
  return points
    .flatMap((point) =>
      reportsOf(point).map(({ received, lng, lat, flags, tempC, humPct, doors, extra }): Leaf => {
        const { reports: _, safety: _s, ...channels } = extra ?? {};
        const { deviceId, t } = point;
        const said = [deviceId, t, received, flags & 3, lng, lat, reals(tempC), reals(humPct), doors, channels];
        return { deviceId, t, received, text: stableText(said) };
      }),
    )
    .sort((a, b) => a.t - b.t || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
}

const link = (before: Buffer, text: string): Buffer => createHash('sha256').update(before).update(text).digest();

/** The chain over reports in their order: SHA-256 of the head, then of each link with the next report (`h(i) = SHA-256(h(i-1) ‖ report i)`). */
export function chainOf(head: SealHead, leaves: readonly Leaf[]): Chain {
  const { vehicleId, day, version, from, until, receivedUntil, previousRoot } = head;
  let end: Buffer = createHash('sha256')
    .update(
      stableText(['tongda temperature seal 1', vehicleId, day, version, from, until, receivedUntil, previousRoot]),
    )
    .digest();
  const hours: Buffer[] = [];
  let i = 0;
  for (let hour = from + hourMs; hour < until + hourMs; hour += hourMs) {
    for (let leaf = leaves[i]; leaf !== undefined && leaf.t < hour; leaf = leaves[++i]) end = link(end, leaf.text);
    hours.push(end);
  }
  return { samples: leaves.length, root: end.toString('hex'), hours: Buffer.concat(hours) };
}

/** Where two chains first differ: the beginning of the hour (epoch ms), or null when they are equal. */
export function firstDifference(from: number, kept: Buffer, now: Buffer): number | null {
  const size = 32;
  for (let at = 0; at < Math.max(kept.length, now.length); at += size)
    if (!kept.subarray(at, at + size).equals(now.subarray(at, at + size))) return from + (at / size) * hourMs;
  return null;
}

/** A device and the times (epoch ms) of its first and last report before a silence or another device. */
export type Run = [deviceId: string, first: number, last: number];
/** Reports that are further apart stand in runs of their own: what is filed between them later is none of the seal. */
const apartMs = 10 * 60_000;

/** Which device reported when, of leaves in order. */
export function runsOf(leaves: readonly Leaf[]): Run[] {
  const runs: Run[] = [];
  const latest = new Map<string, Run>();
  for (const { deviceId, t } of leaves) {
    const run = latest.get(deviceId);
    if (run && t - run[2] <= apartMs) {
      run[2] = t;
      continue;
    }
    const begun: Run = [deviceId, t, t];
    latest.set(deviceId, begun);
    runs.push(begun);
  }
  return runs;
}

/** Of leaves those that a seal holds: of its runs, arrived by its moment. */
export function sealedLeaves(
  leaves: readonly Leaf[],
  { runs, receivedUntil }: { runs: readonly Run[]; receivedUntil: number },
): Leaf[] {
  return leaves.filter(
    ({ deviceId, t, received }) =>
      received <= receivedUntil && runs.some(([device, first, last]) => device === deviceId && t >= first && t <= last),
  );
}
