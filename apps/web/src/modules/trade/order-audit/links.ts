import { href, routes } from '@tongda/contract/routes';

/** Pages of the provider's reviews. */
export const auditLinks = {
  list: href(routes.orderAuditList, 'backstage'),
  detail: (kind: number, orderNo: string) => href(routes.orderAuditDetails, 'backstage', { kind, orderNo }),
};
