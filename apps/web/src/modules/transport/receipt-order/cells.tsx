import type { ReceiptOrderRow } from '@tongda/contract/transport/receipt-order/calls';
import { receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { Link } from 'react-router';
import { formatNumber, formatTemp, minuteText, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import { TempClasses } from '../../../kit/show/temp-class';
import type { Cells } from '../../../kit/table/types';
import { abnormalLinks } from '../abnormal/door';
import { orderLinks } from '../order/door';
import { pickUpLinks } from '../pick-up/door';
import { waybillPage } from '../waybill/door';
import { receiptLinks } from './links';
import './styles.css';

const tones = {
  [receiptOrderStatus.toReceive]: 'amber',
  [receiptOrderStatus.partly]: 'amber',
  [receiptOrderStatus.received]: 'green',
  [receiptOrderStatus.voided]: 'grey',
};
export const ReceiptDot = ({ status }: { status: number }) => (
  <StateDot of={receiptOrderStatus} tones={tones} code={status} />
);

/** A count of missing, surplus or damaged pieces, in red when there are any. */
const badCount = (n: number) => (n > 0 ? <span className="transport-receipt-order-bad">{formatNumber(n)}</span> : none);

export const receiptCells: Cells<ReceiptOrderRow> = {
  receiptCode: (row) => <Link to={receiptLinks.details(row.receiptCode)}>{row.receiptCode}</Link>,
  receiptStatus: (row) => <ReceiptDot status={row.receiptStatus} />,
  orderCode: (row) => <Link to={orderLinks.details(row.orderCode)}>{row.orderCode}</Link>,
  temperatureType: (row) => <TempClasses codes={[row.temperatureType]} />,
  receivePieces: (row) => (row.receiveTime ? formatNumber(row.receivePieces) : none),
  damagedPieces: (row) => badCount(row.damagedPieces),
  shortPieces: (row) => badCount(row.shortPieces),
  overPieces: (row) => badCount(row.overPieces),
  receiveWeight: (row) => (row.receiveTime ? formatNumber(row.receiveWeight, 2) : none),
  receiveVolume: (row) => (row.receiveTime ? formatNumber(row.receiveVolume, 3) : none),
  productTemp: (row) => (
    <span className={row.tempBad ? 'transport-receipt-order-bad' : undefined}>{formatTemp(row.productTemp)}</span>
  ),
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
  receiveTime: (row) => minuteText(row.receiveTime),
  abnormalCode: (row) =>
    row.abnormalCode ? (
      <Link to={abnormalLinks.thread(row.abnormalWaybill ?? row.orderCode)}>{row.abnormalCode}</Link>
    ) : (
      none
    ),
  waybillCode: (row) =>
    row.waybillCode ? <Link to={waybillPage(row.waybillKind ?? 3, row.waybillCode)}>{row.waybillCode}</Link> : none,
  pickUpCode: (row) => (row.pickUpCode ? <Link to={pickUpLinks.details(row.pickUpCode)}>{row.pickUpCode}</Link> : none),
};
