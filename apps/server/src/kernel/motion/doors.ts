import { doorOf, doorState, type TrackPoint } from '../point';

/** One opening of one door (K9). */
export interface DoorEpisode {
  door: number;
  start: number;
  /** null: still open at the last report */
  end: number | null;
  lng: number;
  lat: number;
  /** ms, to the last report while still open */
  durationMs: number;
}

/** Openings and closings shorter than this are contact bounce, ms (K9). */
const debounceMs = 10_000;
const doorCount = 7;

interface OpenRun {
  start: number;
  end: number | null;
  at: TrackPoint;
}

/** K9: openings of every door in order of their start. Reports that say nothing of a door leave it as it was. */
export function doorEpisodesOf(points: readonly TrackPoint[]): DoorEpisode[] {
  const lastTime = points[points.length - 1]?.t ?? 0;
  const out: DoorEpisode[] = [];
  let seen = 0;
  for (const { doors } of points) seen |= doors;
  for (let door = 1; door <= doorCount; door++) {
    if ((doorOf(seen, door) & doorState.open) === 0) continue;
    for (const run of joinBounces(openRuns(points, door))) {
      const durationMs = (run.end ?? lastTime) - run.start;
      if (run.end !== null && durationMs < debounceMs) continue;
      out.push({ door, start: run.start, end: run.end, lng: run.at.lng, lat: run.at.lat, durationMs });
    }
  }
  return out.sort((a, b) => a.start - b.start || a.door - b.door);
}

function openRuns(points: readonly TrackPoint[], door: number): OpenRun[] {
  const runs: OpenRun[] = [];
  let open: OpenRun | null = null;
  for (const point of points) {
    const state = doorOf(point.doors, door);
    if (state === doorState.open && !open) {
      open = { start: point.t, end: null, at: point };
      runs.push(open);
    } else if (state === doorState.closed && open) {
      open.end = point.t;
      open = null;
    }
  }
  return runs;
}

/** Joins runs that a bounce of the contact parted. */
function joinBounces(runs: readonly OpenRun[]): OpenRun[] {
  const out: OpenRun[] = [];
  for (const run of runs) {
    const before = out[out.length - 1];
    if (before && before.end !== null && run.start - before.end < debounceMs) before.end = run.end;
    else out.push({ ...run });
  }
  return out;
}
