import { contractStatus, memberPayType, memberStatus } from '@tongda/contract/trade/member/enums';
import { invoiceIssuance, type MemberOrderDetail } from '@tongda/contract/trade/member/order';
import { waitsForReview } from '@tongda/contract/trade/member/order-state';
import { memberInvoiceFile } from '@tongda/contract/trade/member/pay';
import { invoiceStatus } from '@tongda/contract/transport/enums';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Can } from '../../../../kit/session/can';
import { formatYuan } from '../../../../kit/show/money';
import { useInvoiceFile } from '../../parts/invoice-file';
import { useContractFile } from '../contract-panel';
import { InvoiceDialog } from '../invoice-dialog';
import { memberLinks } from '../links';
import { statusWords } from '../order-words';

/** Step 4: the state of the order, and links to go on. */
export function InventoryDone({ order }: { order: MemberOrderDetail }) {
  const [asking, setAsking] = useState(false);
  const contract = useContractFile();
  const invoice = useInvoiceFile(memberInvoiceFile);
  const passed = order.memberStatus === memberStatus.passed;
  const review = waitsForReview(order.memberStatus);
  const paid = order.payType === memberPayType.online ? '付款成功，等待审核' : '凭证已提交，等待审核';
  const title = passed ? '审核通过，会员已生效' : review ? paid : statusWords(order.memberStatus);
  const text = passed
    ? '设备的会员已按下列日期生效。'
    : review
      ? `服务商在3个工作日内审核${order.reviewDue ? `（${order.reviewDue} 前）` : ''}，结果发到消息中心。`
      : order.closeReason || order.refundReason;
  return (
    <div className="trade-parts-wizard-body trade-parts-wizard-done" role="status">
      <h2>{title}</h2>
      <p className="td-cap">{text}</p>
      <p>
        订单 {order.orderNo}，{order.planName} {order.deviceCount} 台，{order.monthsText}，
        {order.paidFen > 0 ? `实付 ${formatYuan(order.paidFen)}` : `应付 ${formatYuan(order.payFen)}`} 元
      </p>
      <ul>
        {order.items.slice(0, 20).map((line) => (
          <li key={line.deviceId}>
            {[line.deviceNo, line.plateNo].filter(Boolean).join(' ')}：
            {line.startDate && line.endDate
              ? `${line.startDate} ~ ${line.endDate}`
              : `${review ? '审核通过后 ' : ''}${line.months} 个月`}
          </li>
        ))}
        {order.items.length > 20 ? <li>等 {order.items.length} 台</li> : null}
      </ul>
      <p className="trade-member-done-words">
        <Link to={memberLinks.history}>我的订单</Link>
        <Link to={memberLinks.home}>返回会员中心</Link>
        {order.contractStatus === contractStatus.signed ? (
          <Button loading={contract.busy} onClick={() => void contract.run(order)}>
            下载合同
          </Button>
        ) : null}
        {order.invoiceStatus === invoiceStatus.issued ? (
          <Button
            type="primary"
            loading={invoice.busy}
            onClick={() => void invoice.run({ orderNo: order.orderNo, ask: { orderNo: order.orderNo } })}
          >
            下载发票
          </Button>
        ) : null}
        {passed && order.invoiceStatus !== invoiceStatus.issued ? (
          <Can do={invoiceIssuance}>
            <Button type="primary" onClick={() => setAsking(true)}>
              {order.invoiceStatus === invoiceStatus.applied ? '修改发票申请' : '申请发票'}
            </Button>
          </Can>
        ) : null}
      </p>
      {asking ? <InvoiceDialog orderNo={order.orderNo} close={() => setAsking(false)} /> : null}
    </div>
  );
}
