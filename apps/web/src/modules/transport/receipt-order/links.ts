import { href, routes } from '@tongda/contract/shell/routes';

/** Addresses of the receipt order pages; they live in the transport system. */
export const receiptLinks = {
  list: href(routes.receiptOrderList, 'transport'),
  add: href(routes.receiptOrderEdit, 'transport'),
  /** goods without an order */
  walkIn: href(routes.receiptOrderEdit, 'transport', { walkIn: 1 }),
  /** counts what came, or corrects what was counted */
  receive: (id: string) => href(routes.receiptOrderEdit, 'transport', { id }),
  details: (id: string) => href(routes.receiptOrderDetails, 'transport', { id }),
};
