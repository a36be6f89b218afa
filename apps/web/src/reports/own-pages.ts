import type { RouteKey } from '@tongda/contract/shell/routes';
import type { PageLoader } from '../kit/page';

/** Screens of reports that are no report but a form of one: each with its own page, one line each. */
export const ownPages: Partial<Record<RouteKey, PageLoader>> = {
  customDispatchEdit: async () => (await import('./customized/dispatch-edit')).DispatchEditPage,
  customTemperatureDetails: async () => (await import('./customized/trip-report/page')).TripReportPage,
  sharedTripTemperature: async () => (await import('./customized/trip-report/shared-page')).SharedTripReportPage,
  customLineBindingEdit: async () => (await import('./customized/line-binding-edit')).LineBindingEditPage,
};
