import { dayEndMs, wallMs } from '../../core/wall-time';
import type { WaitingOrder } from './judge';
import type { BoardOrder, BoardVehicle } from './stow/board';
import type { Certificate, StowDriver, StowVehicle } from './stow/rules';

const certificatesOf = (list: BoardVehicle['certificates']): Certificate[] =>
  list.map(({ name, expireOn, warns }) => ({
    name,
    expiresOn: expireOn === null ? null : dayEndMs(expireOn),
    warns: warns ?? false,
  }));

/** A vehicle of the board in the shape that the checks need. `except`: the waybill being filled, which does not count as another trip of it. */
export const stowVehicleOf = (vehicle: BoardVehicle, except: string | null): StowVehicle => ({
  ...vehicle,
  // the wire says a number; the server read it from a column that holds codes of the enumeration only
  vehicleStatus: vehicle.vehicleStatus as StowVehicle['vehicleStatus'],
  certificates: certificatesOf(vehicle.certificates),
  busy: vehicle.busy
    .filter((trip) => trip.waybillCode !== except)
    .map(({ waybillCode, from, to }) => ({ waybillCode, from: wallMs(from), to: wallMs(to) })),
});

export const stowDriverOf = (
  name: string,
  certificates: BoardVehicle['certificates'],
  licenceClass: string | null,
): StowDriver => ({
  name,
  licenceClass,
  certificates: certificatesOf(certificates),
});

/** An order of the board in the shape that the checks need. */
export const waitingOrderOf = (order: BoardOrder, takenBy: string | null = null): WaitingOrder => ({
  ...order,
  orderStatus: order.orderStatus as WaitingOrder['orderStatus'], // as the vehicle's status above: codes only
  temperatureType: order.temperatureType as WaitingOrder['temperatureType'], // codes only
  deliveryMode: order.deliveryMode as WaitingOrder['deliveryMode'], // codes only
  arriveFrom: order.arriveFrom === null ? null : wallMs(order.arriveFrom),
  arriveTo: wallMs(order.arriveTo),
  takenBy,
});
