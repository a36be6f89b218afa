import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';
import { sealedDayOfVehicle } from '../../watch/seal/calls';
import { addressColumn, numberColumn, plateColumn, textColumn, timeColumn, wordsColumn } from '../kit/columns';
import { arrivalDots } from '../kit/dots';
import { vehiclesFilter, waybillFilter, waybillTime } from '../kit/filters';
import { arrivalWords, probeFigures, readingFields, readingFilters } from '../kit/readings';
import { report } from '../kit/report';
import { temHumRemark, temHumRemarks } from './remarks';

const degrees = { decimals: 1, tone: 'limit', sortable: false } as const;

/** 运单号: the vehicle of a waybill and the time that it was under way. */
export const temHumWaybill = endpoint({
  path: '/api/report/temHum/waybill',
  access: { menu: menus.temHum.id },
  visit: 'look',
  title: '运单的车辆与时段',
  ...waybillTime,
});

/** 可验证: the sealed days of one vehicle in a range, the newest version of each; with `check` their readings are hashed again. */
export const temHumSeals = endpoint({
  path: '/api/report/temHum/seals',
  access: { menu: menus.temHum.id },
  visit: 'look',
  title: '车辆已封存的温湿度日',
  input: z.object({ vehicleId: id, startTime: dateTime, endTime: dateTime, check: z.boolean().default(false) }),
  output: z.object({ days: z.array(sealedDayOfVehicle) }),
});

/** 温湿度报表 (report.md 3.1): what the probes of a vehicle read, every so many minutes; figures a probe (K7) and curves of the same readings. */
export const temHumReport = report({
  screen: 'temHumReport',
  menu: 'temHum',
  base: '/api/report/temHum',
  calls: { page: 'list' },
  unit: '行',
  range: { maxDays: 31, first: 'today' },
  order: 'time asc',
  curve: true,
  record: { name: '封存记录', label: '封存记录PDF' },
  drill: { track: true },
  named: ['tem1', 'tem2', 'tem3', 'tem4', 'hum1', 'hum2'],
  actions: [temHumWaybill, temHumSeals, temHumRemark, temHumRemarks],
  filters: {
    vehicleIds: vehiclesFilter({ max: 20, equip: ['tem'], required: true }, 230),
    waybill: waybillFilter(temHumWaybill),
    ...readingFilters,
  },
  columns: {
    plateNo: plateColumn(),
    time: timeColumn('时间'),
    tem1: numberColumn('温度1(℃)', 84, degrees),
    tem2: numberColumn('温度2(℃)', 84, degrees),
    tem3: numberColumn('温度3(℃)', 84, { ...degrees, hidden: true }),
    tem4: numberColumn('温度4(℃)', 84, { ...degrees, hidden: true }),
    hum1: numberColumn('湿度1(%RH)', 88, degrees),
    hum2: numberColumn('湿度2(%RH)', 88, { ...degrees, hidden: true }),
    /** what the waybill under way asks of the unit */
    setTem: numberColumn('设定温度(℃)', 96, { decimals: 1, sortable: false }),
    chiller: wordsColumn('冷机', 64, { on: '运行', off: '停机', frost: '除霜', '': '' }),
    doors: textColumn('车门', 110),
    speedKmh: numberColumn('速度(km/h)', 86, { sortable: false }),
    acc: wordsColumn('ACC', 56, { on: '开', off: '关', '': '' }),
    address: addressColumn('位置', 230, ['lng', 'lat']),
    data: wordsColumn('数据类型', 110, arrivalWords, { dots: arrivalDots }),
  },
  fields: readingFields,
  stat: probeFigures,
  hint: '缺失的时刻没有读数，不补值；红色为超出上下限；设定温度取自在途运单；“迟到，未证实”的时限见计算参数',
  empty: { title: '该时段没有温湿度数据', text: '终端可能离线，换一个日期再查询' },
});
