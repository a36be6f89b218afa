import { waybillKind } from '@tongda/contract/enums/waybill';
import type { OrderTemplate, WaybillTemplate } from '@tongda/contract/print/print';
import { href, routes } from '@tongda/contract/routes';

export const printOrders = (template: OrderTemplate, codes: readonly string[]): string =>
  href(routes.printOrder, 'transport', { template, codes: codes.join(',') });

const kindWords: Readonly<Record<number, string>> = {
  [waybillKind.billOfLading]: 'bill',
  [waybillKind.stowage]: 'stowage',
  [waybillKind.transportTask]: 'task',
};

export const printWaybills = (template: WaybillTemplate, kind: number, codes: readonly string[]): string =>
  href(routes.printWaybill, 'transport', {
    template,
    kind: kindWords[kind] ?? 'task',
    codes: codes.join(','),
  });
