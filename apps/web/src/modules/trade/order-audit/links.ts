import { href, routes } from '@tongda/contract/shell/routes';
import type { AuditRow } from '@tongda/contract/trade/member/audit';

/** Pages of the provider's reviews. */
export const auditLinks = {
  list: href(routes.orderAuditList, 'backstage'),
  /** two companies may have the same number for what they ordered, so the id goes with it */
  detail: ({ kind, orderNo, id }: Pick<AuditRow, 'kind' | 'orderNo' | 'id'>) =>
    href(routes.orderAuditDetails, 'backstage', { kind, orderNo, id }),
};
