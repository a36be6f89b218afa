import { columns } from '@tongda/contract/core/columns';
import type { Output } from '@tongda/contract/core/endpoint';
import {
  feePrice,
  getTicketInfo,
  type PriceLine,
  type RenewWish,
  renewCreate,
} from '@tongda/contract/trade/device-fee/calls';
import { memberPayType, ticketType } from '@tongda/contract/trade/member/enums';
import { type TicketInfo, ticketInfo } from '@tongda/contract/trade/member/ticket';
import { Form, Radio } from 'antd';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { none } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { ErrorState, Loading } from '../../../kit/show/states';
import { ShortTable } from '../../../kit/table/short';
import { OrderForm } from '../parts/order-form';
import { feeLinks } from './links';

const lineColumns = columns<PriceLine>()([
  { value: 'terminalNo', label: '终端编号', width: 164, fixed: 'left' },
  { value: 'plateNo', label: '车牌', width: 110 },
  { value: 'model', label: '型号', width: 100 },
  { value: 'packageName', label: '套餐', width: 130 },
  { value: 'years', label: '年限', width: 70, align: 'right' },
  { value: 'unitPriceFen', label: '单价（元/年）', width: 120, align: 'right' },
  { value: 'percent', label: '折扣', width: 80, align: 'right' },
  { value: 'amountFen', label: '金额(元)', width: 110, align: 'right' },
  { value: 'oldEnd', label: '原到期日', width: 110 },
  { value: 'newEnd', label: '新到期日', width: 110 },
]);

/** Step 2: shows lines and discount and asks for the invoice; the price comes from the server. */
export function ConfirmStep({ items }: { items: readonly RenewWish[] }) {
  const price = useAsk(feePrice, { items: [...items] }, { own: 'confirm', retry: false, staleTime: 0 });
  const known = useAsk(getTicketInfo, undefined);
  if (price.error) return <ErrorState error={price.error} retry={() => void price.refetch()} />;
  if (!price.data || !known.data) return <Loading />;
  return (
    <ConfirmForm
      items={items}
      price={price.data}
      start={known.data.ticket ?? { type: ticketType.plain, title: known.data.title, taxNo: '', email: '' }}
      again={() => void price.refetch()}
    />
  );
}

type Made = Output<typeof renewCreate>;
type PayTypes = Output<typeof feePrice>['payTypes'];
/** where there is one way of paying only, nothing is chosen */
type Values = TicketInfo & { payType?: PayTypes[number] };

interface ConfirmFormProps {
  items: readonly RenewWish[];
  price: Output<typeof feePrice>;
  start: Partial<TicketInfo>;
  again: () => void;
}

function ConfirmForm({ items, price, start, again }: ConfirmFormProps) {
  const navigate = useNavigate();
  const submit = async ({ payType, ...ticket }: Values): Promise<Made> =>
    call(renewCreate, { items: [...items], amountFen: price.amountFen, payType, ticketInfo: ticketInfo.parse(ticket) });
  const goOn = (made: Made): void => {
    // the server has removed the draft; loading it again here would lead back to step 1
    void navigate(feeLinks.step(made.amountFen === 0 ? 4 : 3, made.orderNo), { replace: true });
  };
  return (
    <OrderForm<Values, Made>
      wizard="renew"
      start={{ ...start, payType: price.payTypes[0] }}
      submit={submit}
      done={goOn}
      again={again}
      back={() => void navigate(feeLinks.step(1))}
      invoiceHint="付款确认后可申请开票，发票发到接收邮箱"
      lines={
        <ShortTable<PriceLine>
          most={7}
          rows={price.lines}
          rowKey="deviceId"
          columns={lineColumns}
          cells={{
            plateNo: (row) => row.plateNo || none,
            unitPriceFen: (row) => formatYuan(row.unitPriceFen),
            percent: (row) => (row.percent === 100 ? '无' : `${row.percent / 10}折`),
            amountFen: (row) => formatYuan(row.amountFen),
            oldEnd: (row) => row.oldEnd ?? none,
          }}
        />
      }
      total={
        <>
          {price.discounts.length > 0 ? <span className="td-cap">优惠：{price.discounts.join('、')}</span> : null}
          合计 {formatYuan(price.totalFen)} 元，优惠 {formatYuan(price.discountFen)} 元，应付{' '}
          <b>{formatYuan(price.amountFen)} 元</b>
        </>
      }
    >
      {price.payTypes.length > 1 && price.amountFen > 0 ? <PayType payTypes={price.payTypes} /> : null}
    </OrderForm>
  );
}

function PayType({ payTypes }: { payTypes: PayTypes }) {
  return (
    <section className="kit-form-group">
      <div className="kit-form-group-head">
        <h2>付款</h2>
        <div className="td-cap">线上支付即时续期，对公转账核款后续期</div>
      </div>
      <div className="kit-form-group-grid">
        <div className="kit-form-field" data-span={6}>
          <Form.Item name="payType" label="支付方式">
            <Radio.Group options={payTypes.map((value) => ({ value, label: memberPayType.label(value) }))} />
          </Form.Item>
        </div>
      </div>
    </section>
  );
}
