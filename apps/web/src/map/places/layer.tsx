import type { PlaceOnMap } from '@tongda/contract/ground/place/calls';
import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useMemo, useRef } from 'react';
import { fromMap } from '../base/providers';
import { OverlayCanvas, viewOf } from '../overlay/canvas';
import { makeProjector } from '../track/painter';
import { useMapKit } from '../view/context';
import { hitPlace, type PlaceScene, paintPlaces, preparePlaces } from './paint';

export interface PlaceLayerProps {
  places: readonly PlaceOnMap[];
  selectedId?: string | null;
  hiddenId?: string | null;
  /** names beside the places */
  names?: boolean;
  /** A place was clicked, or null for the bare map; absent: the layer is only looked at. */
  onSelect?: (id: string | null) => void;
}

/** Regions, sites and electronic lines on a map. Stands inside `<MapView>`, before the layers that lie over it. */
export function PlaceLayer({ places, selectedId = null, hiddenId = null, names = true, onSelect }: PlaceLayerProps) {
  const { map, handle, crs, mode, tool } = useMapKit();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<OverlayCanvas | null>(null);
  const painted = useMemo(() => preparePlaces(places), [places]);
  const scene = useRef<PlaceScene>({ places: painted, selectedId, hiddenId, mode, names });
  const select = useRef(onSelect);
  select.current = onSelect;

  useEffect(() => {
    if (!canvas.current) return;
    const made = new OverlayCanvas(map, canvas.current, (pen, view) =>
      paintPlaces(pen, view, makeProjector(view, crs), handle.getBounds(), scene.current),
    );
    overlay.current = made;
    const hitAt = ({ point, lngLat }: MapMouseEvent): PlaceOnMap | null => {
      const [lng, lat] = fromMap(crs, lngLat.lng, lngLat.lat);
      const view = viewOf(map);
      return hitPlace(scene.current.places, { lng, lat, x: point.x, y: point.y }, makeProjector(view, crs), view);
    };
    const onClick = (event: MapMouseEvent): void => {
      if (!tool.current) select.current?.(hitAt(event)?.id ?? null);
    };
    const onMove = (event: MapMouseEvent): void => {
      if (!tool.current && select.current) map.getCanvas().style.cursor = hitAt(event) ? 'pointer' : '';
    };
    map.on('click', onClick);
    map.on('mousemove', onMove);
    return () => {
      map.off('click', onClick);
      map.off('mousemove', onMove);
      made.destroy();
      overlay.current = null;
    };
  }, [map, handle, crs, tool]);

  useEffect(() => {
    scene.current = { places: painted, selectedId, hiddenId, mode, names };
    overlay.current?.invalidate();
  }, [painted, selectedId, hiddenId, mode, names]);

  return <canvas ref={canvas} className="map-view-canvas" data-map-overlay="places" data-places={places.length} />;
}
