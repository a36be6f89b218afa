import { z } from 'zod';
import {
  custom,
  type More,
  numberField,
  oneOf,
  optionalNumberField,
  roadClasses,
  safetyTypes,
  switchField,
} from './field';

export const minutes = { unit: '分钟' } as const;
const levels = { group: '级别划分' } as const;
export const exempt = { group: '豁免' } as const;

/** K8: delay, hysteresis, steps of level and exemptions of everything that has bounds. */
export const overLimit = (
  unit: string,
  first: { delayMin: number; hysteresis: number; ordinary: number; severe: number },
) => {
  const top = unit === 'ppm' ? 5000 : 100;
  return {
    delayS: numberField(
      '持续时间',
      { min: 0, max: 120, unit: '分钟', places: 1, scale: 60, first: first.delayMin * 60 },
      {
        help: '连续超限达到后报警；0 为立即',
      },
    ),
    hysteresis: numberField(
      '回差',
      { min: 0, max: unit === 'ppm' ? 1000 : 5, unit, places: 1, first: first.hysteresis },
      {
        help: '回到界限以内这么多才算恢复',
      },
    ),
    ordinaryAbove: numberField('一般：偏差超过', { min: 0, max: top, unit, places: 1, first: first.ordinary }, levels),
    severeAbove: numberField('严重：偏差超过', { min: 0, max: top, unit, places: 1, first: first.severe }, levels),
    severeMin: numberField('严重：持续超过', { min: 1, max: 1440, ...minutes, first: 60 }, levels),
    lostTimes: optionalNumberField(
      '缺数报警：超过',
      { min: 2, max: 100, unit: '个上传间隔' },
      { help: '至少10分钟，熄火40分钟' },
    ),
    afterDoorMin: numberField('开门后', { min: 0, max: 30, ...minutes, first: 0 }, { ...exempt, help: '0 为不豁免' }),
    skipAccOff: switchField('熄火且无任务时不报警', false, { ...exempt, help: '运单在途时熄火仍判断' }),
    skipInSite: switchField('在站点内不报警', false, exempt),
  };
};
/** 温区 (report.md 7.2.2): food and drugs. */
export const zones = [
  { name: '常温', lower: 0, upper: 30 },
  { name: '冷藏', lower: 0, upper: 8 },
  { name: '冷冻', lower: null, upper: -18 },
  { name: '药品', lower: 2, upper: 8 },
];
export const combine = oneOf(
  '多探头组合',
  [
    { code: 'any', name: '任一超限' },
    { code: 'all', name: '全部超限' },
    { code: 'average', name: '平均超限' },
  ],
  'any',
);

export const doors = [1, 2, 3, 4, 5, 6, 7].map((code) => ({ code, name: `门${code}` }));
export const roads = custom(
  '道路限速',
  z
    .array(
      z.object({
        road: z
          .number('请选择道路类型')
          .refine((road) => roadClasses.some(({ code }) => code === road), '请选择道路类型'),
        placeIds: z
          .array(z.string().regex(/^\d{1,19}$/u, '地点不正确'))
          .min(1, '请选择该类道路的线路或区域')
          .max(200, '每类道路最多选择 200 个地点'),
        limitKmh: z
          .number('道路限速请填写 10 至 160')
          .int('请填写整数')
          .min(10, '道路限速请填写 10 至 160')
          .max(160, '道路限速请填写 10 至 160'),
      }),
    )
    .max(8, '最多设置 8 行')
    .default([]),
  { is: 'roads' },
  { help: '地图没有道路等级：在您画的电子线路或区域内按这里的限速，取较低者' },
);
/** What a camera keeps of an alarm; null and absent leave the terminal as it is set. */
const evidenceCount = (sentence: string, min: number, max: number) =>
  z.number(sentence).int(sentence).min(min, sentence).max(max, sentence).nullish();
export const inTerminal: More = { group: '终端参数' };
export const safety = custom(
  '报警类型',
  z
    .array(
      z.object({
        type: z.number('请选择报警类型').refine((t) => safetyTypes.some(({ code }) => code === t), '报警类型不正确'),
        minKmh: z
          .number('速度门限请填写 0 至 160')
          .int('请填写整数')
          .min(0, '速度门限请填写 0 至 160')
          .max(160, '速度门限请填写 0 至 160'),
        level: z.literal([0, 1, 2, 3], '请选择级别').default(0),
        photos: evidenceCount('照片请填写 1 至 10 张', 1, 10),
        photoPause: evidenceCount('照片间隔请填写 0.1 至 0.5 秒', 1, 5),
        videoS: evidenceCount('录像请填写 0 至 60 秒', 0, 60),
      }),
      '请至少启用一种报警',
    )
    .min(1, '请至少启用一种报警')
    .refine((rows) => new Set(rows.map(({ type }) => type)).size === rows.length, '同一种报警只能设置一次'),
  { is: 'safety' },
  { help: '终端报二级的一律为严重；其余按所选级别' },
);
