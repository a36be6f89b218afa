import type { AbnormalRow } from '@tongda/contract/transport/abnormal/calls';
import { abnormalLevel, abnormalStatus } from '@tongda/contract/transport/waybill/enums';
import { Tooltip } from 'antd';
import { Link } from 'react-router';
import { cutText, formatDuration, formatNumber, minuteText, none } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { StateDot } from '../../../kit/show/state-dot';
import type { Cells } from '../../../kit/table/types';
import { orderLinks } from '../order/door';
import { waybillPage } from '../waybill/door';
import { abnormalLinks } from './links';
import './styles.css';

const tones = {
  [abnormalStatus.toHandle]: 'red',
  [abnormalStatus.handling]: 'amber',
  [abnormalStatus.handled]: 'blue',
  [abnormalStatus.closed]: 'green',
  [abnormalStatus.withdrawn]: 'grey',
};
export const AbnormalDot = ({ status }: { status: number }) => (
  <StateDot of={abnormalStatus} tones={tones} code={status} />
);

export const Level = ({ level }: { level: number }) => (
  <span className="transport-abnormal-level" data-level={level}>
    {abnormalLevel.label(level)}
  </span>
);

/** Address of the page with all reports about the same waybill. */
export const threadOf = (row: Pick<AbnormalRow, 'waybillCode' | 'orderCodes'>): string =>
  abnormalLinks.thread(row.waybillCode ?? row.orderCodes[0] ?? none);

export const abnormalCells: Cells<AbnormalRow> = {
  abnormalCode: (row) => <Link to={threadOf(row)}>{row.abnormalCode}</Link>,
  abnormalStatus: (row) => <AbnormalDot status={row.abnormalStatus} />,
  abnormalLevel: (row) => <Level level={row.abnormalLevel} />,
  waybillCode: (row) =>
    row.waybillCode && row.waybillKind ? (
      <Link to={waybillPage(row.waybillKind, row.waybillCode)}>{row.waybillCode}</Link>
    ) : (
      none
    ),
  orderCodes: (row) => {
    const [first] = row.orderCodes;
    if (!first) return none;
    return (
      <Tooltip title={row.orderCodes.length > 1 ? row.orderCodes.join('、') : undefined}>
        <span>
          <Link to={orderLinks.details(first)}>{first}</Link>
          {row.orderCodes.length > 1 ? ` 等${row.orderCodes.length}单` : ''}
        </span>
      </Tooltip>
    );
  },
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
  occurTime: (row) => minuteText(row.occurTime),
  createTime: (row) => minuteText(row.createTime),
  handleTime: (row) => minuteText(row.handleTime),
  description: (row) => (
    <Tooltip title={row.description}>
      <span>{cutText(row.description, 40)}</span>
    </Tooltip>
  ),
  claimAmount: (row) => (row.claimAmount === null ? none : formatNumber(row.claimAmount, 2)),
  lossAmount: (row) => (row.lossAmount === null ? none : formatNumber(row.lossAmount, 2)),
  spentMin: (row) => (
    <span className={row.overdue ? 'transport-abnormal-over' : undefined}>{formatDuration(row.spentMin * 60)}</span>
  ),
};
