import { orderStatus } from '@tongda/contract/transport/enums';
import type { PickUpRow } from '@tongda/contract/transport/pick-up/calls';
import { Link } from 'react-router';
import { formatNumber, minuteText, none, windowText } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { OrderStatusRing, orderLinks } from '../order/door';
import { shortArea } from '../parts/short-area';
import { waybillPage } from '../waybill/door';
import { pickUpLinks } from './links';
import './styles.css';

/** A window that ends within this many minutes is marked in colour. */
const soonMin = 120;

/** Time that is left of the window, as long as the goods wait. */
function Countdown({ row }: { row: PickUpRow }) {
  if (row.leftMin === null || row.orderStatus > orderStatus.loading || row.leftMin > soonMin) return null;
  const minutes = Math.abs(row.leftMin);
  const words = minutes < 60 ? `${minutes} 分` : `${Math.floor(minutes / 60)} 时`;
  return (
    <span className="transport-pick-up-mark" data-late={row.leftMin < 0}>
      {row.leftMin < 0 ? `超 ${words}` : `剩 ${words}`}
    </span>
  );
}

export const pickUpCells: Cells<PickUpRow> = {
  pickUpCode: (row) => <Link to={pickUpLinks.details(row.pickUpCode)}>{row.pickUpCode}</Link>,
  orderStatus: (row) => <OrderStatusRing status={row.orderStatus} />,
  orderCode: (row) => <Link to={orderLinks.details(row.orderCode)}>{row.orderCode}</Link>,
  shipAddress: (row) => `${shortArea(row.shipArea)}${row.shipAddress}`,
  shipper: (row) => `${row.shipper} ${row.shipPhone}`,
  planTo: (row) => (
    <>
      {windowText(row.planFrom, row.planTo)}
      <Countdown row={row} />
    </>
  ),
  totalPieces: (row) => (
    <span
      data-bad={row.actualPieces !== null && row.actualPieces !== row.totalPieces}
      className="transport-pick-up-count"
    >
      {formatNumber(row.totalPieces)} / {row.actualPieces === null ? none : formatNumber(row.actualPieces)}
    </span>
  ),
  totalWeight: (row) => formatNumber(row.actualWeight ?? row.totalWeight, 2),
  totalVolume: (row) => formatNumber(row.actualVolume ?? row.totalVolume, 3),
  temperatureType: (row) => <TempClasses codes={[row.temperatureType]} />,
  waybillCode: (row) =>
    row.waybillCode ? <Link to={waybillPage(row.waybillKind ?? 3, row.waybillCode)}>{row.waybillCode}</Link> : none,
  plateNo: (row) =>
    row.plateNo ? (
      <>
        <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> {row.driverName}
      </>
    ) : (
      none
    ),
  pickTime: (row) => minuteText(row.pickTime),
  failReason: (row) =>
    row.failReason ? `${row.failReason}${row.failCount > 1 ? `（${row.failCount} 次）` : ''}` : none,
  placeName: (row) => (row.direct ? '直送' : row.placeName || none),
};
