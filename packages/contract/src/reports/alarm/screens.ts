import { type Rights, screensOf, tab } from '../../shell/screens';

const { from } = screensOf('report');

/** The screens of the alarm reports. What stands here is built: menus lead to it, a declaration of this folder says what it shows. */
export const alarmReportScreens = {
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

const exporting = { export: '导出' } as const;
/** What a role may be given on these screens: action → label. Handling is a right of 报警记录. */
export const alarmReportRights = {
  overTemperatureAlarm: exporting,
  speedingAlarm: exporting,
  humidityAlarm: exporting,
  doorMagnetAlarm: exporting,
  carbonDioxideAlarm: exporting,
  parkingAlarm: exporting,
  fatigueDrivingAlarm: exporting,
  deviceAbnormalAlarm: exporting,
  vehicleMalfunctionAlarm: exporting,
} as const satisfies Rights;
