import { orderStatus } from '@tongda/contract/transport/enums';
import { lateText } from '@tongda/contract/transport/figures';
import type { OrderRow } from '@tongda/contract/transport/order/calls';
import { orderPriority, receiptStatus, splitFlag } from '@tongda/contract/transport/waybill/enums';
import { Tooltip } from 'antd';
import { Link } from 'react-router';
import { formatNumber, formatRange, isWireTime, minuteText, none, wireTime } from '../../../kit/show/format';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { abnormalLinks } from '../abnormal/door';
import { shortArea } from '../parts/short-area';
import { waybillPage } from '../waybill/door';
import { orderLinks } from './links';
import { OrderStatusRing } from './status-ring';
import './styles.css';
import { hourMs } from '@tongda/contract/core/durations';
import { etaText, etaTitle } from '../parts/eta';

type Marks = Pick<OrderRow, 'splitFlag' | 'merged' | 'priority' | 'rejectPieces'>;

/** Short marks behind an order number: 母 子 并 加急 拒. */
export function OrderMarks({ order }: { order: Marks }) {
  return (
    <>
      {order.splitFlag === splitFlag.parent ? <span className="transport-order-mark">母</span> : null}
      {order.splitFlag === splitFlag.child ? <span className="transport-order-mark">子</span> : null}
      {order.merged ? <span className="transport-order-mark">并</span> : null}
      {order.priority === orderPriority.normal ? null : (
        <span className="transport-order-mark transport-order-urgent">{orderPriority.label(order.priority)}</span>
      )}
      {order.rejectPieces ? (
        <Tooltip title={`拒收 ${formatNumber(order.rejectPieces)} 件`}>
          <span className="transport-order-mark transport-order-urgent">拒</span>
        </Tooltip>
      ) : null}
    </>
  );
}

/** The words that tell a place from others, and the rest as far as it finds room; all of it when pointed at. */
function Place({ first, rest, all }: { first: string; rest: string; all: string }) {
  return (
    <Tooltip title={all}>
      <span className="transport-order-place">
        {first}
        <span className="transport-order-address">{rest}</span>
      </span>
    </Tooltip>
  );
}

/** An order that still waits is urgent from so long before it is due. */
const hurryMs = 2 * hourMs;
/** Whether an order still waits although it is due within two hours or overdue. `zone`: of the company, which times on the wire are written in. */
export const isUrgent = (row: Pick<OrderRow, 'arriveTo' | 'orderStatus'>, now: number, zone?: string): boolean =>
  row.orderStatus < orderStatus.inTransit && isWireTime(row.arriveTo) && row.arriveTo < wireTime(now + hurryMs, zone);

const receiptTones = {
  [receiptStatus.toUpload]: 'amber',
  [receiptStatus.uploaded]: 'blue',
  [receiptStatus.recovered]: 'violet',
  [receiptStatus.sent]: 'violet',
  [receiptStatus.received]: 'violet',
  [receiptStatus.returned]: 'green',
};
export const orderCells: Cells<OrderRow> = {
  orderCode: (row) => (
    <>
      <Link to={orderLinks.details(row.orderCode)}>{row.orderCode}</Link>
      <OrderMarks order={row} />
    </>
  ),
  orderStatus: (row) => <OrderStatusRing status={row.orderStatus} />,
  receiptStatus: (row) => <StateDot of={receiptStatus} tones={receiptTones} code={row.receiptStatus} />,
  temperatureType: (row) => (
    <Tooltip
      title={row.tempMin === null && row.tempMax === null ? undefined : `${formatRange(row.tempMin, row.tempMax)} ℃`}
    >
      <span>
        <TempClasses codes={[row.temperatureType]} />
      </span>
    </Tooltip>
  ),
  shipArea: (row) => (
    <Place
      first={shortArea(row.shipArea)}
      rest={row.shipAddress}
      all={`${row.shipArea}${row.shipAddress}　${row.shipper} ${row.shipPhone}`}
    />
  ),
  receiveArea: (row) => (
    <Place
      first={row.receiver}
      rest={shortArea(row.receiveArea)}
      all={`${row.receiveArea}${row.receiveAddress}　${row.receiver} ${row.receivePhone}`}
    />
  ),
  totalPieces: (row) => (
    <span className={row.rejectPieces ? 'transport-order-refused' : undefined}>{formatNumber(row.totalPieces)}</span>
  ),
  totalWeight: (row) => formatNumber(row.totalWeight, 2),
  totalVolume: (row) => formatNumber(row.totalVolume, 3),
  arriveTo: (row) => (
    <span className={isUrgent(row, Date.now()) ? 'transport-order-late' : undefined}>{minuteText(row.arriveTo)}</span>
  ),
  plateNo: (row) =>
    row.plateNo ? (
      <Tooltip title={row.driverPhone}>
        <span>
          {dottedPlate(row.plateNo)} {row.driverName}
        </span>
      </Tooltip>
    ) : (
      none
    ),
  etaTime: (row) => (
    <>
      <span title={etaTitle(row.etaTime)}>{etaText(row.etaTime, { missing: row.late === 'onTime' ? none : '' })}</span>
      {row.late === 'onTime' ? null : (
        <span className="transport-order-mark transport-order-urgent">{lateText(row.late, row.delayMin)}</span>
      )}
    </>
  ),
  tempCompliance: (row) => (row.tempCompliance === null ? none : formatNumber(row.tempCompliance, 2)),
  abnormalCount: (row) =>
    row.abnormalCount > 0 ? (
      <Link className="transport-order-late" to={abnormalLinks.thread(row.waybillCode ?? row.orderCode)}>
        {row.abnormalCount}
      </Link>
    ) : (
      none
    ),
  waybillCode: (row) =>
    row.waybillCode && row.waybillKind ? (
      <Link to={waybillPage(row.waybillKind, row.waybillCode)}>{row.waybillCode}</Link>
    ) : (
      none
    ),
  codAmount: (row) =>
    row.codAmount === 0 ? <span className="transport-order-address">无</span> : formatNumber(row.codAmount, 2),
};
