import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { numberWithin } from '../../core/field/inputs';
import { keysOf } from '../../core/keys';
import { dateTime } from '../../core/page';
import { changeHisCall } from '../../core/register/pieces';
import { menus } from '../../shell/menus';

const base = '/api/base/org/calc' as const;
const read = { menu: menus.structure.id } as const;

interface CalcField {
  label: string;
  unit: string;
  min: number;
  max: number;
  places: number;
  /** value that applies until the company sets another one */
  standard: number;
  /** what it decides, for the form */
  help: string;
}
const whole = { places: 0 } as const;

/** Constants of the calculation that a company may set (report.md section 1), in the order of the form. */
export const calcFields = {
  movingSpeedKmh: { label: '行驶速度', unit: 'km/h', min: 1, max: 30, ...whole, standard: 5, help: '达到后算行驶' },
  stayRadiusM: {
    label: '停留漂移半径',
    unit: '米',
    min: 20,
    max: 500,
    ...whole,
    standard: 100,
    help: '在此范围内的位置变化不算移动',
  },
  truckMaxKmh: {
    label: '货车最高速度',
    unit: 'km/h',
    min: 80,
    max: 250,
    ...whole,
    standard: 160,
    help: '位置变化更快的点视为漂移，不计入里程',
  },
  otherMaxKmh: {
    label: '其他车辆最高速度',
    unit: 'km/h',
    min: 80,
    max: 300,
    ...whole,
    standard: 200,
    help: '面包车和其他类型的车辆',
  },
  tripGapMin: {
    label: '行程间隔停车',
    unit: '分钟',
    min: 5,
    max: 240,
    ...whole,
    standard: 15,
    help: '停车达到后算两个行程',
  },
  tripMinKm: {
    label: '最短行程里程',
    unit: '公里',
    min: 0,
    max: 50,
    places: 1,
    standard: 0.5,
    help: '更短的移动并入停车',
  },
  tripMinMin: {
    label: '最短行程时长',
    unit: '分钟',
    min: 0,
    max: 120,
    ...whole,
    standard: 3,
    help: '更短的移动并入停车',
  },
  gapMaxMin: {
    label: '数据间断',
    unit: '分钟',
    min: 5,
    max: 120,
    ...whole,
    standard: 10,
    help: '超过算无数据；终端上报间隔的3倍更长时以其为准',
  },
  offlineOnMin: {
    label: '点火时离线',
    unit: '分钟',
    min: 2,
    max: 1440,
    ...whole,
    standard: 10,
    help: '没有任何消息达到后显示离线',
  },
  offlineOffMin: {
    label: '熄火时离线',
    unit: '分钟',
    min: 2,
    max: 10_080,
    ...whole,
    standard: 40,
    help: '没有任何消息达到后显示离线',
  },
  latePushMin: {
    label: '补传不推送',
    unit: '分钟',
    min: 0,
    max: 1440,
    ...whole,
    standard: 30,
    help: '发生超过此时间的报警只记录、不推送',
  },
  unprovenHours: {
    label: '迟到，未证实',
    unit: '小时',
    min: 1,
    max: 720,
    ...whole,
    standard: 24,
    help: '测得后超过此时间才收到的温湿度，在记录中标明',
  },
  scoreSpeeding: {
    label: '日评分：超速',
    unit: '分',
    min: 0,
    max: 100,
    ...whole,
    standard: 5,
    help: '行驶日报中每次超速扣分',
  },
  scoreFatigue: {
    label: '日评分：疲劳驾驶',
    unit: '分',
    min: 0,
    max: 100,
    ...whole,
    standard: 10,
    help: '行驶日报中每次疲劳驾驶扣分',
  },
  scorePhone: {
    label: '日评分：接打电话',
    unit: '分',
    min: 0,
    max: 100,
    ...whole,
    standard: 3,
    help: '行驶日报中每次接打电话扣分',
  },
} as const satisfies Record<string, CalcField>;

export type CalcSettings = Record<keyof typeof calcFields, number>;
type CalcKey = keyof CalcSettings;
export const calcKeys = keysOf(calcFields);

// made from all keys of the table, which `Object.fromEntries` cannot tell
export const calcDefaults = Object.fromEntries(calcKeys.map((key) => [key, calcFields[key].standard])) as CalcSettings;

const amountSchema = (key: CalcKey) => {
  const { min, max, places, unit } = calcFields[key];
  return numberWithin({ min, max, places, unit });
};
/** All constants. A constant that an older stored version does not have gets its standard. */
export const calcSettings = z
  .object(
    // made from all keys of the table
    Object.fromEntries(calcKeys.map((key) => [key, amountSchema(key)])) as Record<
      CalcKey,
      ReturnType<typeof amountSchema>
    >,
  )
  .refine(({ offlineOnMin, offlineOffMin }) => offlineOffMin >= offlineOnMin, {
    path: ['offlineOffMin'],
    message: '熄火时离线的分钟数不能小于点火时离线',
  });

// made from all keys of the table
const values = z.object(Object.fromEntries(calcKeys.map((key) => [key, z.number()])) as Record<CalcKey, z.ZodNumber>);

export const companyCalc = endpoint({
  path: `${base}/info`,
  access: read,
  title: '计算参数',
  output: z.object({
    settings: values,
    version: z.number(),
    /** since when these hold; null = the standard has always held */
    since: dateTime.nullable(),
    /** true for administrators; other users may only read */
    editable: z.boolean(),
  }),
});

export const saveCompanyCalc = endpoint({
  path: `${base}/save`,
  access: read,
  title: '修改计算参数（企业管理员）',
  input: calcSettings.safeExtend({ version: z.number().int().min(0, '缺少版本号') }),
  output: z.object({ version: z.number() }),
});

export const companyCalcHis = changeHisCall(base, read, '计算参数');
