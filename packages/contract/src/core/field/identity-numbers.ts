import { z } from 'zod';
import { isCalendarDay } from '../page';
import { isMasked } from './mask';
import { patterns } from './patterns';

/** Numbers with a check digit: the resident identity card (GB 11643) and the unified social credit code (GB 32100). */

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const idChecks = '10X98765432';

/** Birthday `YYYY-MM-DD` of an identity card number; null when the number is wrong. */
export function birthOf(idCard: string): string | null {
  if (!/^\d{17}[\dX]$/u.test(idCard)) return null;
  const sum = idWeights.reduce((total, weight, i) => total + weight * Number(idCard[i]), 0);
  if (idChecks[sum % 11] !== idCard[17]) return null;
  const day = `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`;
  return isCalendarDay(day) ? day : null;
}

/** sex code of an identity card number: odd 17th digit 1 male, even 2 female; null when the number is wrong. */
export const sexOf = (idCard: string): 1 | 2 | null =>
  birthOf(idCard) === null ? null : Number(idCard[16]) % 2 === 1 ? 1 : 2;

/** Whole years on `today` (`YYYY-MM-DD`) of somebody born on `birth`. */
export function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

const creditSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Whether the 18th sign of a unified social credit code fits the others. */
export function creditCodeFits(code: string): boolean {
  if (!patterns.creditCode.regex.test(code)) return false;
  const sum = [...code.slice(0, 17)].reduce((total, sign, i) => total + creditSigns.indexOf(sign) * (3 ** i % 31), 0);
  return creditSigns[(31 - (sum % 31)) % 31] === code[17];
}

const toUpper = (text: string): string => text.trim().toUpperCase();

/** Identity card of 18 signs with its check digit, or blank. A masked one passes: the server puts the stored one in its place. */
export const optionalIdCard = z
  .string()
  .transform(toUpper)
  .refine((text) => text === '' || isMasked(text) || birthOf(text) !== null, '请输入正确的18位身份证号')
  .nullish()
  .transform((text) => text || null);

/** Unified social credit code with its check sign, or blank. */
export const optionalCreditCode = z
  .string()
  .transform(toUpper)
  .refine((text) => text === '' || creditCodeFits(text), patterns.creditCode.message)
  .nullish()
  .transform((text) => text || null);

/** Number of a company (unified social credit code) or of a person (identity card, masked ones as above), or blank; which of them fits, its form says. */
export const optionalCompanyOrPerson = z
  .string()
  .transform(toUpper)
  .refine(
    (text) => text === '' || isMasked(text) || creditCodeFits(text) || birthOf(text) !== null,
    '请输入正确的18位统一社会信用代码，个体可填身份证号',
  )
  .nullish()
  .transform((text) => text || null);

const phoneOk = (text: string, regex: RegExp): boolean => regex.test(text) || /^\d{3}\*{3,}\d{3,4}$/u.test(text);

/** Mobile number that must be there; masked ones as above. */
export const mobile = z
  .string('请输入手机号')
  .trim()
  .min(1, '请输入手机号')
  .refine((text) => phoneOk(text, patterns.phone.regex), patterns.phone.message);

/** Mobile or landline, or blank; masked ones as above. */
export const optionalPhone = z
  .string()
  .trim()
  .refine((text) => text === '' || phoneOk(text, patterns.phoneOrTelephone.regex), patterns.phoneOrTelephone.message)
  .nullish()
  .transform((text) => text || null);

/** Vehicle identification number of 17 signs, or blank; masked ones as above. */
export const optionalVin = z
  .string()
  .transform(toUpper)
  .refine((text) => text === '' || isMasked(text) || patterns.vin.regex.test(text), patterns.vin.message)
  .nullish()
  .transform((text) => text || null);
