import { z } from 'zod';
import { defineEnum } from '../core/enum';

/** Kinds of alarm rules (table `alarm_rule`); each has its parameters in {@link ruleParams}. */
export const ruleKind = defineEnum('ruleKind', {
  temperature: ['temperature', '超温'],
  humidity: ['humidity', '湿度'],
  door: ['door', '门磁'],
  speed: ['speed', '超速'],
  parking: ['parking', '停车超时'],
  idle: ['idle', '怠速超时'],
  fatigue: ['fatigue', '疲劳驾驶'],
  zone: ['zone', '区域'],
  line: ['line', '线路偏离'],
  oil: ['oil', '油量异常'],
  device: ['device', '设备异常'],
  terminal: ['terminal', '终端与车辆故障'],
  safety: ['safety', '主动安全'],
  timeliness: ['timeliness', '运输时效'],
});
export type RuleKind = (typeof ruleKind.codes)[number];

const whole = (low: number, high: number, text: string) => z.number(text).int(text).min(low, text).max(high, text);
const bound = z
  .number('上下限请填写 -60 至 100 之间的数')
  .min(-60, '上下限请填写 -60 至 100 之间的数')
  .max(100, '上下限请填写 -60 至 100 之间的数');
const percent = z
  .number('湿度请填写 0 至 100 之间的数')
  .min(0, '湿度请填写 0 至 100 之间的数')
  .max(100, '湿度请填写 0 至 100 之间的数');
const wall = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/u, '时间请按 HH:mm 填写');
const ids = z.array(z.string()).max(500, '最多选择 500 个地点');
const seconds = whole(0, 7200, '持续时间请填写 0 至 120 分钟');

/** Bounds of one channel; null = no bound on that side. */
const probeBounds = (value: typeof bound) =>
  z
    .object({ channel: whole(1, 8, '探头请填写 1 至 8'), lower: value.nullable(), upper: value.nullable() })
    .refine(({ lower, upper }) => lower !== null || upper !== null, '上限和下限至少填写一个')
    .refine(({ lower, upper }) => lower === null || upper === null || upper > lower, '上限必须大于下限');

const overLimit = {
  delayS: seconds.default(600),
  hysteresis: z.number().min(0, '回差请填写 0 至 5').max(5, '回差请填写 0 至 5').default(0.5),
  /** deviation above which an episode is 一般 / 严重, in the unit of the quantity; severe also when it lasts longer than `severeMin` */
  ordinaryAbove: z.number().min(0).max(100).default(2),
  severeAbove: z.number().min(0).max(100).default(5),
  severeMin: whole(1, 1440, '严重时长请填写 1 至 1440 分钟').default(60),
  /** 豁免: minutes after a door opened (0 = none), and while ACC is off */
  afterDoorMin: whole(0, 30, '开门豁免请填写 0 至 30 分钟').default(0),
  skipAccOff: z.boolean().default(false),
};

export const ruleParams = {
  temperature: z.object({
    /** empty: every probe by its own bounds from the probe set-up */
    probes: z.array(probeBounds(bound)).max(8).default([]),
    combine: z.enum(['any', 'all', 'average']).default('any'),
    ...overLimit,
  }),
  humidity: z.object({
    probes: z.array(probeBounds(percent)).min(1, '至少设置一个湿度探头').max(8),
    combine: z.enum(['any', 'all', 'average']).default('any'),
    ...overLimit,
  }),
  door: z.object({
    /** empty = every door */
    doors: z.array(whole(1, 7, '门请填写 1 至 7')).default([]),
    /** minutes a door may stay open; null = not looked at */
    openMin: whole(1, 240, '开门时长请填写 1 至 240 分钟').nullable().default(null),
    /** km/h from which an open door is an alarm; null = not looked at */
    movingKmh: whole(5, 30, '行驶开门速度请填写 5 至 30').nullable().default(null),
    /** opening outside every allowed site (and `outsideM` around it) */
    outside: z.boolean().default(false),
    outsideM: whole(0, 500, '站外距离请填写 0 至 500 米').default(100),
    /** allowed sites; empty = every site of the company */
    placeIds: ids.default([]),
    /** company time in which no door may open */
    closedFrom: wall.nullable().default(null),
    closedTo: wall.nullable().default(null),
  }),
  speed: z.object({
    limitKmh: whole(10, 160, '限速请填写 10 至 160'),
    durationS: whole(0, 600, '持续时间请填写 0 至 600 秒').default(10),
    /** also the limit of the region or line that the vehicle is in */
    placeLimits: z.boolean().default(true),
    /** share of the limit at night, per cent; 100 = the same */
    nightPercent: whole(50, 100, '夜间系数请填写 50% 至 100%').default(100),
    nightFrom: wall.default('22:00'),
    nightTo: wall.default('06:00'),
  }),
  parking: z.object({
    minutes: whole(5, 1440, '停车时长请填写 5 至 1440 分钟'),
    /** no alarm inside these places; with `anySite` inside no site of the company */
    placeIds: ids.default([]),
    anySite: z.boolean().default(true),
  }),
  idle: z.object({ minutes: whole(5, 240, '怠速时长请填写 5 至 240 分钟') }),
  fatigue: z.object({
    /** minutes of driving without rest by day and in the night window, and in any 24 h */
    dayMin: whole(60, 240, '连续驾驶请填写 60 至 240 分钟').default(240),
    nightMin: whole(30, 120, '夜间连续驾驶请填写 30 至 120 分钟').default(120),
    totalMin: whole(120, 480, '24 小时累计驾驶请填写 120 至 480 分钟').default(480),
    restMin: whole(20, 120, '休息时长请填写 20 至 120 分钟').default(20),
  }),
  zone: z.object({
    placeIds: ids.min(1, '请至少选择一个区域'),
    trigger: z.enum(['enter', 'leave', 'stay']),
    /** minutes inside, for `stay` */
    minutes: whole(1, 1440, '停留时长请填写 1 至 1440 分钟').default(60),
  }),
  line: z.object({
    placeIds: ids.min(1, '请至少选择一条线路'),
    /** metres beyond the corridor; seconds that it must last */
    awayM: whole(0, 5000, '偏离距离请填写 0 至 5000 米').default(0),
    durationS: whole(0, 3600, '持续时间请填写 0 至 3600 秒').default(60),
  }),
  oil: z.object({
    dropL: z
      .number('油量下降请填写 1 至 500 升')
      .min(1, '油量下降请填写 1 至 500 升')
      .max(500, '油量下降请填写 1 至 500 升')
      .default(8),
    dropPercent: z.number().min(0).max(50, '油量下降比例请填写 0 至 50').default(3),
    idleLPerH: z.number().min(0).max(20, '怠速油耗请填写 0 至 20').default(2),
  }),
  device: z.object({
    faults: z
      .array(z.enum(['offline', 'powerCut', 'notLocated', 'lowBattery', 'probe']))
      .min(1, '请至少选择一种设备异常'),
    /** minutes without a report, ACC on and off */
    offlineMin: whole(10, 4320, '离线时长请填写 10 至 4320 分钟').default(10),
    offlineAccOffMin: whole(10, 4320, '离线时长请填写 10 至 4320 分钟').default(40),
    batteryPercent: whole(1, 50, '低电量请填写 1% 至 50%').default(20),
  }),
  terminal: z.object({
    /** bits of the alarm word (contract/alarm/terminal-alarms) */
    bits: z.array(whole(0, 31, '报警位请填写 0 至 31')).min(1, '请至少选择一种终端报警'),
  }),
  safety: z.object({
    /** alarmType codes with the speed from which they count; a type that is absent is off */
    types: z.array(z.object({ type: z.number().int(), minKmh: whole(0, 160, '速度门限请填写 0 至 160') })).min(1),
  }),
  timeliness: z.object({
    earlyMin: whole(0, 1440, '提前量请填写 0 至 1440 分钟').default(30),
    lateMin: whole(0, 1440, '延迟量请填写 0 至 1440 分钟').default(15),
  }),
} satisfies Record<RuleKind, z.ZodType>;

export type RuleParams = { [K in RuleKind]: z.infer<(typeof ruleParams)[K]> };

/** When a rule holds, company time; empty lists = always. A span that ends before it begins goes over midnight. */
export const rulePeriod = z.object({
  weekdays: z.array(whole(1, 7, '星期请填写 1 至 7')).default([]),
  spans: z
    .array(z.object({ from: wall, to: wall }))
    .max(6, '最多设置 6 个时段')
    .default([]),
});
export type RulePeriod = z.infer<typeof rulePeriod>;

export const ruleScope = defineEnum('ruleScope', {
  company: [1, '全部车辆'],
  fleets: [2, '指定车队'],
  vehicles: [3, '指定车辆'],
});
