import { href, routes } from '@tongda/contract/shell/routes';

/** Addresses of the pages about abnormal events; they live in the transport system. */
export const abnormalLinks = {
  list: href(routes.abnormalReportingList, 'transport'),
  /** all reports of a waybill, or of an order that is on none */
  thread: (code: string) => href(routes.abnormalReportingDetails, 'transport', { waybillCode: code }),
};
