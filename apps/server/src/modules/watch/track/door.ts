/** What the rest of the server uses of `track`: the only file of it that others import. */
export { type ReadableVehicle, readableVehicle, readPermitted } from './access';
export { platformAlarms as alarmsIn } from './alarms';
export { fixesInside, fixesNear, momentOf } from './at-time';
export { daysOfVehicle, share, sumsByDay } from './day-figures';
export { readTrack } from './repo';
export { addressAt, listProbes, loadTrack, readVisible, type Track } from './service';
