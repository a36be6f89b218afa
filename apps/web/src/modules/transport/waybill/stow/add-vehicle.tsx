import { pinyinMatch } from '@tongda/contract/core/pinyin';
import type { BoardVehicle } from '@tongda/contract/transport/waybill/stow/board';
import { distanceM } from '@tongda/geo/distance';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { formatNumber, formatRange } from '../../../../kit/show/format';
import { useOneStop } from '../../../../kit/show/hooks/use-one-stop';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import type { Board } from './board/use';
import './styles.css';

/** Where a new load begins, and what the place is called. */
export interface LoadStart {
  name: string;
  lng: number;
  lat: number;
}

/** At the site of the board, otherwise where the first ticked order lies or is fetched; null while neither is chosen, or nobody knows where it is. */
export function startOf({ base, waiting, ticked }: Pick<Board, 'base' | 'waiting' | 'ticked'>): LoadStart | null {
  const order = waiting.find(({ orderCode }) => ticked.has(orderCode));
  const places = [
    base.from,
    order?.site,
    order && { name: `${order.orderCode} 的提货地`, lng: order.shipLng, lat: order.shipLat },
  ];
  for (const place of places)
    if (place?.lng != null && place.lat != null) return { name: place.name, lng: place.lng, lat: place.lat };
  return null;
}

/** What the box can keep, from its coldest to its warmest compartment; 常温 without cooling. */
export function temperatureWords({ compartments }: Pick<BoardVehicle, 'compartments'>): string {
  const cold = compartments.filter(({ tempMin }) => tempMin !== null);
  if (cold.length === 0) return '常温';
  const low = Math.min(...cold.map(({ tempMin }) => tempMin ?? 0));
  const highs = cold.flatMap(({ tempMax }) => tempMax ?? []);
  return `${formatRange(low, highs.length > 0 ? Math.max(...highs) : null, 0)} ℃`;
}

/** Km from where the vehicle is to a point; null when nobody knows one of them. */
const kmTo = ({ lng, lat }: BoardVehicle, start: LoadStart | null): number | null =>
  start === null || lng === null || lat === null ? null : Math.round(distanceM(lng, lat, start.lng, start.lat) / 1000);

/** What of the board 添加车辆 reads and does. */
type AddTo = Pick<Board, 'base' | 'waiting' | 'ticked' | 'loads' | 'vehicles' | 'addVehicle'>;

/** 添加车辆: the vehicles that may be sent out and are not on the board yet, the nearest first; found by plate, driver or pinyin initials, Enter takes the first, the arrows go to the others. */
export function AddVehicle({ board, done }: { board: AddTo; done: () => void }) {
  const [keyword, setKeyword] = useState('');
  const there = new Set(board.loads.map((load) => load.vehicle.vehicleId));
  const start = startOf(board);
  const free = board.vehicles
    .filter(({ vehicleId, vehicleStatus }) => !there.has(vehicleId) && vehicleStatus === 0)
    .filter(({ plateNo, driverName }) => pinyinMatch(`${plateNo} ${driverName}`, keyword.trim()))
    .map((vehicle) => ({ vehicle, km: kmTo(vehicle, start) }))
    .sort((a, b) => (a.km ?? Number.POSITIVE_INFINITY) - (b.km ?? Number.POSITIVE_INFINITY));
  const stop = useOneStop(free.length);
  const take = (vehicle: BoardVehicle): void => {
    board.addVehicle(vehicle);
    done();
  };
  return (
    <>
      <Input
        autoFocus
        allowClear
        aria-label="查找车辆"
        placeholder="车牌号、司机或拼音首字母"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
        onPressEnter={() => free[0] && take(free[0].vehicle)}
        {...stop.field}
      />
      <p className="td-cap">
        {start ? `距离从${start.name}算起，近的在前` : '选择发站或勾选订单后，按到装货地的距离排列'}
      </p>
      <ul className="transport-waybill-stow-vehicles" {...stop.keys}>
        {free.map(({ vehicle, km }, i) => (
          <li key={vehicle.vehicleId}>
            <Button type="text" size="small" tabIndex={stop.tabIndexOf(i)} onClick={() => take(vehicle)}>
              <b>{dottedPlate(vehicle.plateNo)}</b>
              <span>
                {formatNumber((vehicle.ratedLoadKg ?? 0) / 1000, 1)} t / {formatNumber(vehicle.boxVolumeM3, 1)} m³
              </span>
              <span>{temperatureWords(vehicle)}</span>
              <span>{vehicle.driverName}</span>
              <span className="num">{km !== null ? `${formatNumber(km)} km` : start === null ? '' : '位置未知'}</span>
              <span className="td-cap">{vehicle.busy.length > 0 ? `已排 ${vehicle.busy.length} 趟` : '空闲'}</span>
            </Button>
          </li>
        ))}
        {free.length === 0 ? <li className="td-cap">没有符合的车辆</li> : null}
      </ul>
    </>
  );
}
