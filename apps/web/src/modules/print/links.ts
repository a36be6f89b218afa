import { waybillKind } from '@tongda/contract/enums/waybill';
import type { OrderTemplate, WaybillTemplate } from '@tongda/contract/print/print';
import { href, routes } from '@tongda/contract/routes';

export const printOrders = (template: OrderTemplate, codes: readonly string[]): string =>
  href(routes.printOrder, 'transport', { template, codes: codes.join(',') });

export const printWaybills = (template: WaybillTemplate, kind: number, codes: readonly string[]): string =>
  href(routes.printWaybill, 'transport', {
    template,
    kind: kind === waybillKind.stowage ? 'stowage' : 'task',
    codes: codes.join(','),
  });
