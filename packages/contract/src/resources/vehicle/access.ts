import { menus } from '../../shell/menus';

/** Reading the register of vehicles needs its menu. Apart from the calls, which bring their schemas along: the map only asks whether to show a link. */
export const vehicleRead = { menu: menus.vehicle.id } as const;
