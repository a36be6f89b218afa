/** What orders and waybills show of their trips. */
export { Eta, LivePanel, SuspectMark } from './live-panel';
export { OrderTrip } from './order-trip';
export { TripSettingsButton } from './settings-drawer';
export { ShareButton } from './share-dialog';
export { OrderTemperature, WaybillTemperature } from './temperature-tab';
