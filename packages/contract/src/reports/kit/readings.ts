import { z } from 'zod';
import { numberColumn, textColumn, timeColumn } from './columns';
import { amountFilter, choiceFilter, flagFilter, multiChoiceFilter } from './filters';

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

/**
 * How a reading came: as it was taken, later because the terminal had kept it (补传), or so late that nobody can vouch for it: the company's limit is
 * `unprovenHours` of the constants of the calculation.
 */
export const arrivalWords = { real: '实时', late: '补传', unproven: '迟到，未证实', none: '缺失' } as const;

export type ZonePreset = 'own' | 'frozen' | 'chilled' | 'ambient' | 'drug';
/** Bounds that are usual for goods (report.md K16, 7.2.2), ℃; `own`: those of each probe. */
export const zonePresets: Readonly<Record<ZonePreset, { label: string; lower?: number; upper?: number }>> = {
  own: { label: '按探头' },
  frozen: { label: '冷冻 ≤−18℃', upper: -18 },
  chilled: { label: '冷藏 0~8℃', lower: 0, upper: 8 },
  ambient: { label: '常温 0~30℃', lower: 0, upper: 30 },
  drug: { label: '药品 2~8℃', lower: 2, upper: 8 },
};
const zoneWords = {
  own: zonePresets.own.label,
  frozen: zonePresets.frozen.label,
  chilled: zonePresets.chilled.label,
  ambient: zonePresets.ambient.label,
  drug: zonePresets.drug.label,
};

/** A row every so many minutes (0: every report), of which probes, against which bounds. */
export const readingFilters = {
  temTimeInterval: choiceFilter(
    '间隔',
    { 0: '原始', 5: '5分', 10: '10分', 15: '15分', 30: '30分', 60: '60分' },
    '10',
    110,
  ),
  probes: multiChoiceFilter('探头', probeNames, 140),
  /** in place of the probes' own bounds; numbers beside it win */
  zone: choiceFilter('温区', zoneWords, 'own', 150),
  lower: amountFilter('下限', { min: -60, max: 80, unit: '℃', width: 110 }),
  upper: amountFilter('上限', { min: -60, max: 80, unit: '℃', width: 110 }),
  onlyOver: flagFilter('仅看超限', false),
};

export const readingFields = {
  /** columns whose reading lies outside of its bounds */
  over: z.array(z.string()),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
};

/** A row a probe: lowest, highest, mean by time, mean kinetic temperature, share of the time in range, share of the expected samples (K7). */
export const probeFigures = {
  plateNo: textColumn('车牌号', 96),
  probe: textColumn('探头', 110),
  limits: textColumn('上下限', 96),
  max: numberColumn('最高', 72, { decimals: 1 }),
  maxTime: timeColumn('最高时间'),
  min: numberColumn('最低', 72, { decimals: 1 }),
  minTime: timeColumn('最低时间'),
  avg: numberColumn('平均', 72, { decimals: 1 }),
  mkt: numberColumn('MKT(℃)', 80, { decimals: 2 }),
  passRate: numberColumn('合格率(%)', 88, { decimals: 1, tone: 'rate' }),
  overMin: numberColumn('超限时长(分)', 100, { tone: 'bad' }),
  completeRate: numberColumn('完整率(%)', 88, { decimals: 1, tone: 'rate' }),
  unproven: numberColumn('未证实(条)', 88, { tone: 'bad' }),
  /** of the probe; of a recorder the number of its certificate */
  probeNo: textColumn('探头编号', 104),
  /** until when it holds, or when it was done */
  calibration: textColumn('校准', 108),
};
