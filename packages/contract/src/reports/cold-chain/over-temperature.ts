import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { batchLine, version } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { maxHandleFiles } from '../../watch/alarm/calls';
import { alarmHandleStatus } from '../../watch/alarm/enums';
import { episodeLevel, episodeStatus } from '../../watch/alarm/episode';
import {
  type Asked,
  addressColumn,
  fleetColumn,
  numberColumn,
  plateColumn,
  textColumn,
  timeColumn,
  wordsColumn,
} from '../kit/columns';
import { arrivalDots, episodeDots, handleDots, levelDots } from '../kit/dots';
import {
  amountFilter,
  choiceFilter,
  flagFilter,
  fleetFilters,
  multiChoiceFilter,
  settingFilter,
  vehiclesFilter,
} from '../kit/filters';
import { report } from '../kit/report';

const base = '/api/report/overTemperature';
const { fleetId, orgId } = fleetFilters;
const degrees = { decimals: 1 } as const;
/** Not a column of the table: figures of the strip that every row carries a part of. */
const stripOnly = { when: () => false } as const;

const levels = { 1: episodeLevel.label(1), 2: episodeLevel.label(2), 3: episodeLevel.label(3) };
const handled = {
  0: alarmHandleStatus.label(0),
  1: alarmHandleStatus.label(1),
  2: alarmHandleStatus.label(2),
  3: alarmHandleStatus.label(3),
  5: alarmHandleStatus.label(5),
};
/** Whose bounds 合格率 is by: rules say when to tell somebody, so that of them the probes' own bounds count (K7). */
const rateBounds: Readonly<Record<string, string>> = {
  rule: '按探头上下限，不按报警规则的限值',
  custom: '按所填上下限',
  waybill: '按运单温区的上下限，只计运单在途时段',
};
const rateHint = ({ basis = 'rule', inTransit }: Asked): string =>
  `${rateBounds[String(basis)] ?? ''}：合格时长 ÷ 有读数的时长${inTransit === true && basis !== 'waybill' ? '，只计运单在途时段' : ''}`;

/** 疑似原因, the first that is true (report.md 3.3). */
export const overCauses = {
  door: '开门',
  stopped: '停机',
  defrost: '除霜',
  preCooling: '预冷不足',
  probe: '探头异常',
  unknown: '未知',
} as const;

/** What was done about an episode: dealt with on the spot, a false alarm, or damage that is reported on. */
export const overHandleType = { onSite: '现场处置', falseAlarm: '误报', damage: '货损上报' } as const;

/** 处理 of episodes that alarm rules found; a line of result each. */
export const overTemperatureHandle = endpoint({
  path: `${base}/handle`,
  access: button('overTemperature', 'handle'),
  visit: 'write',
  title: '处理超温',
  input: z.object({
    episodes: z.array(z.object({ id, version })).min(1, '请选择超温记录').max(200, '一次最多处理200条'),
    handleType: z.enum(['onSite', 'falseAlarm', 'damage'], '请选择处理方式'),
    remark: z
      .string('请输入处理意见')
      .trim()
      .min(2, '处理意见请填写 2 至 200 个字')
      .max(200, '处理意见请填写 2 至 200 个字'),
    files: z.array(id).max(maxHandleFiles, `照片最多${maxHandleFiles}张`).default([]),
  }),
  output: z.array(batchLine),
});

/** 偏差报告 of one alarm as PDF: what was measured, what was done, and room for cause and measures (CAPA). */
export const overTemperaturePrint = endpoint({
  path: `${base}/print`,
  access: button('overTemperature', 'print'),
  visit: 'look',
  title: '打印偏差报告',
  input: z.object({
    episodeId: id,
    vehicleId: id,
    /** epoch ms: when it began */
    fromMs: z.number(),
    startTime: dateTime,
    format: z.literal('pdf').default('pdf'),
  }),
  output: z.object({ id }),
});

/** 超温报表 (report.md 3.3): every episode outside of bounds (K8), by alarm rules, by any bounds, or by the zone of the waybill; computed from samples. */
export const overTemperatureReport = report({
  screen: 'overTemperatureReport',
  menu: 'overTemperature',
  base,
  unit: '次',
  range: { maxDays: 31, first: 'week' },
  order: 'startTime desc',
  drill: { track: true, curve: true },
  actions: [overTemperatureHandle, overTemperaturePrint],
  strip: ['minutes', 'vehicles', 'worstC', 'degMin', 'passRate'],
  spread: true,
  filters: {
    vehicleIds: vehiclesFilter({ max: 100, equip: ['tem'] }),
    basis: choiceFilter('判断依据', { rule: '报警规则', custom: '自定义上下限', waybill: '运单温区' }, 'rule', 190),
    lower: amountFilter('下限', { min: -60, max: 80, unit: '℃', width: 110 }),
    upper: amountFilter('上限', { min: -60, max: 80, unit: '℃', width: 110 }),
    minMinutes: settingFilter('持续≥', { min: 0, max: 1440, initial: 10, unit: '分', width: 120 }),
    levels: multiChoiceFilter('级别', levels, 120),
    handleStatus: multiChoiceFilter('处理状态', handled, 140),
    inTransit: flagFilter('仅在途', false),
    fleetId,
    orgId,
  },
  columns: {
    plateNo: plateColumn(),
    fleetName: fleetColumn({ hidden: true }),
    probe: textColumn('探头', 80, { goneBy: 'status' }),
    zone: textColumn('温区', 72),
    lower: numberColumn('下限(℃)', 76, degrees),
    upper: numberColumn('上限(℃)', 76, degrees),
    startTime: timeColumn('开始时间'),
    /** null while it goes on */
    endTime: timeColumn('结束时间'),
    status: wordsColumn(
      '状态',
      72,
      { 0: episodeStatus.label(0), 1: episodeStatus.label(1), 2: episodeStatus.label(2) },
      { dots: episodeDots },
    ),
    minutes: numberColumn('持续时长(分)', 96, { total: 'sum' }),
    direction: wordsColumn('方向', 64, { high: '超高', low: '超低' }),
    extreme: numberColumn('极值(℃)', 80, { ...degrees, tone: 'limit' }),
    maxC: numberColumn('最高(℃)', 76, { ...degrees, sortable: false }),
    minC: numberColumn('最低(℃)', 76, { ...degrees, sortable: false }),
    avgC: numberColumn('平均(℃)', 76, { ...degrees, sortable: false }),
    deviation: numberColumn('最大偏差(℃)', 96, degrees),
    degMin: numberColumn('超温度时(℃·分)', 116, { ...degrees, total: 'sum' }),
    level: wordsColumn('级别', 72, levels, { sortable: true, dots: levelDots }),
    cause: wordsColumn('疑似原因', 84, overCauses),
    doorMin: numberColumn('开门(分)', 80, { ...degrees, sortable: false }),
    chiller: wordsColumn('冷机', 64, { on: '运行', off: '停机', frost: '除霜', '': '' }),
    address: addressColumn('开始位置', 220, ['lng', 'lat']),
    endAddress: addressColumn('结束位置', 220, ['endLng', 'endLat'], { hidden: true }),
    waybill: textColumn('关联运单', 130),
    driver: textColumn('司机', 72),
    handleStatus: wordsColumn('处理状态', 96, { ...handled, '': '' }, { dots: handleDots }),
    handledBy: textColumn('处理人', 84),
    remark: textColumn('处理意见', 180),
    data: wordsColumn('数据', 72, { real: '实时', late: '补传', gap: '缺口' }, { dots: arrivalDots }),
    vehicles: numberColumn('涉及车辆(辆)', 0, { ...stripOnly, total: 'sum' }),
    worstC: numberColumn('最大偏差(℃)', 0, { ...stripOnly, ...degrees, total: 'max' }),
    passRate: numberColumn('合格率(%)', 0, { ...stripOnly, decimals: 2, total: 'own', hint: rateHint }),
  },
  fields: {
    /** the alarm that people handle; null where the bounds are the reader's own */
    episodeId: id.nullable(),
    version: z.number().int(),
    /** lent by another company, which handles it */
    shared: z.boolean(),
    over: z.array(z.string()),
    /** temperature channel, from 1; 0: the mean of several or all of them */
    channel: z.number().int(),
    lng: z.number().nullable(),
    lat: z.number().nullable(),
    endLng: z.number().nullable(),
    endLat: z.number().nullable(),
    fromMs: z.number(),
    untilMs: z.number(),
    /** it began within half an hour of loading a box that had not been pre-cooled */
    uncooled: z.boolean(),
  },
  hint: '由原始采样计算；持续时长自首个超限样本起，至连续两次回到限内（含回差）的第一次；封存记录不计回差，可能略短；缺口为终端无数据而结束；已撤销为补传后不成立，不计入合计',
  empty: { title: '该时段没有超温', text: '换一个日期、把持续时长调小，或用自定义上下限再查询' },
});
