import { lateText } from '@tongda/contract/transport/figures';
import { piecesAtStop } from '@tongda/contract/transport/waybill/dock/counting';
import { stopStatus, stopType } from '@tongda/contract/transport/waybill/enums';
import type { WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { useMemo, useRef } from 'react';
import { formatNumber, minuteText, none, windowText } from '../../../../../kit/show/format';
import { type Pin, PinLayer } from '../../../../../map/places/pin-layer';
import { MapView } from '../../../../../map/view/canvas';
import type { MapHandle } from '../../../../../map/view/handle';
import { Eta } from '../../../trip/door';
import { OrderLink } from '../../order-link';
import '../../styles.css';

/** The stops of a trip and where its vehicle is now. */
export function TripMap({ waybill }: { waybill: WaybillDetail }) {
  const handle = useRef<MapHandle | null>(null);
  const pins = useMemo((): Pin[] => {
    const stops = waybill.stops.flatMap((stop) =>
      stop.lng === null || stop.lat === null
        ? []
        : [{ lng: stop.lng, lat: stop.lat, text: String(stop.seq), label: stop.name }],
    );
    const { live } = waybill;
    return live
      ? [
          ...stops,
          {
            lng: live.lng,
            lat: live.lat,
            label: `${waybill.plateNo} ${formatNumber(live.speedKmh)} km/h`,
            selected: true,
          },
        ]
      : stops;
  }, [waybill]);
  const path = useMemo(() => pins.filter((pin) => pin.text).map((pin) => [pin.lng, pin.lat] as const), [pins]);
  if (pins.length === 0) return null;
  return (
    <div className="transport-waybill-map">
      <MapView
        ref={handle}
        onReady={(map) =>
          map.fitBounds(
            pins.map((pin) => [pin.lng, pin.lat] as const),
            { maxZoom: 12, animate: false },
          )
        }
      >
        <PinLayer pins={pins} path={path} />
      </MapView>
    </div>
  );
}

/** The timeline of a trip: planned and actual times of every stop, and the orders that are loaded or unloaded there. */
export function StopList({ waybill }: { waybill: WaybillDetail }) {
  return (
    <ol className="transport-waybill-stops">
      {waybill.stops.map((stop) => {
        const here = waybill.legs.filter(
          (leg) => (stop.stopType === stopType.load ? leg.fromSeq : leg.toSeq) === stop.seq,
        );
        return (
          <li key={stop.seq} data-state={stop.stopStatus}>
            <span className="transport-waybill-no">{stop.seq}</span>
            <span>
              <b>{stop.name}</b> <span className="transport-waybill-mark">{stopType.label(stop.stopType)}</span>
              <span className="td-cap">{[stop.address, stop.phone].filter(Boolean).join('　')}</span>
            </span>
            <span>
              计划 {minuteText(stop.planArriveTime)}
              {stop.windowEnd ? (
                <span className="td-cap">要求 {windowText(stop.windowStart, stop.windowEnd)}</span>
              ) : null}
              {stop.etaTime ? (
                <span className="td-cap">
                  预计 <Eta time={stop.etaTime} late={stop.late} delayMin={stop.lateMin} />
                </span>
              ) : null}
              {stop.arriveTime || stop.leaveTime ? (
                <span className="td-cap">
                  {[
                    stop.arriveTime && `到 ${minuteText(stop.arriveTime)}`,
                    stop.leaveTime && `离 ${minuteText(stop.leaveTime)}`,
                  ]
                    .filter(Boolean)
                    .join('　')}
                  {stop.late !== 'onTime' && stop.lateMin !== null ? (
                    <span className="transport-waybill-mark transport-waybill-late">
                      {lateText(stop.late, stop.lateMin)}
                    </span>
                  ) : null}
                </span>
              ) : null}
            </span>
            <span className="transport-waybill-stop-orders">
              {here.length === 0
                ? none
                : here.map((leg) => (
                    <span key={leg.orderCode}>
                      <OrderLink code={leg.orderCode} />{' '}
                      {formatNumber(piecesAtStop(leg, stop.stopType === stopType.load))} 件
                    </span>
                  ))}
            </span>
            <span>{stopStatus.label(stop.stopStatus)}</span>
          </li>
        );
      })}
    </ol>
  );
}
