import type { Crs } from '@tongda/geo/convert';
import { latOfY, lngOfX, tilePx } from '@tongda/geo/mercator';
import { fromMap } from '../base/providers';
import type { LayoutView } from '../overlay/vehicle-layout';
import { dropRise, makeProjector, type Pixel, stopRadius, type TrackScene } from './painter';

/** What of a track lies under the pointer. A place of the path is the nearest one on the line, WGS-84. */
export type TrackHit =
  | { kind: 'stop'; no: number }
  | { kind: 'alarm'; id: string }
  | { kind: 'path'; trackId: string; lng: number; lat: number };

const pathReach = 8;

/** Stops first, then alarms, then the line itself. */
export function hitTrack(scene: TrackScene, view: LayoutView, x: number, y: number): TrackHit | null {
  const at = makeProjector(view, scene.crs);
  const near = ([px, py]: Pixel, reach: number): boolean => Math.hypot(px - x, py - y) <= reach;
  const stop = scene.stops.find((s) => near(at(s.lng, s.lat), stopRadius + 2));
  if (stop) return { kind: 'stop', no: stop.no };
  const alarm = scene.alarms.find((a) => {
    const [px, py] = at(a.lng, a.lat);
    return near([px, py - dropRise], 11);
  });
  if (alarm) return { kind: 'alarm', id: alarm.id };
  return hitPath(scene, view, at, x, y);
}

function hitPath(
  scene: TrackScene,
  view: LayoutView,
  at: (lng: number, lat: number) => Pixel,
  x: number,
  y: number,
): TrackHit | null {
  let best: { distance: number; trackId: string; px: number; py: number } | null = null;
  for (const track of scene.tracks) {
    for (const piece of track.pieces) {
      if (piece.kind === 'gap') continue;
      let last: Pixel | null = null;
      for (const [lng, lat] of piece.coordinates) {
        const point = at(lng, lat);
        if (last) {
          const [px, py] = nearestOnSegment(last, point, x, y);
          const distance = Math.hypot(px - x, py - y);
          if (distance <= pathReach && (!best || distance < best.distance))
            best = { distance, trackId: track.id, px, py };
        }
        last = point;
      }
    }
  }
  return best && { kind: 'path', trackId: best.trackId, ...wgsAt(best.px, best.py, view, scene.crs) };
}

function nearestOnSegment([ax, ay]: Pixel, [bx, by]: Pixel, x: number, y: number): Pixel {
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length2));
  return [ax + t * dx, ay + t * dy];
}

function wgsAt(px: number, py: number, view: LayoutView, crs: Crs): { lng: number; lat: number } {
  const scale = tilePx * 2 ** view.zoom;
  const [lng, lat] = fromMap(crs, lngOfX(view.x0 + px / scale), latOfY(view.y0 + py / scale));
  return { lng, lat };
}
