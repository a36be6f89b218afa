import { type OrderLine, orderVoid } from '@tongda/contract/transport/order/calls';
import { Input } from 'antd';
import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { toast } from '../../../kit/dialog/notify';
import { type Chosen, type NotAllowed, partByStep } from './not-allowed';
import './styles.css';

const reasons = ['客户取消', '重复下单', '地址有误', '货未备齐'];
const shortest = 2;

/** 作废: asks for the reason. Of many orders it says before which cannot be voided and why, and leaves them alone; what fails all the same it shows line by line. */
export function VoidDialog(props: { orders: readonly Chosen[]; done: () => void; close: () => void }) {
  const { orders, done, close } = props;
  const { can, not } = partByStep('void', orders);
  const orderCodes = can.map(({ orderCode }) => orderCode);
  const [reason, setReason] = useState('');
  const [failed, setFailed] = useState<OrderLine[]>([]);
  const name = orderCodes.length === 1 ? (orderCodes[0] ?? '') : `${orderCodes.length} 个订单`;
  const showLines = (lines: OrderLine[]): void => {
    const left = lines.filter(({ ok }) => !ok);
    done();
    toast(left.length > 0 ? 'warning' : 'success', `已作废 ${lines.length - left.length} 个订单`);
    if (left.length === 0) close();
    setFailed(left);
  };
  return (
    <FormDialog
      endpoint={orderVoid}
      input={{ orderCodes, reason }}
      ready={reason.trim().length >= shortest && failed.length === 0}
      touched={reason !== '' && failed.length === 0}
      done={showLines}
      stay
      close={close}
      width={440}
      title={`作废 ${name}`}
      okText="作废"
      danger
      cancelText={failed.length > 0 ? '关闭' : '取消'}
    >
      {failed.length > 0 ? (
        <ul className="transport-order-failed">
          {failed.map(({ orderCode, msg }) => (
            <li key={orderCode}>
              <b>{orderCode}</b> {msg}
            </li>
          ))}
        </ul>
      ) : (
        <>
          {not.length > 0 ? <Left not={not} of={orders.length} /> : null}
          <div className="transport-order-reasons">
            {reasons.map((one) => (
              <button key={one} type="button" className="td-plain kit-table-word" onClick={() => setReason(one)}>
                {one}
              </button>
            ))}
          </div>
          <AtField name="reason">
            <Input.TextArea
              aria-label="作废原因"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              placeholder="作废原因，至少2个字"
              maxLength={100}
              showCount
              autoSize={{ minRows: 2, maxRows: 4 }}
            />
          </AtField>
        </>
      )}
    </FormDialog>
  );
}

/** Orders of the selection that stay as they are. */
function Left({ not, of }: { not: readonly NotAllowed[]; of: number }) {
  const count = not.reduce((sum, { orderCodes }) => sum + orderCodes.length, 0);
  return (
    <div className="transport-order-left" role="status" aria-label="不能作废的订单">
      <p>
        所选 {of} 个订单中，{count} 个不能作废，不会改动：
      </p>
      <ul className="transport-order-failed">
        {not.map(({ reason, orderCodes }) => (
          <li key={reason}>
            <b title={orderCodes.join('、')}>
              {orderCodes[0]}
              {orderCodes.length > 1 ? ` 等 ${orderCodes.length} 个` : ''}
            </b>{' '}
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
