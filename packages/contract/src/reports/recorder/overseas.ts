import { locType } from '../../resources/device/enums';
import { portableOptions } from '../../resources/equipment/portable';
import { type Asked, addressColumn, numberColumn, textColumn, wordsColumn } from '../kit/columns';
import { arrivalDots } from '../kit/dots';
import { choiceFilter, multiChoiceFilter, recordersFilter } from '../kit/filters';
import { arrivalWords, probeFigures, readingFields, readingFilters } from '../kit/readings';
import { report } from '../kit/report';
import { overseasWay, wayDays, zones } from './overseas-way';

const degrees = { decimals: 1, tone: 'limit', sortable: false } as const;
/** Readings in the unit that was chosen say so in the heading. */
const withUnit =
  (label: string) =>
  ({ unit }: Asked): string =>
    `${label}(${unit === 'f' ? '℉' : '℃'})`;
const { temTimeInterval, zone, lower, upper, onlyOver } = readingFilters;
const { plateNo: _plate, mkt: _mkt, ...figures } = probeFigures;
const { max, maxTime, min, minTime, avg, unproven: _unproven, ...rest } = figures;

/** 海外温湿度报表 (report.md 3.2): what portable recorders read on their way abroad, on a clock and in a unit of one's choice. */
export const overseasReport = report({
  screen: 'temHumOverseasReport',
  menu: 'temHumOverseas',
  base: '/api/report/temHumOverseas',
  calls: { page: 'list' },
  unit: '行',
  range: { maxDays: wayDays, first: 'week' },
  curve: true,
  actions: [overseasWay],
  record: { name: '温湿度记录', label: '打印PDF' },
  named: ['tem1', 'tem2', 'hum1'],
  filters: {
    recorderIds: recordersFilter(4, portableOptions, 230),
    timeZone: choiceFilter('时区', zones, 'beijing', 170),
    unit: choiceFilter('单位', { c: '℃', f: '℉' }, 'c', 100),
    temTimeInterval,
    probes: multiChoiceFilter('探头', { tem1: '温度1', tem2: '温度2', hum1: '湿度' }, 140),
    zone,
    lower,
    upper,
    onlyOver,
    lang: choiceFilter('PDF语言', { zh: '中文', en: 'English' }, 'zh', 150),
  },
  columns: {
    recorder: textColumn('便携设备', 180, { fixed: 'left' }),
    /** on the clock that was chosen */
    clock: {
      ...textColumn('时间', 164),
      // filters are as they were asked for
      label: ({ timeZone }: Asked) => `时间（${zones[timeZone as keyof typeof zones] ?? zones.beijing}）`,
    },
    tem1: numberColumn(withUnit('温度1'), 84, degrees),
    tem2: numberColumn(withUnit('温度2'), 84, degrees),
    hum1: numberColumn('湿度(%RH)', 88, degrees),
    localTime: textColumn('当地时间', 164, { when: ({ timeZone }) => timeZone !== 'local' }),
    country: textColumn('国家/地区', 110),
    region: textColumn('当地时区', 130),
    locType: wordsColumn('定位方式', 84, { 1: locType.label(1), 2: locType.label(2), 3: locType.label(3), '': '' }),
    address: addressColumn('位置', 240, ['lng', 'lat']),
    battery: numberColumn('电量(%)', 80, { sortable: false, hidden: true }),
    data: wordsColumn('数据类型', 104, { ...arrivalWords, silent: '运输静默' }, { dots: arrivalDots }),
  },
  fields: readingFields,
  stat: {
    recorder: textColumn('便携设备', 180),
    ...rest,
    max,
    maxTime,
    min,
    minTime,
    avg,
    mkt: numberColumn('MKT', 72, { decimals: 2 }),
  },
  hint: '国家/地区按所在时区判断；两天以内没有上报为运输静默；冬令时重复的一小时两次都列出，以时差区分；筛选的上下限按℃填写',
  empty: { title: '该时段没有温湿度数据', text: '设备在途时可能没有信号，到港后会补传；换一个日期再查询' },
});
