/** What orders and waybills show of their trips. */
export { useTripLinks } from './links';
export { Eta, LivePanel, SuspectMark, TripHints } from './live-panel';
export { OrderTrip } from './of-order';
export { TripSettingsButton } from './settings-drawer';
export { ShareButton, ShareOrderDialog } from './share-dialog';
export { SignLinkButton } from './sign-link-button';
export { TemperatureChart } from './temperature-chart';
export { OrderTemperature, WaybillTemperature } from './temperature-tab';
export { OrderWayMap } from './way-of-order';
