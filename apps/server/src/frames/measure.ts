import type { FieldLayout } from '@tongda/protocol/jt808/fields';
import type { FieldLabel } from './labels';
import { numberWords } from './values';

type Measure = Pick<FieldLabel, 'unit' | 'scale'>;

/** Units of layouts that are shown in another way than they are noted there. */
const shown: Readonly<Record<string, Measure>> = {
  "0.0001'": { unit: '°', scale: 1 / 600_000 },
  '1/km': { unit: '个/km' },
  frames: { unit: '帧' },
  'frames/s': { unit: '帧/s' },
};

/** Unit of a field of a layout, and the factor of its number: `0.1 km` are tenths of a kilometre. */
export function measureOf(layout: FieldLayout | null, name: string): Measure {
  const unit = [...(layout?.fields ?? []), ...(layout?.rows ?? [])].find(([known]) => known === name)?.[2];
  if (unit === undefined) return {};
  const [, factor, plain = unit] = /^([\d.]+) (.+)$/u.exec(unit) ?? [];
  return shown[unit] ?? { unit: plain, ...(factor ? { scale: Number(factor) } : {}) };
}

/** A number in decimal digits with its unit; digits that are none, and those without a unit, stay as they are. */
export const digitWords = (digits: string, how: Omit<FieldLabel, 'label'>): string =>
  how.unit !== undefined && /^\d+$/u.test(digits) ? numberWords(Number(digits), digits.length / 2, how) : digits;
