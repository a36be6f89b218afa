/** What the rest of the server uses of `seal`: the only file of it that others import. */
export { issueRecord, listRecordsOfTrip, sealRange, type TemperatureRecord, type TripJudged } from './records';
export { checkSeal, listSeals, listSealsOfDays, type Seal } from './seals';
export { checkDay } from './verify';
