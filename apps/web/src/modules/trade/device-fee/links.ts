import { href, routes } from '@tongda/contract/shell/routes';
import { renewStatus } from '@tongda/contract/trade/member/enums';
import { encodeValue } from '../../../kit/list/url';

/** Pages of device fees. */
export const feeLinks = {
  list: href(routes.equipmentCostList, 'enterprise'),
  orders: href(routes.equipmentCostList, 'enterprise', { view: 'order' }),
  ordersToPay: href(routes.equipmentCostList, 'enterprise', { view: 'order', renewStatus: renewStatus.toPay }),
  status: (codes: readonly number[]) =>
    href(routes.equipmentCostList, 'enterprise', { feeStatus: encodeValue([...codes]) }),
  device: (deviceId: string) => href(routes.equipmentCostDetails, 'enterprise', { deviceId }),
  order: (orderNo: string) => href(routes.equipmentCostDetails, 'enterprise', { orderNo }),
  step: (step: 1 | 2 | 3 | 4, orderNo?: string) =>
    `${href(routes.equipmentCostList, 'enterprise')}/renew/${step}${orderNo ? `?orderNo=${orderNo}` : ''}`,
};
