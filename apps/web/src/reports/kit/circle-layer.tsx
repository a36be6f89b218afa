import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { toMap } from '../../map/base/providers';
import { mapColour, mapFont } from '../../map/base/tokens';
import { OverlayCanvas } from '../../map/overlay/canvas';
import { clusterPins } from '../../map/overlay/cluster';
import { coveredOf } from '../../map/overlay/covered';
import { placeLabels } from '../../map/overlay/label-layout';
import type { LayoutView } from '../../map/overlay/vehicle-layout';
import { labelHeightPx, paintLabel } from '../../map/places/pin-layer';
import { makeProjector } from '../../map/track/painter';
import { useMapKit } from '../../map/view/context';
import { colour, type ThemeMode, translucentColour } from '../../theme/palette';
import { placeCounts } from './count-spots';

/** A row of a report on the map: the area of its circle is its size, `dashed` marks what lies outside of own sites. */
export interface Circle {
  id: string;
  lng: number;
  lat: number;
  size: number;
  name: string;
  count: number | null;
  dashed: boolean;
  /** percent of the ring in amber, from 12 o'clock (怠速 of 停车); null: none */
  part: number | null;
}

/** 圆点: a circle a row · 热力: where most time is spent · 聚合: rows near each other as one */
export type CircleView = 'dots' | 'heat' | 'cluster';

/** px; the circle of the largest row, and of the smallest that is drawn. */
const [largestPx, smallestPx] = [30, 7];
/** A circle this wide has room for its count. */
const countPx = 10;

/** Circles of a report; a click chooses one, the bare map none. */
export function CircleLayer(props: {
  circles: readonly Circle[];
  chosenId: string | null;
  choose: (id: string | null) => void;
  view: CircleView;
}) {
  const { circles, chosenId, view: how } = props;
  const { map, crs, mode, tool } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const drawn = useMemo(() => {
    const largest = Math.max(1e-9, ...circles.map(({ size }) => size));
    const radius = (size: number): number => Math.max(smallestPx, largestPx * Math.sqrt(size / largest));
    return [...circles].sort((a, b) => b.size - a.size).map((circle) => ({ ...circle, r: radius(circle.size) }));
  }, [circles]);
  const latest = useRef({ drawn, chosenId, mode, how, choose: props.choose });
  latest.current = { drawn, chosenId, mode, how, choose: props.choose };
  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) => {
      const at = makeProjector(view, crs);
      const { drawn: every, chosenId: chosen, mode: theme, how: way } = latest.current;
      if (way === 'heat') {
        paintHeat(pen, every, at, theme);
        return;
      }
      const all = way === 'cluster' ? joinNear(every, view, chosen) : every;
      const spots = all.map((circle) => ({ circle, at: at(circle.lng, circle.lat) }));
      for (const { circle, at: spot } of spots) paintCircle(pen, circle, spot, circle.id === chosen, theme);
      paintCounts(pen, spots, theme);
      pen.font = `12px ${mapFont}`;
      const heads = spots.map(({ circle: { r }, at: [x, y] }) => ({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }));
      const wishes = spots.map(({ circle, at: [x, y] }, key) => ({
        key,
        x,
        y,
        width: pen.measureText(circle.name).width,
        height: labelHeightPx,
        gap: circle.r + 5,
        must: circle.id === chosen,
      }));
      wishes.sort((a, b) => Number(b.must) - Number(a.must));
      const taken = [...coveredOf(map), ...heads];
      for (const { key, x, y, height } of placeLabels(wishes, taken, undefined, undefined, view))
        paintLabel(pen, spots[key]?.circle.name ?? '', x, y + height / 2, theme);
    });
    overlay.current = made;
    const onClick = ({ point }: MapMouseEvent): void => {
      if (tool.current) return;
      // the smallest circle under the pointer: large ones lie below
      const hit = latest.current.drawn.findLast(({ lng, lat, r }) => {
        const { x, y } = map.project(toMap(crs, lng, lat));
        return (point.x - x) ** 2 + (point.y - y) ** 2 <= r * r;
      });
      latest.current.choose(hit?.id ?? null);
    };
    map.on('click', onClick);
    return () => {
      map.off('click', onClick);
      made.destroy();
      overlay.current = null;
    };
  }, [map, crs, tool]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes is painted
  useEffect(() => overlay.current?.invalidate(), [drawn, chosenId, mode, how]);
  return (
    <canvas
      ref={canvas}
      className="map-view-canvas"
      data-map-overlay="circles"
      data-circles={circles.length}
      data-view={how}
    />
  );
}

type Drawn = Circle & { r: number };

/** Rows whose circles are near each other as one that holds their sum; the chosen one stays itself. */
function joinNear(all: readonly Drawn[], view: LayoutView, chosenId: string | null): Drawn[] {
  const apart = all.filter(({ id }) => id === chosenId);
  const rest = all.filter(({ id }) => id !== chosenId);
  const joined = clusterPins(rest, view).flatMap(({ members }): Drawn[] => {
    const here = members.flatMap((i) => rest[i] ?? []);
    const [first] = here;
    if (!first || here.length === 1) return here;
    const size = here.reduce((sum, one) => sum + one.size, 0);
    const amber = here.reduce((sum, one) => sum + (one.size * (one.part ?? 0)) / 100, 0);
    return [
      {
        ...first,
        // the middle, weighted by size
        lng: here.reduce((sum, one) => sum + one.lng * one.size, 0) / size,
        lat: here.reduce((sum, one) => sum + one.lat * one.size, 0) / size,
        size,
        name: `${here.length} 处`,
        count: here.reduce((sum, one) => sum + (one.count ?? 0), 0),
        dashed: here.every(({ dashed }) => dashed),
        part: first.part === null ? null : (100 * amber) / size,
        r: Math.min(largestPx * 1.2, Math.hypot(...here.map(({ r }) => r))),
      },
    ];
  });
  return [...joined, ...apart].sort((a, b) => b.r - a.r);
}

/** px around a row, in which its heat fades out. */
const heatPx = 46;

/** Where most of the time is spent: every row glows by its size. */
function paintHeat(
  pen: CanvasRenderingContext2D,
  all: readonly Drawn[],
  at: (lng: number, lat: number) => readonly [number, number],
  mode: ThemeMode,
): void {
  const warm = colour('warn', mode);
  const hot = colour('red', mode);
  for (const { lng, lat, r } of all) {
    const [x, y] = at(lng, lat);
    const strength = 0.25 + 0.6 * (r / largestPx);
    const glow = pen.createRadialGradient(x, y, 0, x, y, heatPx);
    glow.addColorStop(0, translucentColour(hot, strength));
    glow.addColorStop(0.4, translucentColour(warm, strength * 0.55));
    glow.addColorStop(1, translucentColour(warm, 0));
    pen.fillStyle = glow;
    pen.fillRect(x - heatPx, y - heatPx, 2 * heatPx, 2 * heatPx);
  }
}

function paintCircle(
  pen: CanvasRenderingContext2D,
  { r, dashed, part }: Drawn,
  [x, y]: readonly [number, number],
  chosen: boolean,
  mode: ThemeMode,
): void {
  pen.save();
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.globalAlpha = chosen ? 0.3 : 0.9;
  pen.fillStyle = mapColour(chosen ? 'primary' : 'panel', mode);
  pen.fill();
  pen.globalAlpha = 1;
  pen.lineWidth = chosen ? 4 : 3;
  pen.strokeStyle = mapColour('primary', mode);
  pen.stroke();
  if (part !== null && part > 0) {
    pen.beginPath();
    pen.arc(x, y, r, -Math.PI / 2, -Math.PI / 2 + (Math.min(100, part) / 50) * Math.PI);
    pen.strokeStyle = colour('warn', mode);
    pen.stroke();
  }
  if (dashed) {
    pen.beginPath();
    pen.arc(x, y, r + 4, 0, 2 * Math.PI);
    pen.lineWidth = 1.5;
    pen.setLineDash([3, 3]);
    pen.strokeStyle = mapColour('symbolInk', mode);
    pen.stroke();
  }
  pen.restore();
}

/** The counts of all circles, over them: one that lies under another would lose its own. */
function paintCounts(
  pen: CanvasRenderingContext2D,
  spots: ReadonlyArray<{ circle: Drawn; at: readonly [number, number] }>,
  mode: ThemeMode,
): void {
  const counted = spots.filter(({ circle: { r, count } }) => r >= countPx && count !== null);
  const places = placeCounts(counted.map(({ circle: { r }, at: [x, y] }) => ({ x, y, r })));
  pen.save();
  pen.font = `600 12px ${mapFont}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 3;
  pen.strokeStyle = mapColour('panel', mode);
  pen.fillStyle = mapColour('symbolInk', mode);
  for (const [i, { circle }] of counted.entries()) {
    const place = places[i];
    if (!place) continue;
    const [x, y] = place;
    pen.strokeText(String(circle.count), x, y + 0.5);
    pen.fillText(String(circle.count), x, y + 0.5);
  }
  pen.restore();
}
