import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { toMap } from '../../map/base/providers';
import { mapColour, mapFont } from '../../map/base/tokens';
import { OverlayCanvas } from '../../map/overlay/canvas';
import { placeLabels } from '../../map/overlay/label-layout';
import { labelHeightPx, paintLabel } from '../../map/places/pin-layer';
import { makeProjector } from '../../map/track/painter';
import { useMapKit } from '../../map/view/context';

/** A row of a report on the map: the area of its circle is its size, `dashed` marks what lies outside of own sites. */
export interface Circle {
  id: string;
  lng: number;
  lat: number;
  size: number;
  name: string;
  count: number | null;
  dashed: boolean;
}

/** px; the circle of the largest row, and of the smallest that is drawn. */
const [largestPx, smallestPx] = [30, 7];
/** A circle this wide has room for its count. */
const countPx = 10;

/** Circles of a report; a click chooses one, the bare map none. */
export function CircleLayer(props: {
  circles: readonly Circle[];
  chosenId: string | null;
  choose: (id: string | null) => void;
}) {
  const { circles, chosenId } = props;
  const { map, crs, mode, tool } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const drawn = useMemo(() => {
    const largest = Math.max(1e-9, ...circles.map(({ size }) => size));
    const radius = (size: number): number => Math.max(smallestPx, largestPx * Math.sqrt(size / largest));
    return [...circles].sort((a, b) => b.size - a.size).map((circle) => ({ ...circle, r: radius(circle.size) }));
  }, [circles]);
  const latest = useRef({ drawn, chosenId, mode, choose: props.choose });
  latest.current = { drawn, chosenId, mode, choose: props.choose };
  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) => {
      const at = makeProjector(view, crs);
      const { drawn: all, chosenId: chosen, mode: theme } = latest.current;
      const spots = all.map((circle) => ({ circle, at: at(circle.lng, circle.lat) }));
      for (const { circle, at: spot } of spots) paintCircle(pen, circle, spot, circle.id === chosen, theme);
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
      for (const { key, x, y, height } of placeLabels(wishes, heads, undefined, undefined, view))
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
  useEffect(() => overlay.current?.invalidate(), [drawn, chosenId, mode]);
  return <canvas ref={canvas} className="map-view-canvas" data-map-overlay="circles" data-circles={circles.length} />;
}

function paintCircle(
  pen: CanvasRenderingContext2D,
  { r, count, dashed }: Circle & { r: number },
  [x, y]: readonly [number, number],
  chosen: boolean,
  mode: Parameters<typeof mapColour>[1],
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
  if (dashed) pen.setLineDash([4, 3]);
  pen.stroke();
  if (r >= countPx && count !== null) {
    pen.setLineDash([]);
    pen.fillStyle = mapColour('symbolInk', mode);
    pen.font = `600 12px ${mapFont}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(String(count), x, y + 0.5);
  }
  pen.restore();
}
