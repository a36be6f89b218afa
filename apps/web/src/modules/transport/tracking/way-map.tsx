import type { TrackingLive, TrackStop } from '@tongda/contract/transport/tracking/calls';
import { type Pin, PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';

/** Numbered pins of the stops whose coordinates are known. */
export const stopPins = (stops: readonly TrackStop[]): Pin[] =>
  stops.flatMap(({ lng, lat, name, seq }) =>
    lng === null || lat === null ? [] : [{ lng, lat, label: name, text: String(seq) }],
  );

/** A pin at the truck's present position; none when it is not known. */
export const truckPin = (live: TrackingLive, plateNo: string): Pin[] =>
  live ? [{ lng: live.lng, lat: live.lat, label: plateNo, selected: true }] : [];

/** The small map of a drawer: the way past its stops, and the truck. */
export function WayMap({ pins }: { pins: readonly Pin[] }) {
  if (pins.length === 0) return null;
  return (
    <div className="transport-tracking-drawer-map">
      <MapView
        onReady={(map) =>
          map.fitBounds(
            pins.map((pin) => [pin.lng, pin.lat] as const),
            { maxZoom: 13, animate: false },
          )
        }
      >
        <PinLayer pins={pins} path={pins.filter((pin) => pin.text).map((pin) => [pin.lng, pin.lat] as const)} />
      </MapView>
    </div>
  );
}
