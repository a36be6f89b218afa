import { orderWay } from '@tongda/contract/transport/trip/live';
import { useMemo, useRef } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { type Pin, PinLayer, type PinWay } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import { legColours } from '../../../theme/map-colours';
import './styles.css';

interface Spot {
  lng: number;
  lat: number;
}
const isAt = (one: Spot | undefined, { lng, lat }: Spot): boolean => one?.lng === lng && one.lat === lat;

/** 运输轨迹 of an order: its places, what was driven with its goods on board, and the truck that carries them now. */
export function OrderWayMap({ orderCode }: { orderCode: string }) {
  const { data: legs } = useAsk(orderWay, { orderCode }, { refetchInterval: 60_000 });
  const seen = useRef(false);
  const pins = useMemo(
    (): Pin[] =>
      (legs ?? []).flatMap(({ stops, live, plateNo }, i) => [
        // a leg begins where the one before ended, which is drawn already
        ...stops.flatMap(({ lng, lat, name }, at) =>
          at === 0 && i > 0 && isAt(legs?.[i - 1]?.stops.at(-1), { lng, lat })
            ? []
            : [{ lng, lat, label: name, text: String(i + at + 1), colour: legColours[i % legColours.length] }],
        ),
        ...(live ? [{ ...live, label: plateNo, selected: true }] : []),
      ]),
    [legs],
  );
  const ways = useMemo(
    (): PinWay[] =>
      (legs ?? []).flatMap(({ driven, stops }): PinWay[] =>
        driven.length > 1
          ? [{ path: driven, as: 'driven' }]
          : [{ path: stops.map(({ lng, lat }) => [lng, lat] as const), as: 'plan' }],
      ),
    [legs],
  );
  if (pins.length === 0) return null;
  return (
    <section className="transport-trip-way" aria-label="运输轨迹">
      <MapView
        onReady={(map) => {
          if (seen.current) return;
          seen.current = true;
          const spots = [...pins.map(({ lng, lat }) => [lng, lat] as const), ...ways.flatMap(({ path }) => path)];
          map.fitBounds(spots, { maxZoom: 12, animate: false });
        }}
      >
        <PinLayer pins={pins} ways={ways} />
      </MapView>
    </section>
  );
}
