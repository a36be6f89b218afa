import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const resourcesPages: AreaPages<'resources'> = {
  resourcesHome: () => import('../shell/home').then((m) => m.AreaHome),
  vehicleList: () => import('../modules/vehicle/vehicle-list-page').then((m) => m.VehicleListPage),
  vehicleEdit: () => import('../modules/vehicle/vehicle-edit-page').then((m) => m.VehicleEditPage),
  vehicleDetails: () => import('../modules/vehicle/vehicle-details-page').then((m) => m.VehicleDetailsPage),
  vehicleProbe: () => import('../modules/vehicle/vehicle-probe-page').then((m) => m.VehicleProbePage),
  regionSite: () => import('../modules/place/place-map-page').then((m) => m.PlaceMapPage),
  notFound: async () => NotFoundPage,
};
