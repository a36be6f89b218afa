import { type OrderWay, orderWay } from '@tongda/contract/transport/trip/live';
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
/** A trip without a vehicle is told apart by its own number. */
const vehicleOf = ({ plateNo, waybillCode }: OrderWay[number]): string => plateNo || waybillCode;
const isAt = (one: Spot | undefined, { lng, lat }: Spot): boolean => one?.lng === lng && one.lat === lat;

/** What a map shows of the way of an order: each vehicle in its colour, dashed where it has not driven yet. */
export function drawnWay(legs: OrderWay): { pins: Pin[]; ways: PinWay[] } {
  const vehicles = [...new Set(legs.map(vehicleOf))];
  const colourOf = (leg: OrderWay[number]): string | undefined =>
    legColours[vehicles.indexOf(vehicleOf(leg)) % legColours.length];
  const pins = legs.flatMap((leg, i): Pin[] => [
    // a leg begins where the one before ended, which is drawn already
    ...leg.stops.flatMap(({ lng, lat, name }, at) =>
      at === 0 && i > 0 && isAt(legs[i - 1]?.stops.at(-1), { lng, lat })
        ? []
        : [{ lng, lat, label: name, text: String(i + at + 1), colour: colourOf(leg) }],
    ),
    ...(leg.live ? [{ ...leg.live, label: leg.plateNo, selected: true }] : []),
  ]);
  const ways = legs.map(
    (leg): PinWay =>
      leg.driven.length > 1
        ? { path: leg.driven, as: 'driven', colour: colourOf(leg) }
        : {
            path: leg.stops.map(({ lng, lat }) => [lng, lat] as const),
            as: 'plan',
            dashed: true,
            colour: colourOf(leg),
          },
  );
  return { pins, ways };
}

/** 运输轨迹 of an order: its places, what was driven with its goods on board, and the truck that carries them now. */
export function OrderWayMap({ orderCode }: { orderCode: string }) {
  const { data: legs } = useAsk(orderWay, { orderCode }, { refetchInterval: 60_000 });
  const seen = useRef(false);
  const { pins, ways } = useMemo(() => drawnWay(legs ?? []), [legs]);
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
