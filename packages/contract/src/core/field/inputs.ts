import { z } from 'zod';
import { rangeText } from '../figure';
import { dateOnly, id } from '../page';

/** Small input pieces that many forms share: an empty box arrives as '', null or nothing and is kept as null. */

/** Text of at most `max` characters; blank becomes null. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `最多${max}个字符`)
    .nullish()
    .transform((text) => text || null);

/** Text that is blank or matches; blank becomes null. */
export const optionalPattern = ({ regex, message }: { regex: RegExp; message: string }) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || regex.test(text), message)
    .nullish()
    .transform((text) => text || null);

/** `YYYY-MM-DD` or blank. */
export const optionalDate = z
  .union([z.literal(''), dateOnly])
  .nullish()
  .transform((text) => text || null);

/** `YYYY-MM-DD` that must be there. */
export const requiredDate = (sentence: string) => z.string(sentence).min(1, sentence).pipe(dateOnly);

/** An id or blank. */
export const optionalId = z
  .union([z.literal(''), id])
  .nullish()
  .transform((value) => value || null);

interface Bounds {
  min: number;
  max: number;
  /** decimals at most; 0 = whole numbers */
  places: number;
  unit?: string;
}
/** A number in bounds: out of them, `应在1~20m之间`; too many decimals, `最多2位小数`. */
export function numberWithin({ min, max, places, unit = '' }: Bounds) {
  const range = `应在${rangeText(min, max, unit)}之间`;
  return z
    .number('请输入数字')
    .min(min, range)
    .max(max, range)
    .refine(
      (n) => Math.abs(n * 10 ** places - Math.round(n * 10 ** places)) < 1e-6,
      places === 0 ? '请输入整数' : `最多${places}位小数`,
    );
}
/** `numberWithin`, or blank. */
export const optionalNumber = (bounds: Bounds) =>
  numberWithin(bounds)
    .nullish()
    .transform((n) => n ?? null);

/** The reason that a user must give for a step that cannot simply be undone, 2 to 100 characters. `noun`: `作废原因`. */
export const reasonOf = (noun: string) =>
  z.string(`请填写${noun}`).trim().min(2, `${noun}至少2个字符`).max(100, `${noun}最多100个字符`);
