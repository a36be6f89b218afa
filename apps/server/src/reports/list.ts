/** Every report of the product, by group and menu: the one list of this side. One line a report; `kit/bind.ts` takes what these files serve. */
export * as temHum from './cold-chain/tem-hum';
export * as dailyDrivingSummary from './driving/daily-summary';
export * as parking from './driving/parking';
