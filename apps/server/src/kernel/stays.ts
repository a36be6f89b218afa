import type { LngLat } from '@tongda/geo/types';
import { median } from './hygiene';
import type { Segment } from './segments';
import type { KernelSettings } from './settings';
import { fineMergeM, fineMergeMs } from './settings';

/** A stay in one place (K5). */
export interface Stay {
  start: number;
  end: number;
  /** no movement was seen after it: still standing at the end of the range (停车中) */
  open: boolean;
  lng: number;
  lat: number;
  accOffMs: number;
  idleMs: number;
}

const stands = (segment: Segment): boolean =>
  segment.state === 'parked' || segment.state === 'idle' || (segment.state === 'noData' && !segment.displaced);
const known = (segment: Segment): boolean => segment.state !== 'noData';

/** Every stay, however short, in order. Silence inside a stay belongs to it, silence at its edge does not. */
function rawStays(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = [];
  let group: Segment[] = [];
  const close = () => {
    const from = group.findIndex(known);
    const to = group.findLastIndex(known);
    if (from >= 0) groups.push(group.slice(from, to + 1));
    group = [];
  };
  for (const segment of segments) {
    if (stands(segment)) group.push(segment);
    else close();
  }
  close();
  return groups;
}

/** Movement between two neighbouring stays that 精细停车 overlooks. */
function negligible(between: readonly Segment[]): boolean {
  const ms = between.reduce((sum, segment) => sum + segment.end - segment.start, 0);
  const metres = between.reduce((sum, segment) => sum + segment.mileageM, 0);
  return ms < fineMergeMs && metres < fineMergeM && between.every(known);
}

function mergeFine(groups: Segment[][], segments: readonly Segment[]): Segment[][] {
  const out: Segment[][] = [];
  for (const group of groups) {
    const before = out[out.length - 1];
    const end = before?.[before.length - 1]?.end ?? Number.NEGATIVE_INFINITY;
    const start = group[0]?.start ?? end;
    const between = segments.filter((segment) => segment.start >= end && segment.end <= start);
    if (before && negligible(between)) before.push(...between, ...group);
    else out.push([...group]);
  }
  return out;
}

/** Middle of the fixes of a stay, latitude and longitude each by itself. */
function centre(group: readonly Segment[]): LngLat {
  const fixes = group.filter(stands).flatMap((segment) => segment.from ?? segment.to ?? []);
  return [median(fixes.map((fix) => fix.lng)), median(fixes.map((fix) => fix.lat))];
}

function toStay(group: readonly Segment[], movedAfter: boolean): Stay {
  const [lng, lat] = centre(group);
  const ms = (state: Segment['state']) =>
    group.reduce((sum, segment) => sum + (segment.state === state ? segment.end - segment.start : 0), 0);
  return {
    start: group[0]?.start ?? 0,
    end: group[group.length - 1]?.end ?? 0,
    open: !movedAfter,
    lng,
    lat,
    accOffMs: ms('parked'),
    idleMs: ms('idle'),
  };
}

/** K5: stays of at least `parkingMs`, short hops inside them merged when `parkingFine` is on. */
export function staysOf(
  segments: readonly Segment[],
  settings: Pick<KernelSettings, 'parkingMs' | 'parkingFine'>,
): Stay[] {
  const raw = rawStays(segments);
  const groups = settings.parkingFine ? mergeFine(raw, segments) : raw;
  const lastMove = segments.findLast((segment) => !stands(segment))?.end ?? Number.NEGATIVE_INFINITY;
  return groups
    .map((group) => toStay(group, lastMove > (group[group.length - 1]?.end ?? 0)))
    .filter((stay) => stay.end - stay.start >= settings.parkingMs);
}
