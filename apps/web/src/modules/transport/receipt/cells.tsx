import type { ReceiptRow } from '@tongda/contract/transport/receipt/calls';
import { farSignM, type ReceiptStage, receiptStages } from '@tongda/contract/transport/receipt/stage';
import { Tooltip } from 'antd';
import { Link } from 'react-router';
import { formatNumber, minuteText, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells } from '../../../kit/table/types';
import { orderLinks } from '../order/door';
import { waybillPage } from '../waybill/door';
import { receiptLinks } from './links';

const tones: Readonly<Record<ReceiptStage, string>> = {
  toUpload: 'amber',
  toAudit: 'blue',
  rejected: 'red',
  passed: 'green',
  recovered: 'violet',
  sent: 'violet',
  received: 'violet',
  returned: 'green',
  cancelled: 'grey',
};
// a stage that is not known shows as nothing
const stages = { label: (stage: number | string | null) => receiptStages[stage as ReceiptStage] ?? none };

export const StageDot = ({ stage }: { stage: ReceiptStage }) => <StateDot of={stages} tones={tones} code={stage} />;

export const receiptCells: Cells<ReceiptRow> = {
  receiptNo: (row) => <Link to={receiptLinks.detail(row.orderCode)}>{row.receiptNo}</Link>,
  stage: (row) => (
    <Tooltip title={row.stage === 'rejected' ? row.auditRemark : undefined}>
      <span>
        <StageDot stage={row.stage} />
      </span>
    </Tooltip>
  ),
  orderCode: (row) => <Link to={orderLinks.details(row.orderCode)}>{row.orderCode}</Link>,
  receiveArea: (row) => (
    <Tooltip title={`${row.receiver}　${row.receiveArea}${row.receiveAddress}`}>
      <span>{row.receiver}</span>
    </Tooltip>
  ),
  signTime: (row) => minuteText(row.signTime),
  signPieces: (row) => (
    <>
      {formatNumber(row.signPieces ?? 0)} /{' '}
      <span className={row.rejectPieces ? 'transport-receipt-bad' : undefined}>
        {formatNumber(row.rejectPieces ?? 0)}
      </span>
    </>
  ),
  signDistanceM: (row) =>
    row.signDistanceM === null ? (
      none
    ) : (
      <span className={row.signDistanceM > farSignM ? 'transport-receipt-bad' : undefined}>
        {formatNumber(row.signDistanceM)}
      </span>
    ),
  dueTime: (row) => minuteText(row.dueTime),
  overdueDays: (row) =>
    row.overdueDays > 0 ? <span className="transport-receipt-bad">逾期 {row.overdueDays} 天</span> : none,
  expressNo: (row) => (row.expressNo ? `${row.expressCompany ?? ''} ${row.expressNo}` : none),
  waybillCode: (row) =>
    row.waybillCode && row.waybillKind ? (
      <Link to={waybillPage(row.waybillKind, row.waybillCode)}>{row.waybillCode}</Link>
    ) : (
      none
    ),
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
};
