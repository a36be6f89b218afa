import type ExcelJS from 'exceljs';

/** The text of a cell, or why its content cannot be used. */
export interface CellSays {
  text: string;
  /** why its content is no value; `text` is blank then */
  fault?: string;
  /** a formula without a result: an empty text, or written by a program that does not calculate; files do not tell these apart */
  unsolved?: true;
  /** what stands in the cell instead */
  shown?: string;
}

/** What a reader sees in a cell: trimmed, dates as `YYYY-MM-DD`, numbers with the zeros that their format puts in front. */
export function readCellText({ value, numFmt }: Pick<ExcelJS.Cell, 'value' | 'numFmt'>): CellSays {
  return readCell(value, numFmt);
}

function readCell(value: ExcelJS.CellValue | undefined, numFmt?: string): CellSays {
  if (value === null || value === undefined) return { text: '' };
  if (value instanceof Date) return readDate(value);
  if (typeof value === 'number') return readNumber(value, numFmt);
  if (typeof value === 'boolean') return { text: value ? '是' : '否' };
  if (typeof value === 'string') return { text: cleanText(value) };
  if ('richText' in value) return { text: cleanText(value.richText.map((t) => t.text).join('')) };
  if ('formula' in value || 'sharedFormula' in value) {
    // exceljs types a result as less than what files hold
    if (value.result !== undefined) return readCell(value.result as ExcelJS.CellValue, numFmt);
    const shown = 'formula' in value ? `=${value.formula}` : '=';
    return { text: '', shown, unsolved: true };
  }
  // the text of a link may be rich text, which exceljs does not declare
  if ('text' in value) return readCell(value.text as ExcelJS.CellValue);
  if ('error' in value) {
    const shown = String(value.error);
    return { text: '', shown, fault: `公式出错（${shown}），请改正或粘贴为数值` };
  }
  return { text: '' };
}

/** A spreadsheet stores only 15 digits of a number. */
const keptDigits = 15;

function readNumber(value: number, numFmt = ''): CellSays {
  if (Math.abs(value) >= 10 ** keptDigits)
    return {
      text: '',
      shown: String(value),
      fault: `数字超过${keptDigits}位，末尾几位已丢失，请将单元格设为文本后重新填写`,
    };
  const text = String(Number(value.toPrecision(keptDigits)));
  return { text: /^0+$/u.test(numFmt) && /^\d+$/u.test(text) ? text.padStart(numFmt.length, '0') : text };
}

/** Turns full-width letters and digits into plain ones and removes invisible characters (copied phone numbers contain them) and surrounding blanks. */
const cleanText = (text: string): string =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/gu, (sign) => sign.normalize('NFKC'))
    .trim();

const secondMs = 1000;
/** `2027-01-31`, with its time when it has one: a spreadsheet keeps both as one number. */
function readDate(value: Date): CellSays {
  // a formula with another result than a number in a cell of a date's format
  if (Number.isNaN(value.getTime())) return { text: '', shown: '?', fault: '公式的结果不是日期，请改正或粘贴为数值' };
  const text = new Date(Math.round(value.getTime() / secondMs) * secondMs).toISOString();
  return { text: text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ') };
}
