import type { LngLat } from '@tongda/geo/types';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type Pin, PinLayer, type PinWay } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';

interface RouteMapProps {
  stops: ReadonlyArray<{ name: string; lng: number | null; lat: number | null }>;
  /** way of the electronic line; without it straight legs are drawn */
  line?: ReadonlyArray<readonly [number, number]> | null;
  /** several ways instead, the last on top */
  ways?: readonly PinWay[];
  /** with the map's buttons */
  large?: boolean;
}

/** The stops of a route on a map, numbered, with the way between them. */
export function RouteMap({ stops, line, ways, large = false }: RouteMapProps) {
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
  const corners = useMemo(() => cornersOf((ways ?? []).flatMap((way) => way.path)), [ways]);
  const shown = [...pins.map((pin) => `${pin.lng},${pin.lat}`), ...corners.map(String)].join(' ');
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
    <div className={`ground-transport-route-map ${large ? 'large' : ''}`}>
      <MapView
        ref={map}
        onReady={(handle) => latest.current(handle)}
        controls={large ? { right: 6, bottom: 6 } : false}
      >
        <PinLayer pins={pins} path={path} ways={ways} />
      </MapView>
    </div>
  );
}

/** South-west and north-east of what is drawn besides the pins. */
function cornersOf(points: readonly LngLat[]): LngLat[] {
  if (points.length === 0) return [];
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng, lat] of points) {
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return [
    [west, south],
    [east, north],
  ];
}
