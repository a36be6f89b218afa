import { href, routes } from '@tongda/contract/shell/routes';

export const driverLinks = {
  home: href(routes.driverHome, 'transport'),
  task: (waybillCode: string): string => href(routes.driverTask, 'transport', { waybillCode }),
  abnormal: (waybillCode: string): string => href(routes.driverAbnormal, 'transport', { waybillCode }),
  plan: (planId: string): string => href(routes.driverPlan, 'transport', { planId }),
  sign: (orderCode: string): string => href(routes.driverSign, 'transport', { orderCode }),
};
