import { dayMs, hourMs } from '@tongda/contract/core/durations';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Offsets by zone and quarter of an hour (epoch time / 15 min): no zone changes its offset within one. */
const offsets = new Map<string, Map<number, number>>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let known = formats.get(zone);
  if (!known) {
    known = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, known);
  }
  return known;
}

/** Difference of the zone's wall clock from UTC at `t`, ms (Asia/Shanghai: 28,800,000). */
export function zoneOffsetMs(t: number, zone: string): number {
  const hour = Math.floor(t / (hourMs / 4));
  let byHour = offsets.get(zone);
  if (!byHour) {
    byHour = new Map();
    offsets.set(zone, byHour);
  }
  const known = byHour.get(hour);
  if (known !== undefined) return known;
  if (byHour.size > 10_000) byHour.clear();
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(t)) part[type] = Number(value);
  const wall = Date.UTC(part.year ?? 1970, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  const offset = wall - Math.floor(t / 1000) * 1000;
  byHour.set(hour, offset);
  return offset;
}

const dayNumbers = new Map<number, string>();

/** Date of `t` on the zone's calendar, `YYYY-MM-DD`. */
export function localDay(t: number, zone: string): string {
  const number = Math.floor((t + zoneOffsetMs(t, zone)) / dayMs);
  const known = dayNumbers.get(number);
  if (known !== undefined) return known;
  if (dayNumbers.size > 10_000) dayNumbers.clear();
  const day = new Date(number * dayMs).toISOString().slice(0, 10);
  dayNumbers.set(number, day);
  return day;
}

/** First moment of the zone's day that holds `t`. */
export function dayStart(t: number, zone: string): number {
  const wall = t + zoneOffsetMs(t, zone);
  const midnight = wall - (wall - Math.floor(wall / dayMs) * dayMs);
  const guess = midnight - zoneOffsetMs(t, zone);
  return midnight - zoneOffsetMs(guess, zone);
}

/** First moment of the next day of the zone. */
export const nextDayStart = (t: number, zone: string): number => dayStart(dayStart(t, zone) + 36 * hourMs, zone);

/** Epoch ms of wall-clock text `YYYY-MM-DD HH:mm:ss` in a zone; null for a date that does not exist. */
export function wallToMs(text: string, zone: string): number | null {
  const wall = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== text.replace(' ', 'T')) return null;
  const guess = wall - zoneOffsetMs(wall, zone);
  return wall - zoneOffsetMs(guess, zone);
}
