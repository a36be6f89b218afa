import { type OrderDetail, type OrderPlace, orderPlaces } from '@tongda/contract/transport/order/calls';
import { orderSplitAddress } from '@tongda/contract/transport/order/family';
import type { Child, Goods } from '@tongda/contract/transport/order/split';
import { DatePicker, InputNumber } from 'antd';
import dayjs from 'dayjs';
import { useCallback, useRef } from 'react';
import { call } from '../../../../kit/call/api';
import { RemoteSelect, type Search } from '../../../../kit/form/input/remote-select';
import { useCan } from '../../../../kit/session/can';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { type Amounts, amountLeft, amountOf, type Matrix } from './model';

const kinds = [
  { key: 'weightKg', label: '重量(kg)', decimals: 2 },
  { key: 'volumeM3', label: '体积(m³)', decimals: 3 },
] as const;

interface AmountRowsProps {
  item: Goods;
  row: Matrix[number];
  /** as they follow from the pieces; null while these do not add up */
  shares: readonly Child[] | null;
  typed: Amounts;
  put: (typed: Amounts) => void;
}

/** Weight and volume of an item by child: as they follow from the pieces, or as somebody typed them. */
export function AmountRows({ item, row, shares, typed, put }: AmountRowsProps) {
  return kinds.map(({ key, label, decimals }) => {
    const rest = shares ? amountLeft(item, shares, typed, key) : null;
    return (
      <tr key={key} className="transport-order-split-more">
        <td>{label}</td>
        <td className="num">{formatNumber(item[key], decimals)}</td>
        {row.map((pieces, child) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a child is its place
          <td className="num" key={child}>
            {pieces > 0 && shares ? (
              <InputNumber
                aria-label={`${item.name}子单${child + 1}${label}`}
                value={amountOf(item.itemId, child, shares, typed, key)}
                min={0}
                precision={decimals}
                controls={false}
                style={{ width: 84 }}
                onChange={(value) =>
                  put({ ...typed, [key]: { ...typed[key], [`${item.itemId} ${child}`]: value ?? undefined } })
                }
              />
            ) : (
              '--'
            )}
          </td>
        ))}
        <td className="num" data-tone={rest ? 'bad' : undefined}>
          {rest === null ? '--' : formatNumber(rest, decimals)}
        </td>
      </tr>
    );
  });
}

/** Where a child goes and until when, as far as it differs from the order that is divided. */
export interface ChildEnd {
  place?: OrderPlace;
  arriveTo?: string;
}

interface EndRowsProps {
  order: OrderDetail;
  names: readonly string[];
  ends: readonly ChildEnd[];
  put: (child: number, end: ChildEnd) => void;
}

/** 收货点 and 要求到达 of each child; the order's own where nothing was chosen. */
export function EndRows({ order, names, ends, put }: EndRowsProps) {
  const may = useCan({ access: orderSplitAddress });
  const found = useRef(new Map<string, OrderPlace>());
  const { customerId } = order;
  const search = useCallback<Search>(
    async (keyword) => {
      const places = await call(orderPlaces, { customerId, keyword: keyword || undefined }, { quiet: true });
      for (const place of places) found.current.set(place.id, place);
      return places.map(({ id, name, area, address }) => ({ id, name, note: `${area}${address}` }));
    },
    [customerId],
  );
  return (
    <>
      {may ? (
        <tr>
          <td>收货点</td>
          <td className="num">{order.receiver}</td>
          {names.map((name, i) => (
            <td className="num" key={name}>
              <RemoteSelect
                label={`${name}收货点`}
                search={search}
                value={ends[i]?.place?.id ?? null}
                known={ends[i]?.place ?? null}
                placeholder="同原单"
                onChange={(id) => put(i, { ...ends[i], place: id ? found.current.get(id) : undefined })}
              />
            </td>
          ))}
          <td />
        </tr>
      ) : null}
      <tr>
        <td>要求到达</td>
        <td className="num">{minuteText(order.arriveTo)}</td>
        {names.map((name, i) => {
          const chosen = ends[i]?.arriveTo;
          return (
            <td className="num" key={name}>
              <DatePicker
                aria-label={`${name}要求到达`}
                showTime={{ format: 'HH:mm', minuteStep: 5 }}
                format="MM-DD HH:mm"
                placeholder="同原单"
                value={chosen ? dayjs(chosen) : null}
                onChange={(day) => put(i, { ...ends[i], arriveTo: day?.format('YYYY-MM-DD HH:mm:00') })}
              />
            </td>
          );
        })}
        <td />
      </tr>
    </>
  );
}

/** A child's own place and time as the request has them. Where the place has no contact, the order's is kept. */
export function endInput(order: OrderDetail, end: ChildEnd | undefined) {
  const { place, arriveTo } = end ?? {};
  const who = place && place.name.length >= 2 ? place.name.slice(0, 20) : order.receiver;
  return {
    arriveTo,
    receive: place && {
      receiver: who,
      receivePhone: place.phone || order.receivePhone,
      receiveArea: place.area || order.receiveArea,
      receiveAddress: place.address || order.receiveAddress,
      receiveLng: place.lng,
      receiveLat: place.lat,
    },
  };
}
