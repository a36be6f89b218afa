import type { LngLat } from '@tongda/geo/types';
import type { KernelSettings } from '../settings';
import { fineMergeM, fineMergeMs } from '../settings';
import { median } from './hygiene';
import type { Segment } from './segments';

/** A stay in one place (K5). */
export interface Stay {
  start: number;
  end: number;
  /** no movement was seen after it: the vehicle still stands at the end of the range (停车中) */
  open: boolean;
  lng: number;
  lat: number;
  accOffMs: number;
  idleMs: number;
}

const isStanding = (segment: Segment): boolean =>
  segment.state === 'parked' || segment.state === 'idle' || (segment.state === 'noData' && !segment.displaced);
const isKnown = (segment: Segment): boolean => segment.state !== 'noData';

/** A stay as indices into the list of segments, both included. */
interface Span {
  from: number;
  to: number;
}

/** All stays in order, however short. A silence within a stay belongs to it, one at its edge does not. */
function rawStays(segments: readonly Segment[]): Span[] {
  const spans: Span[] = [];
  let span: Span | null = null;
  for (const [i, segment] of segments.entries()) {
    if (!isStanding(segment)) {
      if (span) spans.push(span);
      span = null;
    } else if (isKnown(segment)) span = span ? { from: span.from, to: i } : { from: i, to: i };
  }
  if (span) spans.push(span);
  return spans;
}

/** Whether the movement between two stays is so short that 精细停车 joins them. */
function isNegligibleMove(segments: readonly Segment[], from: number, to: number): boolean {
  let [ms, metres] = [0, 0];
  for (let i = from; i < to; i++) {
    const segment = segments[i];
    if (!segment || !isKnown(segment)) return false;
    ms += segment.end - segment.start;
    metres += segment.mileageM;
    if (ms >= fineMergeMs || metres >= fineMergeM) return false;
  }
  return true;
}

function mergeFine(spans: readonly Span[], segments: readonly Segment[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const before = out.at(-1);
    if (before && isNegligibleMove(segments, before.to + 1, span.from)) before.to = span.to;
    else out.push({ ...span });
  }
  return out;
}

/** The position of a stay: the median of its fixes, for longitude and latitude separately. */
function centreOf(group: readonly Segment[]): LngLat {
  const fixes = group.filter(isStanding).flatMap((segment) => segment.from ?? segment.to ?? []);
  return [median(fixes.map((fix) => fix.lng)), median(fixes.map((fix) => fix.lat))];
}

function toStay(group: readonly Segment[], movedAfter: boolean): Stay {
  const [lng, lat] = centreOf(group);
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
  const spans = settings.parkingFine ? mergeFine(raw, segments) : raw;
  const groups = spans
    .map(({ from, to }) => segments.slice(from, to + 1))
    .filter((group) => isLongEnough(group, settings));
  const lastMove = segments.findLast((segment) => !isStanding(segment))?.end ?? Number.NEGATIVE_INFINITY;
  return groups.map((group) => toStay(group, lastMove > (group[group.length - 1]?.end ?? 0)));
}

const isLongEnough = (group: readonly Segment[], { parkingMs }: Pick<KernelSettings, 'parkingMs'>): boolean =>
  (group.at(-1)?.end ?? 0) - (group[0]?.start ?? 0) >= parkingMs;
