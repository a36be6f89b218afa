import type { GrantFamily } from '@tongda/contract/company/resource-auth/rights';
import { href, routes } from '@tongda/contract/shell/routes';
import { encodeValue } from '../../../kit/list/url';

const pages = {
  vehicle: { list: routes.vehicleGrantList, edit: routes.vehicleGrantEdit, detail: routes.vehicleGrantDetails },
  map: { list: routes.regionGrantList, edit: routes.regionGrantEdit, detail: routes.regionGrantDetails },
  lock: { list: routes.lockGrantList, edit: routes.lockGrantEdit, detail: routes.lockGrantDetails },
} as const;

/** Pages around the grants of a family. */
export const grantLinks = (family: GrantFamily) => {
  const { list, edit, detail } = pages[family];
  return {
    list: href(list, 'enterprise'),
    of: (granteeType: number, id: string) =>
      href(list, 'enterprise', { [granteeType === 1 ? 'granteeOrgId' : 'granteeUserId']: encodeValue(id) }),
    add: href(edit, 'enterprise'),
    edit: (id: string) => href(edit, 'enterprise', { id }),
    /** what a department (1) or a user (2) sees, and why */
    detail: (granteeType: number, granteeId: string) => href(detail, 'enterprise', { granteeType, granteeId }),
    /** one resource: where it is, and to whom it was ever given */
    resource: (kind: string, resourceId: string) => href(detail, 'enterprise', { kind, resourceId }),
  };
};
