import { dayMs, hourMs } from '@tongda/contract/core/durations';
import { wallMs, wallText } from '@tongda/contract/core/wall-time';
import type { BoardOrder } from '@tongda/contract/transport/waybill/stow/board';
import { useEffect, useMemo, useRef } from 'react';
import { formatNumber } from '../../../../../kit/show/format';
import { dottedPlate } from '../../../../../kit/show/plate/chip';
import { type Pin, PinLayer } from '../../../../../map/places/pin-layer';
import { MapView } from '../../../../../map/view/canvas';
import { type MapHandle, noPadding } from '../../../../../map/view/handle';
import { type BoardLoad, judgeBoardLoad, spanOf } from './state';

/** The note about the trip lies over the upper edge of the map. */
const noteRoom = { ...noPadding, top: 20 };

/** Where the chosen truck goes, and when it is where, beside the windows that the receivers gave. */
export function BoardTrip({ load, waiting }: { load: BoardLoad | null; waiting: readonly BoardOrder[] }) {
  const handle = useRef<MapHandle | null>(null);
  const filled = load !== null && load.orders.length > 0;
  const pins = useMemo(() => pinsOf(filled ? load : null, waiting), [filled, load, waiting]);
  const path = useMemo(
    () => (filled ? pins.filter((pin) => pin.text).map((pin) => [pin.lng, pin.lat] as const) : []),
    [filled, pins],
  );
  const where = pins.map((pin) => `${pin.lng},${pin.lat}`).join(';');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view follows the places, not each drawing of them
  useEffect(() => {
    const spots = pins.map((pin) => [pin.lng, pin.lat] as const);
    if (spots.length > 0) handle.current?.fitBounds(spots, { maxZoom: 11, animate: false });
  }, [where]);
  return (
    <div className="transport-waybill-stow-trip">
      <div className="transport-waybill-stow-map">
        <MapView
          ref={handle}
          padding={filled ? noteRoom : noPadding}
          onReady={(map) => {
            const spots = pins.map((pin) => [pin.lng, pin.lat] as const);
            if (spots.length > 0) map.fitBounds(spots, { maxZoom: 11, animate: false });
          }}
        >
          <PinLayer pins={pins} path={path} />
        </MapView>
        {filled ? (
          <span className="transport-waybill-stow-map-note">
            <b>{dottedPlate(load.vehicle.plateNo)}</b> {formatNumber(judgeBoardLoad(load).distanceM / 1000)} km{'　'}
            {judgeBoardLoad(load).stops.length} 站
          </span>
        ) : null}
      </div>
      <Plan load={filled ? load : null} />
    </div>
  );
}

function pinsOf(load: BoardLoad | null, waiting: readonly BoardOrder[]): Pin[] {
  if (load)
    return judgeBoardLoad(load).stops.flatMap((stop) =>
      stop.lng === null || stop.lat === null
        ? []
        : [{ lng: stop.lng, lat: stop.lat, text: String(stop.seq), label: stop.name }],
    );
  return waiting.flatMap((order) =>
    order.receiveLng === null || order.receiveLat === null ? [] : [{ lng: order.receiveLng, lat: order.receiveLat }],
  );
}

/** 到达计划: the asked window as a light bar, the stay as a dark one. */
function Plan({ load }: { load: BoardLoad | null }) {
  if (!load) return <div className="transport-waybill-stow-plan td-cap">放入订单后，这里显示到达计划</div>;
  const { stops, times } = judgeBoardLoad(load);
  const start = wallMs(load.departTime);
  const ends = stops.map((stop, i) => Math.max(times[i]?.leave ?? start, Math.min(stop.windowEnd ?? 0, start + dayMs)));
  const end = Math.max(start + hourMs, ...ends);
  const at = (ms: number): number => ((Math.min(end, Math.max(start, ms)) - start) / (end - start)) * 100;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a plan of many stops is scrolled by the keyboard too
    <div className="transport-waybill-stow-plan" tabIndex={0}>
      <div className="transport-waybill-stow-plan-head">
        <b>到达计划</b>
        <span className="td-cap">{spanOf(load)}</span>
      </div>
      <ol>
        {stops.map((stop, i) => {
          const { arrive = start, leave = start } = times[i] ?? {};
          const late = stop.windowEnd !== null && arrive > stop.windowEnd;
          return (
            <li key={stop.seq} data-late={late}>
              <span title={stop.address}>{stop.name}</span>
              <span className="transport-waybill-stow-line">
                {stop.windowEnd === null ? null : (
                  <i
                    className="transport-waybill-stow-window"
                    style={{
                      left: `${at(stop.windowStart ?? start)}%`,
                      width: `${Math.max(1, at(stop.windowEnd) - at(stop.windowStart ?? start))}%`,
                    }}
                  />
                )}
                <i
                  className="transport-waybill-stow-stay"
                  style={{ left: `${at(arrive)}%`, width: `${Math.max(1.5, at(leave) - at(arrive))}%` }}
                />
              </span>
              <b>{wallText(arrive).slice(11, 16)}</b>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
