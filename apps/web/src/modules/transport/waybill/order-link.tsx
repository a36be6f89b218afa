import { orderDetail } from '@tongda/contract/transport/order/calls';
import { pickUpDetail } from '@tongda/contract/transport/pick-up/calls';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { Link } from 'react-router';
import { useCan } from '../../../kit/session/can';
import { orderLinks } from '../order/door';
import { pickUpLinks } from '../pick-up/door';

/** The number of an order or pick-up order on a trip; a link for those who may open it, which a carrier may not. */
export function OrderLink({ code }: { code: string }) {
  const mayOrder = useCan(orderDetail);
  const mayPickUp = useCan(pickUpDetail);
  const picked = isPickUpCode(code);
  if (picked ? !mayPickUp : !mayOrder) return code;
  return <Link to={picked ? pickUpLinks.details(code) : orderLinks.details(code)}>{code}</Link>;
}
