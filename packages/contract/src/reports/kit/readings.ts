import { z } from 'zod';
import { number, text, time } from './columns';
import { amount, choice, flag, several } from './filters';

/** What every report of probe readings shares: its filters, what its rows say beside their columns, and the figures of each probe. */

/** Probes by their channel: the field of a row, and its word where the vehicle has no name for it. */
export const probeNames = {
  tem1: '温度1',
  tem2: '温度2',
  tem3: '温度3',
  tem4: '温度4',
  hum1: '湿度1',
  hum2: '湿度2',
} as const;

/** A row every so many minutes (0: every report), of which probes, against which bounds. */
export const readingFilters = {
  temTimeInterval: choice('间隔', { 0: '原始', 5: '5分', 10: '10分', 15: '15分', 30: '30分', 60: '60分' }, '10', 110),
  probes: several('探头', probeNames, 140),
  /** in place of the probes' own bounds */
  lower: amount('下限', { min: -60, max: 80, unit: '℃', width: 110 }),
  upper: amount('上限', { min: -60, max: 80, unit: '℃', width: 110 }),
  onlyOver: flag('仅看超限', false),
};

export const readingFields = {
  /** columns whose reading lies outside of its bounds */
  over: z.array(z.string()),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
};

/** A row a probe: lowest, highest, mean by time, mean kinetic temperature, share of the time in range, share of the expected samples (K7). */
export const probeFigures = {
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
};
