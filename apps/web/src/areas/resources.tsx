import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const resourcesPages: AreaPages<'resources'> = {
  resourcesHome: () => import('../shell/home').then((m) => m.AreaHome),
  vehicleList: () => import('../modules/vehicle/vehicle-list-page').then((m) => m.VehicleListPage),
  vehicleEdit: () => import('../modules/vehicle/vehicle-edit-page').then((m) => m.VehicleEditPage),
  vehicleDetails: () => import('../modules/vehicle/vehicle-details-page').then((m) => m.VehicleDetailsPage),
  vehicleProbe: () => import('../modules/vehicle/vehicle-probe-page').then((m) => m.VehicleProbePage),
  fleetList: () => import('../modules/fleet/fleet-list-page').then((m) => m.FleetListPage),
  fleetEdit: () => import('../modules/fleet/fleet-edit-page').then((m) => m.FleetEditPage),
  fleetDetails: () => import('../modules/fleet/fleet-details-page').then((m) => m.FleetDetailsPage),
  driverList: () => import('../modules/driver/driver-list-page').then((m) => m.DriverListPage),
  driverEdit: () => import('../modules/driver/driver-edit-page').then((m) => m.DriverEditPage),
  driverDetails: () => import('../modules/driver/driver-details-page').then((m) => m.DriverDetailsPage),
  customerList: () => import('../modules/customer/customer-list-page').then((m) => m.CustomerListPage),
  customerEdit: () => import('../modules/customer/customer-edit-page').then((m) => m.CustomerEditPage),
  customerDetails: () => import('../modules/customer/customer-details-page').then((m) => m.CustomerDetailsPage),
  carrierList: () => import('../modules/carrier/carrier-list-page').then((m) => m.CarrierListPage),
  carrierEdit: () => import('../modules/carrier/carrier-edit-page').then((m) => m.CarrierEditPage),
  storeList: () => import('../modules/store/store-list-page').then((m) => m.StoreListPage),
  storeEdit: () => import('../modules/store/store-edit-page').then((m) => m.StoreEditPage),
  regionSite: () => import('../modules/place/place-map-page').then((m) => m.PlaceMapPage),
  routeManageList: () => import('../modules/transport-route/route-list-page').then((m) => m.RouteListPage),
  routeManageEdit: () => import('../modules/transport-route/route-edit-page').then((m) => m.RouteEditPage),
  routeManageDetails: () => import('../modules/transport-route/route-details-page').then((m) => m.RouteDetailsPage),
  notFound: async () => NotFoundPage,
};
