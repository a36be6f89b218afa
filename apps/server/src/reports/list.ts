/** Every report of the product, by group and menu: the one list of this side. One line a report; `kit/bind.ts` takes what these files serve. */

export * as alarms from './alarm/nine';
export * as chiller from './cold-chain/chiller';
export * as overTemperature from './cold-chain/over-temperature';
export * as preCooling from './cold-chain/pre-cooling';
export * as temHum from './cold-chain/tem-hum';
export * as interfaceLogs from './customized/interface-logs';
export * as operationLog from './customized/operation-log';
export * as tripTemperature from './customized/temperature';
export * as vehicleBinding from './customized/vehicle-binding';
export * as doorOpenClose from './door/open-close';
export * as switchLock from './door/switch-lock';
export * as dailyDriving from './driving/daily';
export * as dailyDrivingSummary from './driving/daily-summary';
export * as inOutPoint from './driving/in-out-point';
export * as abnormalOil from './driving/oil/abnormal';
export * as oilDynamics from './driving/oil/dynamics';
export * as refuel from './driving/oil/refuel';
export * as externalVehicle from './driving/outside/external-vehicle';
export * as parking from './driving/parking';
export * as drivingSummary from './driving/summary';
export * as trip from './driving/trip/report';
export * as tripSetting from './driving/trip/setting';
export * as punctuality from './operation/punctuality';
export * as recorderBattery from './recorder/battery';
export * as overseas from './recorder/overseas';
