import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { numberWithin, optionalNumber } from '../../core/field/inputs';
import { dateTime, id, requiredTime } from '../../core/page';
import { batchLine } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { button } from '../../shell/rights';
import type { TankPoint } from './tank-shape';

const base = '/api/report/oilCalibration';
const seeing = { menu: menus.refuel.id } as const;
const right = button('refuel', 'calibrate');

/** How many tanks of a vehicle have a sensor, and how many points a calibration table has. */
export const mostTanks = 2;
export const tankPoints = { least: 3, most: 60 } as const;
/** So many days back a new table can be reckoned with. */
export const recalcDays = 31;

const point = z.object({
  raw: z.number('请输入高度/电压值'),
  litres: numberWithin({ min: 0, max: 2000, places: 1, unit: 'L' }),
});

/** What is wrong with a calibration table: index of the point, field and sentence; empty when nothing is. */
export function tableFaults(
  points: readonly TankPoint[],
  { capacityL, rangeMin, rangeMax }: { capacityL: number; rangeMin: number | null; rangeMax: number | null },
): Array<{ index: number; field: keyof TankPoint; msg: string }> {
  return points.flatMap(({ raw, litres }, index) => {
    const before = points[index - 1];
    const found: Array<{ index: number; field: keyof TankPoint; msg: string }> = [];
    if (before && raw <= before.raw) found.push({ index, field: 'raw', msg: '标定点必须递增' });
    if (before && litres <= before.litres) found.push({ index, field: 'litres', msg: '标定点必须递增' });
    if ((rangeMin !== null && raw < rangeMin) || (rangeMax !== null && raw > rangeMax))
      found.push({ index, field: 'raw', msg: '超出传感器量程' });
    if (litres > capacityL) found.push({ index, field: 'litres', msg: `不能大于油箱容量${capacityL}L` });
    return found;
  });
}

const litres = optionalNumber({ min: 1, max: 500, places: 1, unit: 'L' });
const percent = optionalNumber({ min: 0.1, max: 50, places: 1, unit: '%' });

const fields = {
  capacityL: numberWithin({ min: 20, max: 2000, places: 0, unit: 'L' }),
  shape: z.literal([1, 2, 3, 4], '请选择油箱形状'),
  /** what the sensor can say */
  rangeMin: z.number('请输入数字').nullable(),
  rangeMax: z.number('请输入数字').nullable(),
  points: z
    .array(point)
    .min(tankPoints.least, `标定点至少${tankPoints.least}个`)
    .max(tankPoints.most, `标定点最多${tankPoints.most}个`),
  /** 怠速油耗, 参考百公里油耗; from when a rise is a refuelling and a drop a loss (K10). Null: the usual */
  idleLPerH: optionalNumber({ min: 0.1, max: 20, places: 1, unit: 'L/h' }),
  refLPer100Km: optionalNumber({ min: 1, max: 200, places: 1, unit: 'L' }),
  riseL: litres,
  risePercent: percent,
  dropL: litres,
  dropPercent: percent,
  remark: z.string().trim().max(100, '最多100个字符').default(''),
};
export const tankFields = z.object(fields);
export type TankFields = z.output<typeof tankFields>;

const tankNo = z.number('请选择油箱').int().min(1, '油箱编号为1~2').max(mostTanks, '油箱编号为1~2');

/** A tank as it is calibrated now. */
const number = z.number().nullable();
const tank = z.object({
  tank: z.number(),
  version: z.number(),
  startTime: dateTime.nullable(),
  capacityL: z.number(),
  shape: z.literal([1, 2, 3, 4]),
  rangeMin: number,
  rangeMax: number,
  points: z.array(z.object({ raw: z.number(), litres: z.number() })),
  idleLPerH: number,
  refLPer100Km: number,
  riseL: number,
  risePercent: number,
  dropL: number,
  dropPercent: number,
  remark: z.string(),
});
export type Tank = z.output<typeof tank>;

export const tankGet = endpoint({
  path: `${base}/get`,
  access: seeing,
  visit: 'look',
  title: '查询油量标定',
  input: z.object({ vehicleId: id }),
  output: z.object({
    vehicleId: id,
    plateNo: z.string(),
    vehicleColor: z.number(),
    remarkNo: z.string(),
    /** the company that shares the vehicle; then nothing can be saved. Empty for an own vehicle. */
    sharedFrom: z.string(),
    /** of the register of vehicles, L; null while unknown */
    capacityL: z.number().nullable(),
    /** sensors that the vehicle has */
    sensors: z.number(),
    tanks: z.array(tank),
    /** newest raw values by tank, null where a sensor said nothing; when that was */
    raw: z.array(z.number().nullable()),
    readTime: dateTime.nullable(),
  }),
});

/** A new version of one tank's table, valid from a moment on; readings before it keep their meaning. */
export const tankSave = endpoint({
  path: `${base}/save`,
  access: right,
  visit: 'write',
  title: '保存油量标定',
  input: z
    .object({
      vehicleId: id,
      tank: tankNo,
      /** of the table that was read; 0: there was none */
      version: z.number().int().min(0, '缺少版本号'),
      effectiveFrom: requiredTime('请选择生效时间'),
      /** refuelling and losses since then are found anew */
      recalc: z.boolean().default(false),
      ...fields,
    })
    .superRefine((v, issue) => {
      if (v.rangeMin !== null && v.rangeMax !== null && v.rangeMax <= v.rangeMin)
        issue.addIssue({ code: 'custom', path: ['rangeMax'], message: '量程上限须大于下限' });
      for (const { index, field, msg } of tableFaults(v.points, v))
        issue.addIssue({ code: 'custom', path: ['points', index, field], message: msg });
    }),
  /** days that are computed again, in the background */
  output: z.object({ version: z.number(), days: z.number() }),
});

export const tankHistory = endpoint({
  path: `${base}/history`,
  access: seeing,
  visit: 'look',
  title: '油量标定历史版本',
  input: z.object({ vehicleId: id }),
  output: z.array(
    z.object({
      id,
      tank: z.number(),
      /** null: since the beginning */
      startTime: dateTime.nullable(),
      /** null: the present version */
      endTime: dateTime.nullable(),
      userName: z.string(),
      savedTime: dateTime,
      capacityL: z.number().nullable(),
      points: z.number(),
      remark: z.string(),
    }),
  ),
});

/** Copies the tables of one vehicle to others of its type, from now on; one line of result for each. */
export const tankCopy = endpoint({
  path: `${base}/copy`,
  access: right,
  visit: 'write',
  title: '复制油量标定到其他车辆',
  input: z.object({
    vehicleId: id,
    ids: z.array(id).min(1, '请选择车辆').max(200, '一次最多复制到200辆车'),
  }),
  output: z.array(batchLine),
});
