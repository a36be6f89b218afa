import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus } from '@tongda/contract/transport/enums';
import { type SharedOrder, shareView } from '@tongda/contract/transport/trip/share';
import { useMemo, useRef } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, formatRange, minuteText } from '../../../kit/show/format';
import { OpenLinkBody, OpenLinkPage } from '../../../kit/show/open-link';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { type Pin, PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import type { MapHandle } from '../../../map/view/handle';
import { behindWords } from './shared-words';
import { TemperatureChart } from './temperature-chart';
import './styles.css';
import { minuteMs } from '@tongda/contract/core/durations';
import './shared-order.css';
import { etaText } from '../parts/eta';

const refreshMs = minuteMs;
/** /m/track/:token: one order, shown to its owner without an account; made for a phone. */
export const SharedOrderPage = () => (
  <OpenLinkPage title="货物跟踪">{(token) => <Shared token={token} />}</OpenLinkPage>
);

function Shared({ token }: { token: string }) {
  const answer = useAsk(shareView, { token }, { refetchInterval: refreshMs, retry: false });
  return (
    <OpenLinkBody
      className="transport-trip-shared"
      answer={answer}
      goneText="链接到期、已被停用，或货物已签收较久，请联系发货方重新获取"
    >
      {(order) => <Order order={order} />}
    </OpenLinkBody>
  );
}

function Order({ order }: { order: SharedOrder }) {
  const { truck, temperature } = order;
  const want = [order.expectFrom, order.expectTo].flatMap((time) => (time ? [minuteText(time)] : []));
  return (
    <>
      <header>
        <h1>{order.orderCode}</h1>
        <span>{orderStatus.label(order.orderStatus)}</span>
        <span className="td-cap">{order.company}</span>
      </header>
      <Headline order={order} />
      <TrackMap order={order} />
      <h2>站点</h2>
      <ol className="transport-trip-shared-stops">
        {order.stops.map((stop) => (
          <li key={`${stop.stopType} ${stop.name} ${stop.planTime}`}>
            <span className="kind">{stop.stopType === 1 ? '装' : '卸'}</span>
            <span>{stop.name}</span>
            <span className="td-cap">{timeWords(stop)}</span>
          </li>
        ))}
      </ol>
      {order.stops.length === 0 ? <p className="td-cap">还没有安排车辆</p> : null}
      {temperature ? (
        <>
          <h2>温度{temperature.rate === null ? '' : `　达标率 ${formatNumber(temperature.rate, 2)}%`}</h2>
          <TemperatureChart
            name="货物"
            points={temperature.points.map(({ time, temp }) => ({ time, temps: [temp] }))}
            probes={['厢温']}
            lower={order.tempMin}
            upper={order.tempMax}
          />
        </>
      ) : null}
      <h2>货物</h2>
      <dl className="transport-trip-shared-facts">
        <dt>件数 / 重量</dt>
        <dd>
          {formatNumber(order.pieces)} 件　{formatNumber(order.weightKg, 2)} kg
        </dd>
        <dt>温层</dt>
        <dd>
          {temperatureType.label(order.temperatureType)}
          {order.tempMin === null && order.tempMax === null
            ? ''
            : `　${formatRange(order.tempMin, order.tempMax, 1)} ℃`}
        </dd>
        {truck ? (
          <>
            <dt>承运车辆</dt>
            <dd>{dottedPlate(truck.plateNo)}</dd>
          </>
        ) : null}
        <dt>收货</dt>
        <dd>
          {order.receiver}
          <span className="td-cap">　{order.receiveAddress}</span>
        </dd>
        {want.length > 0 ? (
          <>
            <dt>要求到达</dt>
            <dd>{want.join(' ~ ')}</dd>
          </>
        ) : null}
      </dl>
      <p className="td-cap">此链接 {minuteText(order.expireTime)} 到期</p>
    </>
  );
}

function Headline({ order }: { order: SharedOrder }) {
  if (order.signTime)
    return (
      <div className="transport-trip-shared-eta">
        已签收<b>{minuteText(order.signTime)}</b>
      </div>
    );
  const { truck } = order;
  if (!truck?.etaTime) return null;
  return (
    <div className="transport-trip-shared-eta">
      预计到达
      <b>{etaText(truck.etaTime)}</b>
      <span className="td-cap">{behindWords(truck.delayMin)}</span>
    </div>
  );
}

function timeWords(stop: SharedOrder['stops'][number]): string {
  if (stop.leaveTime) return `${minuteText(stop.leaveTime)} 离开`;
  if (stop.arriveTime) return `${minuteText(stop.arriveTime)} 到达`;
  if (stop.etaTime) return `预计 ${etaText(stop.etaTime)}`;
  return stop.planTime ? `计划 ${minuteText(stop.planTime)}` : '';
}

function TrackMap({ order }: { order: SharedOrder }) {
  const handle = useRef<MapHandle | null>(null);
  const pins = useMemo((): Pin[] => {
    const stops = order.stops.flatMap(({ place, stopType, name }) =>
      place ? [{ ...place, text: stopType === 1 ? '装' : '卸', label: name }] : [],
    );
    const { truck } = order;
    return truck?.position ? [...stops, { ...truck.position, label: truck.plateNo, selected: true }] : stops;
  }, [order]);
  if (pins.length === 0) return null;
  return (
    <div className="transport-trip-shared-map">
      <MapView
        ref={handle}
        onReady={(map) =>
          map.fitBounds(
            pins.map((pin) => [pin.lng, pin.lat] as const),
            { maxZoom: 13, animate: false },
          )
        }
      >
        <PinLayer pins={pins} />
      </MapView>
    </div>
  );
}
