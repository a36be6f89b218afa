import { href, routes } from '@tongda/contract/shell/routes';

/** Addresses of the order pages; they live in the transport system. */
export const orderLinks = {
  list: href(routes.customerOrderList, 'transport'),
  add: href(routes.customerOrderEdit, 'transport'),
  edit: (id: string) => href(routes.customerOrderEdit, 'transport', { id }),
  copy: (id: string) => href(routes.customerOrderEdit, 'transport', { id, copy: 1 }),
  split: (id: string) => href(routes.customerOrderSplit, 'transport', { id }),
  /** 订单跟踪 with this order chosen */
  track: (code: string, tab: 'completed' | 'running') => href(routes.orderTracking, 'transport', { code, tab }),
  /** the same with the orders that a split one was divided into, and what became of each in a drawer */
  trackParts: (code: string, tab: 'completed' | 'running') =>
    href(routes.orderTracking, 'transport', { code, tab, order: code }),
  details: (id: string, tab?: string) => href(routes.customerOrderDetails, 'transport', { id, tab }),
};
