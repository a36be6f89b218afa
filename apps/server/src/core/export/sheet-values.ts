import { dayMs } from '@tongda/contract/core/durations';

/** The value of a cell. Texts of the form `YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DD` become real date cells. */
export type SheetValue = string | number | boolean | null | undefined;

const dateTimeText = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/u;
/** Excel's day 0 (1899-12-30) in Unix days. */
const excelEpochDays = 25_569;

/** Excel serial of wall-clock text and whether it has a time of day; null when the text is no date (2026-02-30 is none). */
export function excelSerial(text: string): { serial: number; withTime: boolean } | null {
  const parts = dateTimeText.exec(text);
  if (!parts) return null;
  // the pattern has six groups
  const [year, month, day, hour, minute, second] = parts.slice(1).map((p) => Number(p ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10) || hour > 23 || minute > 59 || second > 59)
    return null;
  if (year < 1901) return null;
  return { serial: excelEpochDays + ms / dayMs, withTime: parts[4] !== undefined };
}

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula (it begins with = + - @, tab or return). `--` alone is how we write an empty cell.
 */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/u.test(text) && text !== '--' ? `'${text}` : text;
}
