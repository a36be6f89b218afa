import type { Output } from '@tongda/contract/core/endpoint';
import { sharedTripView } from '@tongda/contract/transport/trip/shared';
import { useMemo, useRef } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, formatRange, minuteText } from '../../../kit/show/format';
import { OpenLinkBody, OpenLinkPage } from '../../../kit/show/open-link';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { type Pin, PinLayer, type PinWay } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { minutesWords } from './live-panel';
import './shared-order.css';

type SharedTrip = Output<typeof sharedTripView>;

/** /m/trip/:token: where one truck drove in the time of one trip, for people without an account; made for a phone. */
export const SharedTripPage = () => <OpenLinkPage title="行程">{(token) => <Shared token={token} />}</OpenLinkPage>;

function Shared({ token }: { token: string }) {
  const answer = useAsk(sharedTripView, { token }, { retry: false });
  return (
    <OpenLinkBody className="transport-trip-shared" answer={answer} goneText="链接到期或已被停用，请联系对方重新获取">
      {(trip) => <Trip trip={trip} />}
    </OpenLinkBody>
  );
}

function Trip({ trip }: { trip: SharedTrip }) {
  // nothing is known of a truck that has not come to load yet
  const waits = trip.running && trip.path.length === 0;
  return (
    <>
      <header>
        <h1>{dottedPlate(trip.plateNo)}</h1>
        <span className="td-cap">
          {trip.company}
          {trip.shipment ? `　${trip.shipment.code}` : ''}
        </span>
      </header>
      <Way trip={trip} />
      {waits ? null : <Facts trip={trip} />}
      {trip.shipment ? <Unloads of={trip.shipment.unloads} /> : null}
      {waits ? null : <Stops of={trip.stops} />}
      <p className="td-cap">此链接 {minuteText(trip.expireTime)} 到期</p>
    </>
  );
}

const Facts = ({ trip }: { trip: SharedTrip }) => (
  <>
    <h2>行程</h2>
    <dl className="transport-trip-shared-facts">
      <dt>出发</dt>
      <dd>
        {minuteText(trip.startTime)}
        <span className="td-cap">　{trip.from}</span>
      </dd>
      <dt>{trip.running ? '现在' : '到达'}</dt>
      <dd>
        {minuteText(trip.endTime)}
        <span className="td-cap">　{trip.to}</span>
      </dd>
      <dt>里程 / 用时</dt>
      <dd>
        {formatNumber(trip.km, 1)} km　{minutesWords(trip.minutes)}
      </dd>
      {trip.temMin === null ? null : (
        <>
          <dt>温度</dt>
          <dd>{formatRange(trip.temMin, trip.temMax, 1)} ℃</dd>
        </>
      )}
    </dl>
  </>
);

const Stops = ({ of }: { of: SharedTrip['stops'] }) => (
  <>
    <h2>途中停车</h2>
    <ol className="transport-trip-shared-stops">
      {of.map((stop, i) => (
        <li key={stop.time}>
          <span className="kind">{i + 1}</span>
          <span>{stop.address}</span>
          <span className="td-cap">
            {minuteText(stop.time)}　{minutesWords(stop.minutes)}
          </span>
        </li>
      ))}
    </ol>
    {of.length === 0 ? <p className="td-cap">途中没有停车</p> : null}
  </>
);

/** Where the goods are to be unloaded, and when the truck came there. */
function Unloads({ of }: { of: NonNullable<SharedTrip['shipment']>['unloads'] }) {
  return (
    <>
      <h2>卸货</h2>
      <ol className="transport-trip-shared-stops">
        {of.map(({ name, planTime, arriveTime }, i) => (
          <li key={`${name} ${planTime}`}>
            <span className="kind">{i + 1}</span>
            <span>{name}</span>
            <span className="td-cap">
              {arriveTime ? `${minuteText(arriveTime)} 到达` : `计划 ${minuteText(planTime)}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Way({ trip: { path, stops, running } }: { trip: SharedTrip }) {
  const handle = useRef<MapHandle | null>(null);
  const ways = useMemo((): PinWay[] => [{ path, as: 'driven' }], [path]);
  const pins = useMemo((): Pin[] => {
    const [first, last] = [path[0], path.at(-1)];
    if (!first || !last) return [];
    const end = (place: readonly [number, number], text: string): Pin => ({ lng: place[0], lat: place[1], text });
    const between = stops.map(({ lng, lat }, i): Pin => ({ lng, lat, text: String(i + 1) }));
    return [end(first, '起'), ...between, end(last, '终')];
  }, [path, stops]);
  if (path.length === 0)
    return <p className="td-cap">{running ? '车辆到达装货站点后，这里显示它的位置' : '这段时间没有定位数据'}</p>;
  return (
    <div className="transport-trip-shared-map">
      <MapView ref={handle} onReady={(map) => map.fitBounds(path, { maxZoom: 14, animate: false })}>
        <PinLayer pins={pins} ways={ways} />
      </MapView>
    </div>
  );
}
