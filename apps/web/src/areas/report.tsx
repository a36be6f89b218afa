import { NotFoundPage } from '../shell/not-found-page';
import type { AreaPages } from './area-pages';

export const reportPages: AreaPages<'report'> = {
  reportHome: () => import('../shell/home').then((m) => m.AreaHome),
  vehicleEquipment: () => import('../modules/device/device-list-page').then((m) => m.DeviceListPage),
  notFound: async () => NotFoundPage,
};
