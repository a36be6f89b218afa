/** The choice of vehicles in forms, filters and dialogs: the only file of it that others import. */
export { VehiclePicker } from './control';
