import { href, routes } from '@tongda/contract/routes';
import { encodeValue } from '../../kit/list-url';

/** Pages around grants of vehicles and devices. */
export const authLinks = {
  list: href(routes.vehicleGrantList, 'enterprise'),
  of: (granteeType: number, id: string) =>
    href(routes.vehicleGrantList, 'enterprise', {
      [granteeType === 1 ? 'granteeOrgId' : 'granteeUserId']: encodeValue(id),
    }),
  add: href(routes.vehicleGrantEdit, 'enterprise'),
  edit: (id: string) => href(routes.vehicleGrantEdit, 'enterprise', { id }),
  /** what a department (1) or a user (2) sees, and why */
  detail: (granteeType: number, granteeId: string) =>
    href(routes.vehicleGrantDetails, 'enterprise', { granteeType, granteeId }),
};
