import { menus } from '../../shell/menus';

/** Reading the register of vehicles needs its menu. In a file of its own because the map needs only this, not the calls with their schemas. */
export const vehicleRead = { menu: menus.vehicle.id } as const;
