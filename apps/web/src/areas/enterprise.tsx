import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const enterprisePages: AreaPages<'enterprise'> = {
  enterpriseHome: () => import('../modules/org/home-page').then((m) => m.EnterpriseHomePage),
  structure: () => import('../modules/org/structure-page').then((m) => m.StructurePage),
  departmentEdit: () => import('../modules/org/department-edit-page').then((m) => m.DepartmentEditPage),
  rolePermissions: () => import('../modules/role/role-page').then((m) => m.RolePage),
  resourceAuthorization: () => import('../shell/first-below').then((m) => m.FirstBelow),
  vehicleGrantList: () => import('../modules/resource-auth/auth-list-page').then((m) => m.VehicleGrantListPage),
  vehicleGrantEdit: () => import('../modules/resource-auth/auth-edit-page').then((m) => m.VehicleGrantEditPage),
  vehicleGrantDetails: () => import('../modules/resource-auth/auth-detail-page').then((m) => m.VehicleGrantDetailsPage),
  regionGrantList: () => import('../modules/resource-auth/auth-list-page').then((m) => m.RegionGrantListPage),
  regionGrantEdit: () => import('../modules/resource-auth/auth-edit-page').then((m) => m.RegionGrantEditPage),
  regionGrantDetails: () => import('../modules/resource-auth/auth-detail-page').then((m) => m.RegionGrantDetailsPage),
  lockGrantList: () => import('../modules/resource-auth/auth-list-page').then((m) => m.LockGrantListPage),
  lockGrantEdit: () => import('../modules/resource-auth/auth-edit-page').then((m) => m.LockGrantEditPage),
  lockGrantDetails: () => import('../modules/resource-auth/auth-detail-page').then((m) => m.LockGrantDetailsPage),
  userList: () => import('../modules/user/user-list-page').then((m) => m.UserListPage),
  userEdit: () => import('../modules/user/user-edit-page').then((m) => m.UserEditPage),
  equipmentCostList: () => import('../modules/device-fee/fee-list-page').then((m) => m.FeeListPage),
  equipmentCostDetails: () => import('../modules/device-fee/fee-detail-page').then((m) => m.FeeDetailsPage),
  equipmentRenew: () => import('../modules/device-fee/renew-page').then((m) => m.RenewPage),
  orderCenter: () => import('../modules/erp-order/order-centre-page').then((m) => m.OrderCentrePage),
  notFound: async () => NotFoundPage,
};
