import { mercatorX, mercatorY, tilePx } from '@tongda/geo/mercator';
import { bboxOf } from '@tongda/geo/polygon';
import type { LngLat } from '@tongda/geo/types';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef, useState } from 'react';
import { useMapKit } from '../view/context';
import { OverlapList } from '../view/overlap-list';
import type { Rect } from './label-layout';
import type { MapVehicle } from './vehicle-store';
import { VehicleOverlay } from './vehicles';

export interface VehicleLayerProps {
  vehicles: readonly MapVehicle[];
  selectedId?: string | null;
  /** A vehicle was clicked, or null for the bare map. */
  onSelect?: (id: string | null) => void;
  /** Panels over the map, px from its corner: no label goes under them. */
  panels?: readonly Rect[];
  /** Last ten minutes of the selected vehicle, oldest first. */
  trail?: readonly LngLat[];
  /** Planned route of the selected vehicle. */
  ahead?: readonly LngLat[];
}

const none: readonly never[] = [];
/** A bubble that would still be one at this zoom is shown as a list instead. */
const splitZoom = 16;
const splitPx = 30;

interface Overlapping {
  x: number;
  y: number;
  vehicles: MapVehicle[];
}

/** Vehicles of a page on its map. Stands inside `<MapView>`. */
export function VehicleLayer(props: VehicleLayerProps) {
  const { vehicles, selectedId = null, panels = none, trail = none, ahead = none } = props;
  const { map, handle, crs, mode, tool } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<VehicleOverlay | null>(null);
  const [list, setList] = useState<Overlapping | null>(null);
  const select = useRef(props.onSelect);
  select.current = props.onSelect;
  const options = { mode, crs, selectedId, panels, trail, ahead };
  const first = useRef(options);
  first.current = options;

  useEffect(() => {
    if (!canvas.current) return;
    const made = new VehicleOverlay(map, canvas.current, first.current);
    overlay.current = made;
    const members = (rows: number[]) => rows.flatMap((i) => made.vehicleAt(i) ?? []);
    const onClick = ({ point }: MapMouseEvent) => {
      if (tool.current) return;
      const hit = made.hit(point.x, point.y);
      setList(null);
      if (!hit) return select.current?.(null);
      if (hit.kind === 'vehicle') return select.current?.(made.vehicleAt(hit.index)?.id ?? null);
      const inside = members(hit.kind === 'overlap' ? hit.members : hit.bubble.members);
      if (hit.kind === 'bubble' && zoomSplitsBubble(inside))
        return handle.fitBounds(
          inside.map((v) => [v.lng, v.lat]),
          { maxZoom: splitZoom },
        );
      setList({ x: point.x, y: point.y, vehicles: inside });
    };
    const onHover = ({ point }: MapMouseEvent) => {
      if (tool.current) return;
      map.getCanvas().style.cursor = made.hit(point.x, point.y) ? 'pointer' : '';
    };
    const close = () => setList(null);
    map.on('click', onClick);
    map.on('mousemove', onHover);
    map.on('movestart', close);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onHover);
      map.off('movestart', close);
      made.destroy();
      overlay.current = null;
    };
  }, [map, handle, tool]);

  useEffect(() => overlay.current?.setVehicles(vehicles), [vehicles]);
  useEffect(
    () => overlay.current?.setOptions({ mode, crs, selectedId, panels, trail, ahead }),
    [mode, crs, selectedId, panels, trail, ahead],
  );

  return (
    <>
      <canvas ref={canvas} className="map-view-canvas" data-map-overlay="vehicles" />
      {list && (
        <OverlapList
          {...list}
          onPick={(id) => {
            setList(null);
            props.onSelect?.(id);
          }}
          onClose={() => setList(null)}
        />
      )}
    </>
  );
}

/** Whether zooming in splits a bubble: at the zoom that it leads to, its vehicles lie further apart than a symbol is wide. */
export function zoomSplitsBubble(vehicles: readonly MapVehicle[]): boolean {
  const box = bboxOf(vehicles.map((v) => [mercatorX(v.lng), mercatorY(v.lat)] as const));
  if (!box) return false;
  const scale = tilePx * 2 ** splitZoom;
  return Math.max(box[2] - box[0], box[3] - box[1]) * scale > splitPx;
}
