import type { LngLat } from '@tongda/geo/types';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { MapHandle } from '../../map/map-handle';
import { MapView } from '../../map/map-view';
import { type Pin, PinLayer } from '../../map/places/pin-layer';

interface RouteMapProps {
  stops: ReadonlyArray<{ name: string; lng: number | null; lat: number | null }>;
  /** way of the electronic line; without it straight legs are drawn */
  line?: ReadonlyArray<readonly [number, number]> | null;
  /** with the map's buttons */
  large?: boolean;
}

/** The stops of a route on a map, numbered, with the way between them. */
export function RouteMap({ stops, line, large = false }: RouteMapProps) {
  const map = useRef<MapHandle>(null);
  const pins = useMemo(
    () =>
      stops.flatMap((stop, i): Pin[] =>
        stop.lng === null || stop.lat === null
          ? []
          : [{ lng: stop.lng, lat: stop.lat, text: String(i + 1), label: stop.name }],
      ),
    [stops],
  );
  const path = useMemo(() => line ?? pins.map((pin) => [pin.lng, pin.lat] as const), [line, pins]);
  const shown = pins.map((pin) => `${pin.lng},${pin.lat}`).join(' ');
  const fit = useCallback(
    (handle: MapHandle | null): void => {
      const points = shown
        .split(' ')
        .filter(Boolean)
        .map((text): LngLat => {
          const [lng = 0, lat = 0] = text.split(',').map(Number);
          return [lng, lat];
        });
      if (points.length > 0) handle?.fitBounds(points, { maxZoom: 12, animate: false });
    },
    [shown],
  );
  const latest = useRef(fit);
  latest.current = fit;
  useEffect(() => fit(map.current), [fit]);
  return (
    <div className={`rte-map ${large ? 'large' : ''}`}>
      <MapView
        ref={map}
        onReady={(handle) => latest.current(handle)}
        controls={large ? { right: 6, bottom: 6 } : false}
      >
        <PinLayer pins={pins} path={path} />
      </MapView>
    </div>
  );
}
