import { dayMs } from '@tongda/contract/core/durations';

const secondMs = 1000;

/** Formats that have a number only and show days or times; those from 27 on are the ones of Chinese spreadsheets. */
const builtIn: Readonly<Record<number, string>> = {
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: '上午/下午h"时"mm"分"',
  35: '上午/下午h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: '上午/下午h"时"mm"分"',
  56: '上午/下午h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
};

/** The code of a number format that has none of its own in the file; '' for those that matter to nobody here. */
export const builtInFormat = (id: number): string => builtIn[id] ?? '';

/** What a number in a cell of a format means: a number, a day (perhaps with a time), or a time of day. */
export type Meaning = 'number' | 'day' | 'time';

/** Tells from the code of a format, without its quoted words, escaped signs, colours and languages, what it shows. */
export function meaningOf(code: string): Meaning {
  const signs = signsOf(code);
  if (signs.has('y') || signs.has('d')) return 'day';
  if (signs.has('h') || signs.has('s')) return 'time';
  return signs.has('m') ? 'day' : 'number';
}

/** Letters of `ymdhs` that the first section of a format shows values with. */
function signsOf(code: string): Set<string> {
  const signs = new Set<string>();
  for (let at = 0; at < code.length && code[at] !== ';'; at++) {
    const sign = (code[at] ?? '').toLowerCase();
    if (sign === '\\' || sign === '_' || sign === '*') at++;
    else if (sign === '"') at = endOf(code, '"', at);
    else if (sign === '[') {
      const end = endOf(code, ']', at);
      // elapsed hours, minutes or seconds; everything else in brackets is a colour, a language or a condition
      const unit = /^(?:h+|m+|s+)$/iu.exec(code.slice(at + 1, end))?.[0];
      if (unit) signs.add('h');
      at = end;
    } else if ('ymdhs'.includes(sign)) signs.add(sign);
  }
  return signs;
}

function endOf(code: string, sign: string, from: number): number {
  const end = code.indexOf(sign, from + 1);
  return end < 0 ? code.length : end;
}

/** Days between 1899-12-30 and 1970-01-01. */
const epochDays = 25_569;
/** Days that workbooks of old Macs count less. */
const days1904 = 1_462;
/** 9999-12-31, the last day that spreadsheets show. */
const lastDay = 2_958_465;

/**
 * The moment that a spreadsheet's count of days means, as if its clock were UTC, to the second; null beyond what spreadsheets show. Before March 1900
 * Excel counts a 29th of February that never was, as Lotus did; days of that year are taken as they are shown elsewhere.
 */
export function momentOf(days: number, date1904: boolean): Date | null {
  const count = days + (date1904 ? days1904 : 0);
  if (!(count >= 0 && count < lastDay + 1)) return null;
  return new Date(Math.round(((count - epochDays) * dayMs) / secondMs) * secondMs);
}
