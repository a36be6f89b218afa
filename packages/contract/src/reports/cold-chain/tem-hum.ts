import { z } from 'zod';
import { address, number, plate, text, time, words } from '../kit/columns';
import { amount, choice, flag, several, vehicles } from '../kit/filters';
import { report } from '../kit/report';

const degrees = { decimals: 1, tone: 'limit', sortable: false } as const;

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
  drill: { track: true },
  filters: {
    vehicleIds: vehicles({ max: 4, equip: ['tem'], required: true }, 230),
    temTimeInterval: choice('间隔', { 0: '原始', 5: '5分', 10: '10分', 15: '15分', 30: '30分', 60: '60分' }, '10', 110),
    probes: several(
      '探头',
      { tem1: '温度1', tem2: '温度2', tem3: '温度3', tem4: '温度4', hum1: '湿度1', hum2: '湿度2' },
      140,
    ),
    /** in place of the probes' own bounds */
    lower: amount('下限', { min: -60, max: 80, unit: '℃', width: 110 }),
    upper: amount('上限', { min: -60, max: 80, unit: '℃', width: 110 }),
    onlyOver: flag('仅看超限', false),
  },
  columns: {
    plateNo: plate(),
    time: time('时间'),
    tem1: number('温度1(℃)', 84, degrees),
    tem2: number('温度2(℃)', 84, degrees),
    tem3: number('温度3(℃)', 84, { ...degrees, hidden: true }),
    tem4: number('温度4(℃)', 84, { ...degrees, hidden: true }),
    hum1: number('湿度1(%RH)', 88, degrees),
    hum2: number('湿度2(%RH)', 88, { ...degrees, hidden: true }),
    chiller: words('冷机', 64, { on: '运行', off: '停机', '': '' }),
    doors: text('车门', 110),
    speedKmh: number('速度(km/h)', 86, { sortable: false }),
    acc: words('ACC', 56, { on: '开', off: '关', '': '' }),
    address: address('位置', 230, ['lng', 'lat']),
    data: words('数据类型', 80, { real: '实时', late: '补传', none: '缺失' }),
  },
  fields: {
    /** columns whose reading lies outside of its bounds */
    over: z.array(z.string()),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
  },
  /** a row a probe: lowest, highest, mean by time, mean kinetic temperature, share in range (K7) */
  stat: {
    plateNo: text('车牌号', 96),
    probe: text('探头', 110),
    limits: text('上下限', 96),
    max: number('最高', 72, { decimals: 1 }),
    maxTime: time('最高时间'),
    min: number('最低', 72, { decimals: 1 }),
    minTime: time('最低时间'),
    avg: number('平均', 72, { decimals: 1 }),
    mkt: number('MKT(℃)', 80, { decimals: 2 }),
    passRate: number('合格率(%)', 88, { decimals: 1, tone: 'rate' }),
    overMin: number('超限时长(分)', 100, { tone: 'bad' }),
    completeRate: number('完整率(%)', 88, { decimals: 1, tone: 'rate' }),
  },
  hint: '缺失的时刻没有读数，不补值；红色为超出上下限',
  empty: { title: '该时段没有温湿度数据', text: '终端可能离线，换一个日期再查询' },
});
