import { NotFoundPage } from '../shell/page/not-found-page';
import type { AreaPages } from './area-pages';

export const enterprisePages: AreaPages<'enterprise'> = {
  enterpriseHome: () => import('../modules/base/org/home-page').then((m) => m.EnterpriseHomePage),
  structure: () => import('../modules/base/org/structure-page').then((m) => m.StructurePage),
  departmentEdit: () => import('../modules/base/org/department-edit-page').then((m) => m.DepartmentEditPage),
  rolePermissions: () => import('../modules/company/role/page').then((m) => m.RolePage),
  resourceAuthorization: () => import('../shell/menu/first-below').then((m) => m.FirstBelow),
  vehicleGrantList: () => import('../modules/company/resource-auth/list-page').then((m) => m.VehicleGrantListPage),
  vehicleGrantEdit: () => import('../modules/company/resource-auth/edit-page').then((m) => m.VehicleGrantEditPage),
  vehicleGrantDetails: () =>
    import('../modules/company/resource-auth/detail-page').then((m) => m.VehicleGrantDetailsPage),
  regionGrantList: () => import('../modules/company/resource-auth/list-page').then((m) => m.RegionGrantListPage),
  regionGrantEdit: () => import('../modules/company/resource-auth/edit-page').then((m) => m.RegionGrantEditPage),
  regionGrantDetails: () =>
    import('../modules/company/resource-auth/detail-page').then((m) => m.RegionGrantDetailsPage),
  lockGrantList: () => import('../modules/company/resource-auth/list-page').then((m) => m.LockGrantListPage),
  lockGrantEdit: () => import('../modules/company/resource-auth/edit-page').then((m) => m.LockGrantEditPage),
  lockGrantDetails: () => import('../modules/company/resource-auth/detail-page').then((m) => m.LockGrantDetailsPage),
  userList: () => import('../modules/company/user/list-page').then((m) => m.UserListPage),
  userEdit: () => import('../modules/company/user/edit-page').then((m) => m.UserEditPage),
  equipmentCostList: () => import('../modules/trade/device-fee/list-page').then((m) => m.FeeListPage),
  equipmentCostDetails: () => import('../modules/trade/device-fee/detail-page').then((m) => m.FeeDetailsPage),
  equipmentRenew: () => import('../modules/trade/device-fee/renew-page').then((m) => m.RenewPage),
  orderCenter: () => import('../modules/trade/erp-order/centre-page').then((m) => m.OrderCentrePage),
  notFound: async () => NotFoundPage,
};
