import { href, routes } from '@tongda/contract/shell/routes';

/** Pages of the provider's reviews. */
export const auditLinks = {
  list: href(routes.orderAuditList, 'backstage'),
  detail: (kind: number, orderNo: string) => href(routes.orderAuditDetails, 'backstage', { kind, orderNo }),
};
