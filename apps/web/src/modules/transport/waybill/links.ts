import type { MenuKey } from '@tongda/contract/shell/menus';
import { href, routes } from '@tongda/contract/shell/routes';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';

const menuOfKind = (kind: number): MenuKey =>
  kind === waybillKind.billOfLading
    ? 'billOfLading'
    : kind === waybillKind.stowage
      ? 'waybillStowage'
      : 'transportTask';

/** Addresses of the waybill pages; they live in the transport system. */
export const waybillLinks = {
  board: (code?: string) => href(routes.customerOrderStowage, 'transport', { code }),
  boardOf: (orders: readonly string[]) => href(routes.customerOrderStowage, 'transport', { orders: orders.join(',') }),
  trunkBoard: (code?: string) => href(routes.waybillStowageStowage, 'transport', { code }),
  tasks: href(routes.transportTaskList, 'transport'),
  task: (id: string) => href(routes.transportTaskCheck, 'transport', { id }),
  taskEdit: (id: string) => href(routes.transportTaskEdit, 'transport', { id }),
  pickUpBoard: (code?: string) => href(routes.billOfLadingStowage, 'transport', { code }),
  pickUpBoardOf: (orders: readonly string[]) =>
    href(routes.pickUpOrderStowage, 'transport', { orders: orders.join(',') }),
  bills: href(routes.billOfLadingList, 'transport'),
  bill: (id: string) => href(routes.billOfLadingCheck, 'transport', { id }),
  billEdit: (id: string) => href(routes.billOfLadingEdit, 'transport', { id }),
  stowages: href(routes.waybillStowageList, 'transport'),
  stowage: (id: string) => href(routes.waybillStowageCheck, 'transport', { id }),
  stowageEdit: (id: string) => href(routes.waybillStowageEdit, 'transport', { id }),
  /** One page for all kinds of waybills; it stands under the menu of its own kind. */
  reloading: (id: string, kind: number) =>
    href(routes.waybillStowageReloading, 'transport', { id, under: menuOfKind(kind) }),
  splitPool: (id?: string) => href(routes.transportTaskSplitPool, 'transport', { id }),
  departures: href(routes.departureList, 'transport'),
  departure: (id: string) => href(routes.departureCheck, 'transport', { id }),
  departureEdit: (id: string) => href(routes.departureEdit, 'transport', { id }),
  arrivals: href(routes.arrivalList, 'transport'),
  arrival: (id: string, seq: number) => href(routes.arrivalCheck, 'transport', { id, seq }),
};

/** The page of a waybill by its kind. */
export const waybillPage = (kind: number, code: string): string =>
  kind === waybillKind.billOfLading
    ? waybillLinks.bill(code)
    : kind === waybillKind.stowage
      ? waybillLinks.stowage(code)
      : waybillLinks.task(code);
