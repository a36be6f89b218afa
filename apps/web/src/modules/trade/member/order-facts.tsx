import { columns } from '@tongda/contract/core/columns';
import { contractStatus, memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import type { MemberOrderDetail } from '@tongda/contract/trade/member/order';
import { waitsForPayment, waitsForReview } from '@tongda/contract/trade/member/order-state';
import { auditStatus, paymentStatus } from '@tongda/contract/transport/enums';
import { Image } from 'antd';
import { FileText } from 'lucide-react';
import { Facts } from '../../../kit/detail/page';
import { none, shortTime } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { ShortTable } from '../../../kit/table/short';
import { InvoiceFacts } from '../parts/invoice-facts';
import { paymentFacts, returnedFacts } from './order-words';
import { monthWords } from './use-plans';
import './styles.css';

type Line = MemberOrderDetail['items'][number];
const shown = columns<Line>()([
  { value: 'deviceNo', label: '终端编号', width: 164 },
  { value: 'plateNo', label: '车牌', width: 100 },
  { value: 'model', label: '型号', width: 90 },
  { value: 'months', label: '时长', width: 66 },
  { value: 'amountFen', label: '金额(元)', width: 96, align: 'right' },
  { value: 'startDate', label: '开始', width: 100 },
  { value: 'endDate', label: '结束', width: 100 },
]);

const isOpen = (status: number): boolean => waitsForPayment(status) || waitsForReview(status);

export function OrderLines({ order, most }: { order: MemberOrderDetail; most?: number }) {
  return (
    <ShortTable<Line>
      most={most}
      rows={order.items}
      rowKey="deviceId"
      columns={shown}
      cells={{
        plateNo: (row) => row.plateNo || none,
        months: (row) => monthWords(row.months),
        amountFen: (row) => formatYuan(row.amountFen),
        // an order that is over begins nothing any more
        startDate: (row) => row.startDate ?? (isOpen(order.memberStatus) ? '审核后' : none),
        endDate: (row) => row.endDate ?? none,
      }}
    />
  );
}

/** Money, payment, review and invoice of an order. */
export function OrderFacts({ order }: { order: MemberOrderDetail }) {
  return (
    <>
      <Facts
        title="订单"
        facts={[
          ['会员状态', memberStatus.label(order.memberStatus)],
          ['套餐', `${order.planName}，${order.monthsText}`],
          ['原价', `${formatYuan(order.totalFen)} 元`],
          ['优惠', `${formatYuan(order.discountFen)} 元`],
          ['应付', `${formatYuan(order.payFen)} 元`],
          ['支付方式', memberPayType.label(order.payType)],
          ['下单人', order.createUser],
          ['下单时间', order.createTime],
          ['取消原因', order.closeReason],
        ]}
      />
      <Facts
        title="付款与审核"
        facts={[
          ['付款状态', paymentStatus.label(order.paymentStatus)],
          ...paymentFacts(order),
          ['提交时间', order.submitTime],
          ['审核状态', auditStatus.label(order.auditStatus)],
          ['审批期限', order.reviewDue],
          ['审核人', order.auditUser],
          ['审核时间', order.auditTime],
          ['驳回原因', order.rejectReason],
          ['退款', order.refundFen === null ? null : `${formatYuan(order.refundFen)} 元`],
          ['退款原因', order.refundReason],
          ['合同', contractStatus.label(order.contractStatus)],
          ...returnedFacts(order.payments),
        ]}
      />
      <InvoiceFacts invoice={order} />
    </>
  );
}

/** Pictures of a transfer; a PDF opens beside the page. */
export function Vouchers({ files }: { files: MemberOrderDetail['vouchers'] }) {
  if (files.length === 0) return <p className="td-cap">没有凭证</p>;
  return (
    <div className="trade-member-vouchers">
      <Image.PreviewGroup>
        {files.map((file) =>
          file.image ? (
            <Image key={file.id} src={file.url} alt={file.name} width={104} height={104} />
          ) : (
            <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
              <FileText className="td-ico" />
              {file.name}
            </a>
          ),
        )}
      </Image.PreviewGroup>
    </div>
  );
}

export function OrderHistory({ order }: { order: MemberOrderDetail }) {
  return (
    <ol className="trade-member-history" aria-label="订单记录">
      {order.history.map((line) => (
        <li key={line.id}>
          <time className="td-cap" title={line.time}>
            {shortTime(line.time)}
          </time>
          <b>{line.userName || '系统'}</b>
          <span>{line.action}</span>
        </li>
      ))}
    </ol>
  );
}
