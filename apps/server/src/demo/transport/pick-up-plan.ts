import { furtherServiceMin, usualServiceMin } from '@tongda/contract/transport/waybill/stow/assemble';
import { timetableOf } from '@tongda/contract/transport/waybill/timetable';
import { distanceM } from '@tongda/geo/distance';
import type { Site, Waiting } from './pick-up-parts';

/** A stop with its planned times, epoch ms. */
export interface PlannedStop {
  arrive: number;
  leave: number;
  serviceMin: number;
}

export interface LoopPlan {
  start: PlannedStop;
  /** of the places of loading, in their order */
  places: PlannedStop[];
  /** the site at the end, where the goods are unloaded */
  site: PlannedStop;
  distanceM: number;
}

/**
 * Plans a loop from a site past senders and back as the pages of a 提单 do: by the same timetable and the same stays, so that what the demo wrote is what
 * its own pages reckon. `readyAt` says from when each sender has its goods ready (epoch ms): the truck, which has other calls too, does not load before.
 */
export function planLoop(
  site: Site,
  picked: readonly Waiting[],
  departAt: number,
  readyAt: readonly number[],
): LoopPlan {
  const stays = [0, ...picked.map(() => usualServiceMin), usualServiceMin + furtherServiceMin * (picked.length - 1)];
  const points = [site, ...picked, site].map(({ lng, lat }, i) => ({
    ...{ lng, lat, windowStart: readyAt[i - 1] ?? null },
    serviceMin: stays[i] ?? 0,
  }));
  const table = timetableOf(points, departAt, distanceM);
  const stopAt = (i: number): PlannedStop => ({
    ...(table.times[i] ?? { arrive: departAt, leave: departAt }),
    serviceMin: stays[i] ?? 0,
  });
  return {
    start: stopAt(0),
    places: picked.map((_, i) => stopAt(i + 1)),
    site: stopAt(picked.length + 1),
    distanceM: table.distanceM,
  };
}
