/** What the rest of the server uses of `map`: the only file of it that others import. */
export { asAddress, asArea } from './area-cell';
export type { Geocoder } from './geocoder';
export { addressOf, divisionOf, loadGeocoder } from './place-names';
export { type Avoided, type RoadWay, type RoutingEngine, RoutingTrouble } from './routing';
export { routingOf } from './routing-of';
export { mapSettingsOf, tileOrigins } from './settings';
