/** What the rest of the server uses of `vehicle`: the only file of it that others import. */
export { type CodedVehicle, findVehicleOfCode as vehicleOfCode } from './record/qrcode';
