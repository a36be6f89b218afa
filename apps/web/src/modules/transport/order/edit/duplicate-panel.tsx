import { orderDuplicateCheck } from '@tongda/contract/transport/order/calls';
import { Link } from 'react-router';
import { useAsk } from '../../../../kit/call/use-ask';
import { Panel } from '../../../../kit/detail/panel';
import { useEditScope } from '../../../../kit/form/edit-context';
import { shortTime } from '../../../../kit/show/format';
import { useFieldValue } from '../../parts/use-field-value';
import { orderLinks } from '../links';
import type { ItemDraft } from './form';

/** Orders of the last days with the same customer, receiver and pieces: told while the new one is still being typed. */
export function DuplicatePanel() {
  const { form } = useEditScope();
  const customerId = useFieldValue<string>(form, 'customerId');
  const receiver = useFieldValue<string>(form, 'receiver');
  const receivePhone = useFieldValue<string>(form, 'receivePhone');
  const watched = useFieldValue<ItemDraft[]>(form, 'items');
  const items = watched ?? [];
  const pieces = items.reduce((sum, item) => sum + (item.pieces ?? 0), 0);
  const complete = Boolean(customerId && receiver && receivePhone && pieces > 0);
  const asked = { customerId: customerId ?? '', receiver: receiver ?? '', receivePhone: receivePhone ?? '', pieces };
  const { data } = useAsk(orderDuplicateCheck, asked, { when: complete });
  if (!complete || !data || data.length === 0) return null;
  return (
    <Panel title="疑似重复">
      {data.map(({ orderCode, createTime }) => (
        <div className="transport-order-same" key={orderCode}>
          <Link to={orderLinks.details(orderCode)}>{orderCode}</Link>
          <span className="td-cap">{shortTime(createTime)}</span>
        </div>
      ))}
      <div className="td-cap">近7天同一客户、收货人、件数的订单</div>
    </Panel>
  );
}
