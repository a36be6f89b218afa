import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import type { ThemeMode } from '../../theme/palette';
import { toMap } from '../base/providers';
import { mapColour, mapFont } from '../base/tokens';
import { OverlayCanvas, viewOf } from '../overlay/canvas';
import { type Clustered, clusterPins } from '../overlay/cluster';
import { coveredOf } from '../overlay/covered';
import { placeLabels } from '../overlay/label-layout';
import { countText } from '../overlay/vehicle-symbols';
import { useMapKit } from '../view/context';
import { labelHeightPx, type Pin, paintLabel, paintPin, radiusOf } from './pin-layer';

export type ClusterPin = Pin & { id: string };
/** With more pins in sight only the selected one has its name. */
const mostNames = 120;

/** Many places over a map: what would lie over each other is one disc with its number, which a click opens. */
export function ClusterLayer(props: {
  pins: readonly ClusterPin[];
  selectedId: string | null;
  /** A pin was clicked, or null for the bare map. */
  onSelect: (id: string | null) => void;
}) {
  const { pins, selectedId } = props;
  const { map, handle, crs, mode, tool } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const onMap = useMemo(
    () =>
      pins.map(({ lng, lat }) => {
        const [x, y] = toMap(crs, lng, lat);
        return { lng: x, lat: y };
      }),
    [pins, crs],
  );
  const latest = useRef({ pins, onMap, selectedId, mode });
  latest.current = { pins, onMap, selectedId, mode };
  const select = useRef(props.onSelect);
  select.current = props.onSelect;
  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) => {
      const { pins: all, onMap: spots, selectedId: chosen, mode: theme } = latest.current;
      const groups = clusterPins(spots, view);
      for (const group of groups) if (group.members.length > 1) paintDisc(pen, group, theme);
      const singles = groups.flatMap(({ x, y, members: [first, ...more] }) => {
        const pin = first === undefined || more.length > 0 ? undefined : all[first];
        return pin ? [{ x, y, pin: { ...pin, selected: pin.id === chosen } }] : [];
      });
      for (const { x, y, pin } of singles) paintPin(pen, [x, y], pin, theme);
      pen.font = `12px ${mapFont}`;
      const heads = singles.map(({ x, y, pin }) => {
        const r = radiusOf(pin);
        return { x: x - r, y: y - 2 * r - 3, width: 2 * r, height: 2 * r + 3 };
      });
      const named = singles.length > mostNames ? singles.filter(({ pin }) => pin.selected) : singles;
      const wishes = named.map(({ x, y, pin }, key) => {
        const r = radiusOf(pin);
        const width = pen.measureText(pin.label ?? '').width;
        return { key, x, y: y - r - 3, width, height: labelHeightPx, gap: r + 5, must: pin.selected };
      });
      wishes.sort((a, b) => Number(b.must) - Number(a.must));
      const taken = [...coveredOf(map), ...heads];
      for (const { key, x, y, height } of placeLabels(wishes, taken, undefined, undefined, view))
        paintLabel(pen, named[key]?.pin.label ?? '', x, y + height / 2, theme);
    });
    overlay.current = made;
    const hitAt = ({ point }: MapMouseEvent): Clustered | null => {
      const { onMap: spots } = latest.current;
      const found = clusterPins(spots, viewOf(map)).filter(({ x, y, members }) => {
        // a pin stands above its place, a disc lies on it
        const [dx, dy] = [point.x - x, point.y - (members.length > 1 ? y : y - 14)];
        return dx * dx + dy * dy <= (members.length > 1 ? discRadius(members.length) : 14) ** 2;
      });
      return found.at(-1) ?? null;
    };
    const onClick = (event: MapMouseEvent): void => {
      if (tool.current) return;
      const hit = hitAt(event);
      const { pins: all } = latest.current;
      if (hit && hit.members.length > 1)
        handle.fitBounds(
          hit.members.flatMap((i) => {
            const pin = all[i];
            return pin ? [[pin.lng, pin.lat] as const] : [];
          }),
          { maxZoom: 16 },
        );
      else select.current(hit ? (all[hit.members[0] ?? -1]?.id ?? null) : null);
    };
    const onMove = (event: MapMouseEvent): void => {
      if (!tool.current) map.getCanvas().style.cursor = hitAt(event) ? 'pointer' : '';
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
      made.destroy();
      overlay.current = null;
    };
  }, [map, handle, tool]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever of these changes is painted
  useEffect(() => overlay.current?.invalidate(), [onMap, pins, selectedId, mode]);
  return <canvas ref={canvas} className="map-view-canvas" data-map-overlay="clusters" data-pins={pins.length} />;
}

function discRadius(count: number): number {
  if (count < 10) return 14;
  return count < 100 ? 18 : 22;
}

function paintDisc(pen: CanvasRenderingContext2D, { x, y, members }: Clustered, mode: ThemeMode): void {
  const r = discRadius(members.length);
  pen.save();
  pen.beginPath();
  pen.arc(x, y, r + 4, 0, 2 * Math.PI);
  pen.globalAlpha = 0.28;
  pen.fillStyle = mapColour('primary', mode);
  pen.fill();
  pen.globalAlpha = 1;
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = mapColour('symbolEdge', mode);
  pen.stroke();
  pen.fillStyle = mapColour('onPrimary', mode);
  pen.font = `600 12px ${mapFont}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(countText(members.length), x, y + 0.5);
  pen.restore();
}
