import { dayMs } from '@tongda/contract/core/durations';
import { noBreak } from '@tongda/contract/core/figure';
import { useSession } from '../session/user';

/** What an empty cell shows. */
export const none = '--';
/** A real minus sign: hyphens are too short beside digits. */
const minusSign = '\u2212';

/** Number with fixed decimals, thousands separators and a real minus; `--` for nothing. */
export function formatNumber(value: number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return none;
  const text = Math.abs(value).toLocaleString('zh-CN', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  const isZero = !/[1-9]/u.test(text);
  return value < 0 && !isZero ? minusSign + text : text;
}

/** Temperature in ℃ with one decimal, without the unit (it stands in the header). */
export const formatTemp = (tempC: number | null | undefined): string => formatNumber(tempC, 1);

/** Range of two numbers on one line: `−25 ~ −18`. */
export function formatRange(from: number | null, to: number | null, decimals = 0): string {
  return from === null && to === null
    ? none
    : noBreak(`${formatNumber(from, decimals)} ~ ${formatNumber(to, decimals)}`);
}

/** Metres as kilometres with one decimal. */
export const formatKm = (metres: number | null | undefined, decimals = 1): string =>
  metres === null || metres === undefined ? none : formatNumber(metres / 1000, decimals);

/** Seconds as X天X小时X分; seconds only below one minute. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return none;
  if (seconds < 60) return `${Math.floor(seconds)}秒`;
  const minutes = Math.floor(seconds / 60);
  const parts: Array<[number, string]> = [
    [Math.floor(minutes / 1440), '天'],
    [Math.floor(minutes / 60) % 24, '小时'],
    [minutes % 60, '分'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
}

/** Bytes as B, KB, MB or GB. */
export function fileSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return none;
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let step = 0;
  while (value >= 1024 && step < units.length - 1) {
    value /= 1024;
    step++;
  }
  return `${formatNumber(value, step === 0 ? 0 : 1)} ${units[step]}`;
}

const wirePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u;
/** True for the wire's `YYYY-MM-DD HH:mm:ss`. */
export const isWireTime = (value: unknown): value is string => typeof value === 'string' && wirePattern.test(value);
/**
 * A wire time without what the reader knows anyway: the year when it is the company's present one. A time of another year is `YY-MM-DD HH:mm`, so that nobody takes it for
 * this year's; the full one belongs in the title. It stays on one line.
 */
function textOf(wire: string, end: number): string {
  const inThisYear = wire.slice(0, 4) === wireTime(Date.now()).slice(0, 4);
  return noBreak(inThisYear ? wire.slice(5, end) : wire.slice(2, 16));
}
/** `MM-DD HH:mm:ss` of a wire time, `YY-MM-DD HH:mm` of one of another year. */
export const shortTime = (wire: string | null | undefined): string => (wire ? textOf(wire, 19) : none);

/** `MM-DD HH:mm` of a wire time, `YY-MM-DD HH:mm` of one of another year; `missing` in its place when there is none. */
export const minuteText = (wire: string | null | undefined, missing = none): string =>
  wire ? textOf(wire, 16) : missing;

/** The time of day of a wire time, `HH:mm`. */
export const clockText = (wire: string): string => wire.slice(11, 16);

/** A window between two wire times: `11-21 14:00–16:00`, with both days where they differ, and what is known where an end is open. */
export function windowText(from: string | null, to: string | null): string {
  if (!from) return to ? noBreak(`${minuteText(to)} 前`) : none;
  if (!to) return noBreak(`${minuteText(from)} 起`);
  return from.slice(0, 10) === to.slice(0, 10)
    ? `${minuteText(from)}–${clockText(to)}`
    : noBreak(`${minuteText(from)} – ${minuteText(to)}`);
}

/** Epoch ms as wire time in the company's zone (that of the user's company when `zone` is not given). */
export function wireTime(epochMs: number, zone = useSession.getState().user?.timeZone ?? 'Asia/Shanghai'): string {
  return formatterOf(zone).format(epochMs).replace(/\//gu, '-').replace(',', '');
}

/** The last `days` days, today included, as the two wire times of a range filter. */
export function lastDays(days: number): { startTime: string; endTime: string } {
  const now = Date.now();
  return {
    startTime: `${wireTime(now - (days - 1) * dayMs).slice(0, 10)} 00:00:00`,
    endTime: `${wireTime(now).slice(0, 10)} 23:59:59`,
  };
}

/** Days around today as the two fields of a range filter; `ahead` null: no end. */
export function daysAround(
  names: readonly [string, string],
  back: number,
  ahead: number | null,
): Record<string, string> {
  const day = (days: number): string => wireTime(Date.now() + days * dayMs).slice(0, 10);
  return { [names[0]]: day(-back), ...(ahead === null ? {} : { [names[1]]: day(ahead) }) };
}

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/** First `max` characters and … when there are more (characters, not UTF-16 units). */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
