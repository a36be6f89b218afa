import type { Pages } from '../../../kit/page';

/** The pages of these screens, each loaded when it is first visited. */
export const vehiclePages = {
  vehicleList: () => import('./list-page').then((m) => m.VehicleListPage),
  vehicleEdit: () => import('./edit-page').then((m) => m.VehicleEditPage),
  vehicleDetails: () => import('./detail/page').then((m) => m.VehicleDetailsPage),
  vehicleProbe: () => import('./probe/page').then((m) => m.VehicleProbePage),
  oilCalibration: () => import('./tank/page').then((m) => m.OilCalibrationPage),
  printVehicle: () => import('./paper/print-page').then((m) => m.VehiclePrintPage),
} as const satisfies Pages;
