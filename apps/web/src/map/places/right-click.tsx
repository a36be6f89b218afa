import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect } from 'react';
import { fromMap } from '../base/providers';
import { useMapKit } from '../view/context';

/** Tells where the map was clicked with the right button, WGS-84; while a tool draws, the button is the tool's. */
export function RightClick({ onPoint }: { onPoint: (lng: number, lat: number) => void }) {
  const { map, crs, tool } = useMapKit();
  useEffect(() => {
    const tell = ({ lngLat }: MapMouseEvent): void => {
      if (tool.current === null) onPoint(...fromMap(crs, lngLat.lng, lngLat.lat));
    };
    map.on('contextmenu', tell);
    return () => {
      map.off('contextmenu', tell);
    };
  }, [map, crs, tool, onPoint]);
  return null;
}
