/** What the rest of the server uses of `driver`: the only file of it that others import. */

export { driversLeft } from './service';
export { makeMainDriver as driveVehicles, refuseUnemployed } from './vehicles';
