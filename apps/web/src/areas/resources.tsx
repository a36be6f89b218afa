import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const resourcesPages: AreaPages<'resources'> = {
  resourcesHome: () => import('../shell/home').then((m) => m.AreaHome),
  vehicleList: () => import('../modules/vehicle/vehicle-list-page').then((m) => m.VehicleListPage),
  vehicleEdit: () => import('../modules/vehicle/vehicle-edit-page').then((m) => m.VehicleEditPage),
  notFound: async () => NotFoundPage,
};
