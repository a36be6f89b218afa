import { href, routes } from '@tongda/contract/shell/routes';

/** Addresses of the pick-up order pages; they live in the transport system. */
export const pickUpLinks = {
  list: href(routes.pickUpOrderList, 'transport'),
  add: href(routes.pickUpOrderEdit, 'transport'),
  edit: (id: string) => href(routes.pickUpOrderEdit, 'transport', { id }),
  split: (id: string) => href(routes.pickUpOrderSplit, 'transport', { id }),
  details: (id: string) => href(routes.pickUpOrderDetails, 'transport', { id }),
};
