import { dayMs, hourMs, minuteMs } from '@tongda/contract/core/durations';
import { wireTime } from '../../core/http/answer/wire-time';

/** `13 小时 30 分`; days above 48 hours. */
export function spanText(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (ms >= 2 * dayMs) return `${days} 天 ${hours} 小时`;
  if (ms >= hourMs) return `${days * 24 + hours} 小时${rest > 0 ? ` ${rest} 分` : ''}`;
  return `${minutes} 分`;
}

/** `11-20 20:19` */
export const shortMoment = (t: number, zone: string): string => wireTime(t, zone).slice(5, 16);
/** `20:19` */
export const clockOf = (t: number, zone: string): string => wireTime(t, zone).slice(11, 16);
/** `11-20` */
export const dateOf = (t: number, zone: string): string => wireTime(t, zone).slice(5, 10);

/** A figure with one decimal and a true minus sign; `--` when nothing is known. */
export const figureText = (value: number | null, decimals = 1): string =>
  value === null ? '--' : value.toFixed(decimals).replace('-', '\u2212');

/** `−18.5 ℃` */
export const degreesText = (value: number | null): string => (value === null ? '--' : `${figureText(value)} ℃`);

/** The word of a code in a column of words; '' for a code without one. */
export const wordOf = (
  { words }: { words: Readonly<Record<string | number, string>> },
  code: string | number | null,
): string => (code === null ? '' : (words[code] ?? ''));
