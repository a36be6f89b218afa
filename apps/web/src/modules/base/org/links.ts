import { href, routes } from '@tongda/contract/shell/routes';

/** Pages around departments. */
export const orgLinks = {
  structure: href(routes.structure, 'enterprise'),
  add: (parentId: string) => href(routes.departmentEdit, 'enterprise', { parentId }),
  edit: (id: string) => href(routes.departmentEdit, 'enterprise', { id }),
  /** gives vehicles to the department */
  grant: (id: string) => href(routes.vehicleGrantEdit, 'enterprise', { granteeType: 1, granteeId: id }),
  visible: (id: string) => href(routes.vehicleGrantDetails, 'enterprise', { granteeType: 1, granteeId: id }),
};
