import { href, routes } from '@tongda/contract/shell/routes';

/** Pages around users. */
export const userLinks = {
  list: href(routes.userList, 'enterprise'),
  add: href(routes.userEdit, 'enterprise'),
  edit: (id: string) => href(routes.userEdit, 'enterprise', { id }),
  /** what the user sees, with the reasons */
  visible: (id: string) => href(routes.vehicleGrantDetails, 'enterprise', { granteeType: 2, granteeId: id }),
  /** gives him Bluetooth locks: a lock is given on terms, which a tick of the form cannot say */
  locks: (id: string) => href(routes.lockGrantEdit, 'enterprise', { granteeType: 2, granteeId: id }),
};
