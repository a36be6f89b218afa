import { codes } from '@tongda/contract/core/endpoint';
import { Button, Form, type FormProps } from 'antd';
import type { ReactNode } from 'react';
import { ApiError } from '../../../kit/call/api-error';
import { useAct } from '../../../kit/call/use-act';
import { ActBar } from '../../../kit/dialog/act-bar';
import { toast } from '../../../kit/dialog/notify';
import { WorkBar } from '../../../kit/work/bar';
import { TicketFields } from './ticket-fields';
import { forgetTypedTicket, keepTypedTicket, typedTicket } from './typed-ticket';

interface OrderFormProps<T extends object, O> {
  /** names the wizard: what is typed of the invoice is kept for it in this window */
  wizard: string;
  start: FormProps<T>['initialValues'];
  /** places the order */
  submit: (values: T) => Promise<O>;
  /** goes on to the next step */
  done: (made: O) => void;
  /** loads the price again after it changed meanwhile */
  again: () => void;
  back: () => void;
  /** the table of what is ordered */
  lines: ReactNode;
  /** discounts and sums in a line */
  total: ReactNode;
  /** more groups of fields, before the invoice */
  children?: ReactNode;
  invoiceHint: string;
  /** what has to be agreed to, left in the bar */
  agreement?: ReactNode;
}

/** Form that confirms an order: lines, sums and invoice. The price comes from the server; when it has changed meanwhile, the server refuses and the form loads it again. */
export function OrderForm<T extends object, O>({
  wizard,
  start,
  submit,
  done,
  again,
  back,
  lines,
  total,
  children,
  invoiceHint,
  agreement,
}: OrderFormProps<T, O>) {
  const [form] = Form.useForm<T>();
  const place = useAct(({ values }: { values: T }) => submit(values), {
    form,
    done: (made) => {
      forgetTypedTicket(wizard);
      done(made);
    },
    failed: (error) => {
      if (!(error instanceof ApiError) || error.code !== codes.conflict) return false;
      toast('warning', '价格已变化，请核对后重新提交');
      again();
      return true;
    },
  });
  return (
    <Form<T>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ ...start, ...typedTicket(wizard) }}
      onValuesChange={(_, values) => keepTypedTicket(wizard, values)}
      className="kit-form-edit-form"
      onFinish={(values) => void place.run({ values })}
    >
      <div className="trade-parts-wizard-body">
        <ActBar of={place} />
        {lines}
        <p className="trade-parts-wizard-total">{total}</p>
        {children}
        <section className="kit-form-group">
          <div className="kit-form-group-head">
            <h2>发票信息</h2>
            <div className="td-cap">{invoiceHint}</div>
          </div>
          <div className="kit-form-group-grid">
            <TicketFields />
          </div>
        </section>
      </div>
      <WorkBar note={agreement}>
        <Button onClick={back}>上一步</Button>
        <Button type="primary" htmlType="submit" loading={place.busy}>
          提交订单
        </Button>
      </WorkBar>
    </Form>
  );
}
