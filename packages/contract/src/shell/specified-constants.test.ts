import { expect, test } from 'vitest';
import { licenceClass } from '../base/org/enums';
import { constants } from './constants';

/** The catalogue's rows of constants beyond the shell (those are in facts.test.ts): its name, what the product says, what the catalogue says. */
const { interval, equipment, score, password, username, format, driving, alarm, retention } = constants;
test.each([
  ['multiCar.max', constants.multiCar.maxVehicles, 15],
  ['vehicleRemark', constants.vehicleRemark.maxChars, 30],
  ['report.interval', constants.report.interval, 10],
  ['interval.list s', interval.listS, [60, 120, 180, 240, 300, 600, 1200, 1800]],
  ['interval.list: four minutes', interval.fourMinuteModels, ['T5', 'TH5']],
  ['interval.range s', interval.rangeS, { min: 60, max: 1800 }],
  ['interval.alt min', interval.altMin, [5, 10, 15, 30, 60]],
  ['frequency.list s', interval.frequencyS, [30, 60, 180, 300, 600]],
  ['operatingHours.default', constants.operatingHours, { from: '00:00', to: '23:59' }],
  ['camera.count', equipment.cameras, [1, 2, 3, 4, 5, 6]],
  ['door.count', equipment.doors, [1, 2, 3, 4]],
  ['tempSensor.count', equipment.tempSensors, [1, 2, 3, 4]],
  ['oilSensor.count', equipment.oilSensors, [1, 2]],
  ['refrigerator.count', equipment.refrigerators, [1, 2]],
  ['dataFlow.units', constants.dataFlow.units, ['G', 'M', 'KB']],
  ['score.green, yellow, orange', score, { greenFrom: 90, yellowAbove: 75, orangeFrom: 60 }],
  ['password.min, max, kinds', [password.minChars, password.maxChars, password.minKinds], [6, 16, 2]],
  ['password.score', [password.scoreDigit, password.scoreLetter, password.scoreSymbol], [1, 2, 2]],
  ['username', username, { minChars: 3, maxChars: 10, maxCharsAlt: 15 }],
  ['phone', constants.phone, { digits: 11, suffixDigits: 8 }],
  ['digits.range', format.digits, { min: 5, max: 12 }],
  ['chinese.range', format.chineseChars, { min: 2, max: 10 }],
  ['decimal.places', format.decimalPlaces, [1, 2, 3, 4, 5, 12]],
  ['integer.bounds', format.integerDigits, [2, 3, 5, 6, 8]],
  ['login.failLimit', constants.login, { failLimit: 5, failWindowMin: 15, lockMin: 15 }],
  ['captcha.ttl s', constants.captcha.ttlS, 120],
  ['sms.ttl', constants.sms, { ttlS: 300, resendS: 60, dailyPerPhone: 10 }],
  ['visit.maxHours', constants.visit.maxH, 2],
  ['superAct.maxMinutes', constants.superAct.maxMin, 60],
  ['audit.retention years, trajectory.retention days', retention, { auditYears: 3, trajectoryDays: 183 }],
  ['alarm.sla, alarm.dedupe', alarm, { firstReactionLevel2Min: 5, firstReactionLevel1Min: 30, dedupeS: 60 }],
  ['driving.continuous h', [driving.continuousDayH, driving.continuousNightH, driving.restMin], [4, 2, 20]],
  ['driving.daily h', driving.dailyH, 8],
  ['driving.nightWindow', driving.night, { from: '22:00', to: '06:00' }],
  ['driving.nightBan', driving.nightBan, { from: '02:00', to: '05:00' }],
  ['driving.stopSpeed', [driving.stopSpeedKmh, driving.stopMin], [5, 3]],
  ['staffing.perVehicles', constants.staffing, { vehiclesPerMonitor: 100, minMonitors: 2 }],
  ['jwt.accessTtl s', constants.token.accessCookie, 1800],
  ['refresh.reuseGrace s', constants.token.reuseGrace, 10],
  ['session.absoluteMax h', constants.token.refreshAbsolute / 3600, 24],
  ['download.retention days', constants.download.retentionDays, 7],
  ['export.maxRows', constants.export.maxRowsPerFile, 200_000],
])('constant %s', (_name, actual, expected) => {
  expect(actual).toEqual(expected);
});

test('licence classes go from A1 to C4', () => {
  expect([licenceClass.codes[0], licenceClass.codes.at(-1)]).toEqual(['A1', 'C4']);
});
