import { href, routes } from '@tongda/contract/shell/routes';

/** Addresses of the receipt pages; they live in the transport system. */
export const receiptLinks = {
  list: href(routes.receiptManageList, 'transport'),
  detail: (orderCode: string) => href(routes.receiptManageDetails, 'transport', { orderCode }),
  edit: (orderCode: string) => href(routes.receiptManageEdit, 'transport', { orderCode }),
};
