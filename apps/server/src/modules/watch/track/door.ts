/** What the rest of the server uses of `track`: the only file of it that others import. */
export { type DataScope, findReadableVehicle, type ReadableVehicle, readPermitted } from './access';
export { type FiredSpeedRule, firedSpeedRule, listPlatformAlarms } from './alarms';
export { findFixesInside, findFixesNear, momentOf } from './at-time';
export { loadDaysOfVehicle, loadSumsByDay, watchedMs } from './day-figures';
export { loadMileage } from './mileage';
export { nearSites, placeLine } from './near-site';
export { noteOutsideView } from './outside';
export { readTrack } from './repo';
export { findAddress, listProbes, loadTrack, placeWordsOf, readVisible, type Track } from './service';
