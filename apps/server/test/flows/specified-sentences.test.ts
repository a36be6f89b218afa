import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as alarms from '@tongda/contract/reports/alarm/nine';
import { lineBindingReport } from '@tongda/contract/reports/customized/line-binding';
import { operationLogReport } from '@tongda/contract/reports/customized/operation-log';
import { oilDynamicsReport } from '@tongda/contract/reports/driving/oil-dynamics';
import { expect, test } from 'vitest';

/** The sentences that report.md prescribes, each with the test that brings its case about. */
const refusals: ReadonlyArray<readonly [section: string, sentence: string, shownBy: string]> = [
  ['0', '查询时间跨度不能超过', 'reports/kit/refusals.test.ts'],
  ['0', '开始时间不能', 'reports/kit/refusals.test.ts'],
  ['3.1', '所选车辆未安装温度探头', 'reports/kit/readings.test.ts'],
  // says besides whose service ended and when
  ['3.1', '仅可查询到期前数据', 'reports/kit/readings.test.ts'],
  ['4.5', '未安装油量传感器', 'reports/driving/oil/refuel.test.ts'],
  ['4.5', '标定点必须递增', 'reports/driving/oil/refuel.test.ts'],
  ['4.10', '未配置外部数据源', 'reports/driving/outside/external-vehicle.test.ts'],
  // names who
  ['6.0', '报警已被', 'modules/watch/alarm/routes.test.ts'],
  ['7.1', '短信余额不足', 'modules/rules/push/routes.test.ts'],
  ['7.2', '与规则', 'modules/rules/alarm-rule/routes.test.ts'],
  ['8.5', '车辆时间冲突', 'reports/customized/dispatch/report.test.ts'],
  ['8.7', '同一时段已绑定其他线路', 'reports/customized/line-binding/report.test.ts'],
  ['8.8', '该车辆在此时段已绑定客户', 'reports/customized/vehicle-binding.test.ts'],
];

test.each(refusals)('%s: “%s” is said, and %s shows when', (_, sentence, shownBy) => {
  expect(readFileSync(join(import.meta.dirname, '../../src', shownBy), 'utf8')).toContain(sentence);
});

test.each([
  ['6.0', alarms.overTemperatureAlarms, '该时段无超温报警'],
  ['6.0', alarms.speedingAlarms, '该时段无超速报警'],
  ['6.0', alarms.humidityAlarms, '该时段无湿度报警'],
  ['6.0', alarms.doorAlarms, '该时段无门磁报警'],
  ['6.0', alarms.carbonDioxideAlarms, '该时段无二氧化碳报警'],
  ['6.0', alarms.parkingAlarms, '该时段无停车报警'],
  ['6.0', alarms.fatigueAlarms, '该时段无疲劳驾驶报警'],
  ['6.0', alarms.deviceAlarms, '设备运行正常，暂无异常'],
  ['6.0', alarms.faultAlarms, '该时段无车辆故障'],
  ['4.7', oilDynamicsReport, '该时段无油量数据'],
  ['8.8', operationLogReport, '暂无操作记录'],
  ['8.8', lineBindingReport, '暂无线路绑定'],
])('%s: an empty list says what the specification says: $empty.title', (_, { empty }, sentence) => {
  expect(empty?.title).toBe(sentence);
});
