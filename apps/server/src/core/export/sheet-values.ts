import { dayMs } from '@tongda/contract/core/durations';

/** What a cell of an exported file may hold. Wire times (`YYYY-MM-DD HH:mm:ss`) and dates become real date cells. */
export type SheetValue = string | number | boolean | null | undefined;

const dateTimeText = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/u;
/** Excel's day 0 (1899-12-30) in Unix days. */
const excelEpochDays = 25_569;

/** Excel serial of wall-clock text and whether it has a time of day; null when the text is no date (2026-02-30 is none). */
export function excelSerial(text: string): { serial: number; withTime: boolean } | null {
  const parts = dateTimeText.exec(text);
  if (!parts) return null;
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
 * Text that a spreadsheet would run as a formula (= + - @, tab, return first) gets an apostrophe in front. `--` alone is our empty cell.
 */
export function guardFormula(text: string): string {
  return /^[=+\-@\t\r]/u.test(text) && text !== '--' ? `'${text}` : text;
}
