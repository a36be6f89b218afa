import { href, routes } from '@tongda/contract/shell/routes';
import type { OrderTemplate, WaybillTemplate } from '@tongda/contract/transport/print/calls';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';

export const printOrders = (template: OrderTemplate, codes: readonly string[]): string =>
  href(routes.printOrder, 'transport', { template, codes: codes.join(',') });

const kindWords: Readonly<Record<number, string>> = {
  [waybillKind.billOfLading]: 'bill',
  [waybillKind.stowage]: 'stowage',
  [waybillKind.transportTask]: 'task',
};

/** 卸货单 of one stop of a waybill. */
export const printUnload = (code: string, stop: number): string =>
  href(routes.printWaybill, 'transport', { template: 'unload', kind: 'arrival', stop: String(stop), codes: code });

export const printPickUps = (codes: readonly string[]): string =>
  href(routes.printPickUp, 'transport', { codes: codes.join(',') });
export const printReceiptOrders = (codes: readonly string[]): string =>
  href(routes.printReceiptOrder, 'transport', { codes: codes.join(',') });

export const printWaybills = (template: WaybillTemplate, kind: number, codes: readonly string[]): string =>
  href(routes.printWaybill, 'transport', {
    template,
    kind: kindWords[kind] ?? 'task',
    codes: codes.join(','),
  });
