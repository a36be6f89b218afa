import { columns } from '@tongda/contract/core/columns';
import type { Output } from '@tongda/contract/core/endpoint';
import { queryMemberDevice } from '@tongda/contract/trade/member/device';
import { memberPayType, ticketType } from '@tongda/contract/trade/member/enums';
import {
  createOrder,
  type MemberLine,
  type MemberPreview,
  type MemberWish,
  memberOrderCount,
  memberPreview,
  queryPurchaseRecords,
} from '@tongda/contract/trade/member/order';
import { type TicketInfo, ticketInfo } from '@tongda/contract/trade/member/ticket';
import { Button, Checkbox, Form, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../../kit/call/api';
import { useAsk } from '../../../../kit/call/use-ask';
import { toast } from '../../../../kit/dialog/notify';
import { useInvalidate } from '../../../../kit/list/use-rows';
import { none } from '../../../../kit/show/format';
import { formatYuan } from '../../../../kit/show/money';
import { ErrorState, Loading } from '../../../../kit/show/states';
import { ShortTable } from '../../../../kit/table/short';
import { WorkBar } from '../../../../kit/work/bar';
import { OrderForm } from '../../parts/order-form';
import { AgreementDialog } from '../agreement';
import { memberLinks } from '../links';
import { monthWords } from '../use-plans';

const shown = columns<MemberLine>()([
  { value: 'deviceNo', label: '终端编号', width: 164, fixed: 'left' },
  { value: 'plateNo', label: '车牌', width: 110 },
  { value: 'model', label: '型号', width: 100 },
  { value: 'months', label: '时长', width: 80 },
  { value: 'listPriceFen', label: '原价(元)', width: 110, align: 'right' },
  { value: 'amountFen', label: '金额(元)', width: 110, align: 'right' },
  { value: 'startDate', label: '开始日期', width: 110 },
  { value: 'endDate', label: '结束日期', width: 110 },
]);

/** Step 2: shows lines and price and asks for invoice and agreement; the price comes from the server. */
export function InventoryConfirm({ planId, items }: { planId: string; items: readonly MemberWish[] }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useAsk(
    memberPreview,
    { planId, items: [...items] },
    { own: 'confirm', retry: false, staleTime: 0 },
  );
  if (error)
    return (
      <>
        <ErrorState error={error} retry={() => void refetch()} />
        <WorkBar>
          <Button onClick={() => void navigate(memberLinks.step(1))}>上一步</Button>
        </WorkBar>
      </>
    );
  if (!data) return <Loading />;
  return <ConfirmForm items={items} price={data} again={() => void refetch()} />;
}

type Made = Output<typeof createOrder>;
type Values = TicketInfo & { payType: (typeof memberPayType.codes)[number]; agreed: boolean };

function ConfirmForm({
  items,
  price,
  again,
}: {
  items: readonly MemberWish[];
  price: MemberPreview;
  again: () => void;
}) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const submit = async ({ payType, agreed: _, ...ticket }: Values): Promise<Made> =>
    call(createOrder, {
      planId: price.planId,
      items: [...items],
      payType,
      payFen: price.payFen,
      ticketInfo: ticketInfo.parse(ticket),
      agreed: true,
    });
  const goOn = (made: Made): void => {
    // the server has removed the draft; loading it again here would lead back to step 1, so it is not among these
    for (const stale of [queryPurchaseRecords, memberOrderCount, queryMemberDevice]) void invalidate(stale);
    void navigate(memberLinks.step(3, { orderNo: made.orderNo }), { replace: true });
  };
  const start = price.ticket ?? { type: ticketType.plain, title: price.buyer, taxNo: '', email: '' };
  return (
    <OrderForm<Values, Made>
      wizard="member"
      start={{ ...start, payType: price.payTypes[0], agreed: false }}
      submit={submit}
      done={goOn}
      again={again}
      back={() => void navigate(memberLinks.step(1))}
      invoiceHint="审核通过后可申请发票，发票发到接收邮箱"
      agreement={<Agreed />}
      lines={
        <ShortTable<MemberLine>
          most={7}
          rows={price.lines}
          rowKey="deviceId"
          columns={shown}
          cells={{
            plateNo: (row) => row.plateNo || none,
            months: (row) => monthWords(row.months),
            listPriceFen: (row) => formatYuan(row.listPriceFen),
            amountFen: (row) => formatYuan(row.amountFen),
          }}
        />
      }
      total={
        <>
          {price.promos.length > 0 ? <span className="td-cap">优惠：{price.promos.join('、')}</span> : null}
          {price.planName} {price.lines.length} 台，合计 {formatYuan(price.totalFen)} 元，优惠{' '}
          {formatYuan(price.discountFen)} 元，应付 <b>{formatYuan(price.payFen)} 元</b>
        </>
      }
    >
      <section className="kit-form-group">
        <div className="kit-form-group-head">
          <h2>付款</h2>
          <div className="td-cap">买方：{price.buyer}</div>
          <div className="td-cap">{contractWords(price)}</div>
        </div>
        <div className="kit-form-group-grid">
          <div className="kit-form-field" data-span={6}>
            <Form.Item name="payType" label="支付方式">
              <Radio.Group options={price.payTypes.map((value) => ({ value, label: memberPayType.label(value) }))} />
            </Form.Item>
          </div>
        </div>
      </section>
    </OrderForm>
  );
}

/** When a contract is needed, and where it is made. */
const contractWords = ({ contractRequired, contractFen }: MemberPreview): string =>
  contractRequired
    ? `应付满 ${formatYuan(contractFen)} 元，付款前须签署《会员服务合同》：提交订单后在付款页生成并签署`
    : `应付满 ${formatYuan(contractFen)} 元的订单，付款前须签署合同；本单不用`;

const unread = '请阅读并同意《会员服务协议》';
/** The agreement has to be ticked; it opens beside. */
function Agreed() {
  const [reading, setReading] = useState(false);
  const ticked = async (_rule: unknown, value: unknown): Promise<void> => {
    if (value) return;
    toast('warning', unread);
    throw new Error(unread);
  };
  return (
    <>
      <Form.Item name="agreed" valuePropName="checked" noStyle rules={[{ validator: ticked }]}>
        <Checkbox>
          我已阅读并同意
          <button
            type="button"
            className="td-plain td-link"
            onClick={(event) => {
              event.preventDefault();
              setReading(true);
            }}
          >
            《会员服务协议》
          </button>
        </Checkbox>
      </Form.Item>
      {reading ? <AgreementDialog close={() => setReading(false)} /> : null}
    </>
  );
}
