import { screensOf, tab } from '../screens';

const { at, from } = screensOf('report');

/** Screens of this sub-application that are not built yet: their addresses are known, no menu leads to them. */
export const reportScreens = {
  overTemperatureReport: from('overTemperature', 'report', tab),
  chillerOperationReport: from('chillerOperation', 'report', tab),
  chillerOperationDetails: at('/chillerOperation/detail', '冷机运行明细', 'detail', 'chillerOperation'),
  preCoolingReport: from('preCooling', 'report', tab),
  drivingSummaryReport: from('drivingSummary', 'report', tab),
  drivingSummaryDetails: at('/drivingSummary/detail', '行驶明细', 'detail', 'drivingSummary'),
  dailyDrivingReport: from('dailyDriving', 'report', tab),
  refuelReport: from('refuel', 'report', tab),
  oilCalibration: at('/refuel/oilCalibration', '油量标定', 'form', 'refuel'),
  abnormalOilReport: from('abnormalOil', 'report', tab),
  oilDynamicsReport: from('oilDynamics', 'report', tab),
  tripReport: from('trip', 'report', tab),
  inOutPointReport: from('inOutPoint', 'report', tab),
  inOutPointDetails: from('inOutPointDetail', 'report', tab),
  externalVehicleQueryReport: from('externalVehicleQuery', 'report', tab),
  doorOpenCloseReport: from('doorOpenClose', 'report', tab),
  doorOpenCloseDetails: at('/doorOpenClose/detail', '开关门明细', 'detail', 'doorOpenClose'),
  switchLockReport: from('switchLock', 'report', tab),
  overTemperatureAlarmReport: from('overTemperatureAlarm', 'report', tab),
  speedingAlarmReport: from('speedingAlarm', 'report', tab),
  humidityAlarmReport: from('humidityAlarm', 'report', tab),
  doorMagnetAlarmReport: from('doorMagnetAlarm', 'report', tab),
  carbonDioxideAlarmReport: from('carbonDioxideAlarm', 'report', tab),
  parkingAlarmReport: from('parkingAlarm', 'report', tab),
  fatigueDrivingAlarmReport: from('fatigueDrivingAlarm', 'report', tab),
  deviceAbnormalAlarmReport: from('deviceAbnormalAlarm', 'report', tab),
  vehicleMalfunctionAlarmReport: from('vehicleMalfunctionAlarm', 'report', tab),
} as const;
