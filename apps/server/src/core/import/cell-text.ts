import type { CellMoment, GridCell } from '../workbook/grid';

/** The text of a cell, or why its content cannot be used. */
export interface CellSays {
  text: string;
  /** why its content is no value; `text` is blank then */
  fault?: string;
  /** a formula without a result, as programs write it that do not calculate */
  unsolved?: true;
  /** what stands in the cell instead */
  shown?: string;
}

/** What a reader sees in a cell: trimmed, dates as `YYYY-MM-DD`, numbers with the zeros that their format puts in front. */
export function readCellText(cell: GridCell | undefined): CellSays {
  const value = cell?.value;
  if (cell === undefined || value === undefined) return { text: '' };
  if (value === null) return { text: '', shown: `=${cell.formula ?? ''}`, unsolved: true };
  if (typeof value === 'number') return readNumber(value, cell.format);
  if (typeof value === 'boolean') return { text: value ? '是' : '否' };
  if (typeof value === 'string') return { text: cleanText(value) };
  if ('error' in value) {
    const shown = value.error;
    return { text: '', shown, fault: `公式出错（${shown}），请改正或粘贴为数值` };
  }
  return readMoment(value);
}

/** A spreadsheet stores only 15 digits of a number. */
const keptDigits = 15;

function readNumber(value: number, format: string): CellSays {
  if (Math.abs(value) >= 10 ** keptDigits)
    return {
      text: '',
      shown: String(value),
      fault: `数字超过${keptDigits}位，末尾几位已丢失，请将单元格设为文本后重新填写`,
    };
  const text = String(Number(value.toPrecision(keptDigits)));
  return { text: /^0+$/u.test(format) && /^\d+$/u.test(text) ? text.padStart(format.length, '0') : text };
}

/** Turns full-width letters and digits into plain ones and removes invisible characters (copied phone numbers contain them) and surrounding blanks. */
const cleanText = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu, (sign) => sign.normalize('NFKC'))
    .trim();

/** `2027-01-31`, with its time when it has one: a spreadsheet keeps both as one number. `08:30` where the cell shows no day. */
function readMoment({ moment, timeOnly, days }: CellMoment): CellSays {
  if (!moment)
    return { text: '', shown: String(days), fault: '数字不能显示为日期，请改正或将单元格设为文本后重新填写' };
  const text = moment.toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (timeOnly) return { text: time.endsWith(':00') ? time.slice(0, 5) : time };
  return { text: time === '00:00:00' ? day : `${day} ${time}` };
}
