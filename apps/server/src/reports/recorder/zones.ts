import zoneOf from '@photostructure/tz-lookup';
import { hourMs, minuteMs } from '@tongda/contract/core/durations';
import { wireTime } from '../../core/http/answer/wire-time';
import { zoneOffsetMs } from '../../kernel/day/edges';

/** The whole of China keeps one time; these are what the data of time zones calls the local custom, and names that read otherwise here. */
const chinese: Readonly<Record<string, string>> = { 'Asia/Urumqi': 'Asia/Shanghai', 'Asia/Kashgar': 'Asia/Shanghai' };
const spoken: Readonly<Record<string, string>> = {
  'Asia/Shanghai': '北京时间',
  'Asia/Hong_Kong': '中国香港时间',
  'Asia/Macau': '中国澳门时间',
  'Asia/Taipei': '中国台湾时间',
};

/** The time zone of a place (WGS-84), by IANA's name; at sea that of the nearest coast, far from land a nautical one (`Etc/GMT-5`). */
export function zoneAt(lng: number, lat: number): string {
  const zone = zoneOf(lat, lng);
  return chinese[zone] ?? zone;
}

/** Names that were made: making one takes a formatter of its own. */
const names = new Map<string, string>(Object.entries(spoken));

/** `荷兰时间`, far from land `GMT+5` */
export function zoneName(zone: string): string {
  const known = names.get(zone);
  if (known !== undefined) return known;
  const parts = new Intl.DateTimeFormat('zh-CN', { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts(0);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  names.set(zone, name);
  return name;
}

/** Codes of countries by time zone, as the data of the runtime knows them; codes that have gone out of use are left out. */
const countries = new Map<string, string>();
function countryCodeOf(zone: string): string | undefined {
  if (countries.size === 0) {
    const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
    for (const code of letters.flatMap((a) => letters.map((b) => a + b))) {
      const locale = new Intl.Locale(`und-${code}`);
      if (locale.toString() !== `und-${code}`) continue;
      // older versions of Node have a property where newer ones have a method; the types know neither
      const known = locale as unknown as { getTimeZones?: () => string[] | undefined; timeZones?: string[] };
      for (const own of known.getTimeZones?.() ?? known.timeZones ?? []) countries.set(own, code);
    }
  }
  const named = (zoned: string): string =>
    new Intl.DateTimeFormat('en', { timeZone: zoned }).resolvedOptions().timeZone;
  return countries.get(zone) ?? countries.get(named(zone));
}
const regionNames = new Intl.DisplayNames('zh-CN', { type: 'region' });
/** Names that are said in full in Chinese. */
const fullNames: Readonly<Record<string, string>> = { HK: '中国香港', MO: '中国澳门', TW: '中国台湾' };

/** The country or region that keeps a time zone; at sea '公海'. Along a border it is that of the zone. */
export function countryOf(zone: string): string {
  const code = countryCodeOf(zone);
  return code === undefined ? '公海' : (fullNames[code] ?? regionNames.of(code) ?? code);
}

/** `2026-10-25 02:10:00 +02:00`: the hour that comes twice in autumn is told apart by its difference from UTC. */
export function clockWithOffset(t: number, zone: string): string {
  const offset = zoneOffsetMs(t, zone);
  const minutes = Math.abs(offset) / minuteMs;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${wireTime(t, zone)} ${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** The beginning of the interval of the zone's clock that holds `t`: rows of an hour begin at full hours of that clock, also where it is half an hour off. */
export function alignedStart(t: number, intervalMs: number, zone: string): number {
  if (intervalMs <= 0 || intervalMs > hourMs) return t;
  const wall = t + zoneOffsetMs(t, zone);
  return t - (wall % intervalMs);
}
