import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

/** The transport system mounts the resources' screens a second time, under its own menu. */
export const transportPages: AreaPages<'transport'> = {
  orderManage: () => import('../shell/home').then((m) => m.AreaHome),
  customerOrderList: () => import('../modules/order/order-list-page').then((m) => m.OrderListPage),
  customerOrderEdit: () => import('../modules/order/order-edit-page').then((m) => m.OrderEditPage),
  customerOrderSplit: () => import('../modules/order/order-split-page').then((m) => m.OrderSplitPage),
  customerOrderDetails: () => import('../modules/order/order-details-page').then((m) => m.OrderDetailsPage),
  capacity: () => import('../shell/home').then((m) => m.AreaHome),
  vehicleList: () => import('../modules/vehicle/vehicle-list-page').then((m) => m.VehicleListPage),
  vehicleEdit: () => import('../modules/vehicle/vehicle-edit-page').then((m) => m.VehicleEditPage),
  vehicleDetails: () => import('../modules/vehicle/vehicle-details-page').then((m) => m.VehicleDetailsPage),
  vehicleProbe: () => import('../modules/vehicle/vehicle-probe-page').then((m) => m.VehicleProbePage),
  driverList: () => import('../modules/driver/driver-list-page').then((m) => m.DriverListPage),
  driverEdit: () => import('../modules/driver/driver-edit-page').then((m) => m.DriverEditPage),
  driverDetails: () => import('../modules/driver/driver-details-page').then((m) => m.DriverDetailsPage),
  customerList: () => import('../modules/customer/customer-list-page').then((m) => m.CustomerListPage),
  customerEdit: () => import('../modules/customer/customer-edit-page').then((m) => m.CustomerEditPage),
  customerDetails: () => import('../modules/customer/customer-details-page').then((m) => m.CustomerDetailsPage),
  carrierList: () => import('../modules/carrier/carrier-list-page').then((m) => m.CarrierListPage),
  carrierEdit: () => import('../modules/carrier/carrier-edit-page').then((m) => m.CarrierEditPage),
  routeManageList: () => import('../modules/transport-route/route-list-page').then((m) => m.RouteListPage),
  routeManageEdit: () => import('../modules/transport-route/route-edit-page').then((m) => m.RouteEditPage),
  routeManageDetails: () => import('../modules/transport-route/route-details-page').then((m) => m.RouteDetailsPage),
  notFound: async () => NotFoundPage,
};
