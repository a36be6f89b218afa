import { href, routes } from '@tongda/contract/shell/routes';
import { abnormalPage } from '@tongda/contract/transport/abnormal/calls';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import { receiptDetail } from '@tongda/contract/transport/receipt/calls';
import {
  abnormalLevel,
  abnormalStatus,
  abnormalType,
  receiptRequire,
  receiptStatus,
} from '@tongda/contract/transport/waybill/enums';
import { Link } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Facts } from '../../../../kit/detail/page';
import { Can } from '../../../../kit/session/can';
import { formatNumber, none, shortTime } from '../../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../../kit/show/states';
import { LinesTable } from '../../../../kit/work/lines-table';
import { abnormalLinks } from '../../abnormal/door';

type Labelled = { label(code: number): string | undefined };
const labelOf = (of: Labelled, code: number | null): string => (code === null ? none : (of.label(code) ?? none));

/** 回单 of an order: who signed for what, and where its paper is. */
export function OrderReceipt({ order }: { order: OrderDetail }) {
  const { orderCode, signer, signTime, signPieces, rejectPieces } = order;
  return (
    <>
      <Facts
        title="签收与回单"
        facts={[
          ['签收人', signer],
          ['签收时间', signTime ? shortTime(signTime) : null],
          ['签收件数', signPieces === null ? null : `${formatNumber(signPieces)} 件`],
          ['拒收件数', rejectPieces === null ? null : `${formatNumber(rejectPieces)} 件`],
          ['回单要求', labelOf(receiptRequire, order.receiptRequire)],
          ['回单状态', order.receiptStatus === null ? null : labelOf(receiptStatus, order.receiptStatus)],
        ]}
      />
      {order.receiptStatus === null ? null : (
        <Can do={receiptDetail}>
          <Link to={href(routes.receiptManageDetails, 'transport', { orderCode })}>查看回单图片与审核</Link>
        </Can>
      )}
    </>
  );
}

/** 异常 of an order: what was reported, and how it was handled. */
export function OrderMishaps({ orderCode }: { orderCode: string }) {
  const found = useAsk(abnormalPage, { page: 1, size: 60, code: orderCode });
  if (found.error && !found.data) return <ErrorState error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Loading />;
  if (found.data.list.length === 0) return <Empty title="没有异常上报" />;
  return (
    <LinesTable
      lines={found.data.list}
      keyOf={(row) => row.id}
      columns={[
        {
          key: 'code',
          label: '异常单号',
          cell: (row) => <Link to={abnormalLinks.thread(row.waybillCode ?? orderCode)}>{row.abnormalCode}</Link>,
        },
        { key: 'type', label: '类型', cell: (row) => labelOf(abnormalType, row.abnormalType) },
        { key: 'level', label: '等级', cell: (row) => labelOf(abnormalLevel, row.abnormalLevel) },
        { key: 'status', label: '状态', cell: (row) => labelOf(abnormalStatus, row.abnormalStatus) },
        { key: 'time', label: '发生时间', cell: (row) => shortTime(row.occurTime) },
        { key: 'user', label: '上报人', cell: (row) => row.reportUser },
        {
          key: 'text',
          label: '描述',
          look: 'short',
          cell: (row) => row.description,
          title: (row) => row.description,
        },
      ]}
    />
  );
}
