import { useQuery } from '@tanstack/react-query';
import { columns } from '@tongda/contract/core/columns';
import {
  feePrice,
  getTicketInfo,
  type PriceLine,
  type RenewWish,
  renewCreate,
  renewDraft,
} from '@tongda/contract/device-fee/fee';
import { ticketType } from '@tongda/contract/enums/member';
import { type TicketInfo, ticketInfo } from '@tongda/contract/member/ticket';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api';
import { ApiError } from '../../kit/api-error';
import { none } from '../../kit/format';
import { yuan } from '../../kit/money';
import { reportError, toast } from '../../kit/notify';
import { ShortTable } from '../../kit/short-table';
import { ErrorState, Loading } from '../../kit/states';
import { TicketFields } from '../../kit/ticket-fields';
import { useInvalidate } from '../../kit/use-list';
import { feeLinks } from './links';

const lineColumns = columns<PriceLine>()([
  { value: 'terminalNo', label: '设备号', width: 140, fixed: 'left' },
  { value: 'plateNo', label: '车牌', width: 110 },
  { value: 'model', label: '型号', width: 100 },
  { value: 'packageName', label: '套餐', width: 130 },
  { value: 'years', label: '年限', width: 70, align: 'right' },
  { value: 'unitPriceFen', label: '单价（元/年）', width: 120, align: 'right' },
  { value: 'percent', label: '折扣', width: 80, align: 'right' },
  { value: 'amountFen', label: '金额（元）', width: 110, align: 'right' },
  { value: 'oldEnd', label: '原到期日', width: 110 },
  { value: 'newEnd', label: '新到期日', width: 110 },
]);

/** Step 2: lines, discount and the invoice; the price is the server's. */
export function ConfirmStep({ items }: { items: readonly RenewWish[] }) {
  const price = useQuery({
    queryKey: [feePrice.path, 'confirm', items],
    queryFn: ({ signal }) => call(feePrice, { items: [...items] }, { signal, quiet: true }),
    retry: false,
    staleTime: 0,
  });
  const known = useQuery({
    queryKey: [getTicketInfo.path],
    queryFn: ({ signal }) => call(getTicketInfo, undefined, { signal, quiet: true }),
  });
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

interface ConfirmFormProps {
  items: readonly RenewWish[];
  price: { lines: PriceLine[]; totalFen: number; discountFen: number; amountFen: number; discounts: string[] };
  start: Partial<TicketInfo>;
  again: () => void;
}

function ConfirmForm({ items, price, start, again }: ConfirmFormProps) {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [form] = Form.useForm<TicketInfo>();
  const [busy, setBusy] = useState(false);
  const submit = async (values: TicketInfo): Promise<void> => {
    setBusy(true);
    try {
      const ticket = ticketInfo.parse(values);
      const made = await call(renewCreate, { items: [...items], amountFen: price.amountFen, ticketInfo: ticket });
      void invalidate(renewDraft);
      void navigate(feeLinks.step(made.amountFen === 0 ? 4 : 3, made.orderNo), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 4009) {
        toast('warning', '价格已变化，请核对后重新提交');
        again();
      } else reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<TicketInfo>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={start}
      className="td-edit-form"
      onFinish={(values) => void submit(values)}
    >
      <div className="td-wizard-body">
        <ShortTable<PriceLine>
          most={7}
          rows={price.lines}
          rowKey="deviceId"
          columns={lineColumns}
          cells={{
            plateNo: (row) => row.plateNo || none,
            unitPriceFen: (row) => yuan(row.unitPriceFen),
            percent: (row) => (row.percent === 100 ? '无' : `${row.percent / 10}折`),
            amountFen: (row) => yuan(row.amountFen),
            oldEnd: (row) => row.oldEnd ?? none,
          }}
        />
        <p className="td-wizard-total">
          {price.discounts.length > 0 ? <span className="td-cap">优惠：{price.discounts.join('、')}</span> : null}
          合计 {yuan(price.totalFen)} 元，优惠 {yuan(price.discountFen)} 元，应付 <b>{yuan(price.amountFen)} 元</b>
        </p>
        <section className="td-group">
          <div className="td-group-head">
            <h2>发票信息</h2>
            <div className="td-cap">付款确认后可申请开票，发票发到接收邮箱</div>
          </div>
          <div className="td-group-grid">
            <TicketFields />
          </div>
        </section>
      </div>
      <footer className="td-edit-bar">
        <span className="td-edit-bar-right">
          <Button onClick={() => void navigate(feeLinks.step(1))}>上一步</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            提交订单
          </Button>
        </span>
      </footer>
    </Form>
  );
}
