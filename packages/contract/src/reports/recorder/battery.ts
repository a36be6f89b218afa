import { z } from 'zod';
import { portableOptions } from '../../resources/equipment/portable';
import { addressColumn, numberColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { recordersFilter } from '../kit/filters';
import { report } from '../kit/report';

/** 电量变化明细 (report.md 2.2): how the charge of portable recorders went, a row a change of it; usage a day, and how long it lasts. */
export const batteryReport = report({
  screen: 'batteryChange',
  menu: 'portableController',
  right: 'exportBattery',
  base: '/api/base/portable',
  calls: { page: 'batteryChange', totals: 'batteryTotals', export: 'batteryExport', curve: 'batteryCurve' },
  unit: '次',
  range: { maxDays: 90, first: 'week' },
  order: 'time desc',
  curve: true,
  filters: { recorderIds: recordersFilter(4, portableOptions, 230) },
  stat: {
    recorder: textColumn('便携设备', 190),
    model: textColumn('型号', 80),
    battery: numberColumn('当前电量(%)', 100),
    daysLeft: numberColumn('预计可用(天)', 104, { decimals: 1 }),
    dailyUse: numberColumn('日均耗电(%)', 104, { decimals: 1 }),
    charges: numberColumn('充电(次)', 84),
    jumps: numberColumn('异常跳变(次)', 104, { tone: 'bad' }),
  },
  columns: {
    recorder: textColumn('便携设备', 190, { fixed: 'left' }),
    time: timeColumn('时间'),
    battery: numberColumn('电量(%)', 84),
    delta: numberColumn('变化(%)', 84),
    voltage: numberColumn('电压(V)', 84, { decimals: 2 }),
    charging: wordsColumn(
      '充电状态',
      84,
      { on: '充电中', off: '未充电', '': '' },
      { dots: { on: 'green', off: 'grey' } },
    ),
    /** more than thirty per cent from one reading to the next */
    mark: wordsColumn('标记', 96, { jump: '异常跳变', '': '' }),
    signal: numberColumn('信号强度', 84),
    address: addressColumn('位置', 260, ['lng', 'lat']),
  },
  fields: { lng: z.number().nullable(), lat: z.number().nullable() },
  hint: '电量变化1%或充放电切换记一行；一次变化超过30%为异常跳变，不计入日均耗电',
  empty: { title: '该时段没有电量变化', text: '设备可能没有上报，换一个日期再查询' },
});
