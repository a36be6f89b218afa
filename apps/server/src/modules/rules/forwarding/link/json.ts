import { episodeKind } from '@tongda/contract/watch/alarm/episode';
import { convertPosition } from '@tongda/geo/convert';
import type { Item } from './shape';

/** A place in the coordinates that a target wants. */
export function placeFor(lng: number, lat: number, shifted: boolean): { lng: number; lat: number } {
  const [x, y] = shifted ? convertPosition(lng, lat, 'wgs84', 'gcj02') : [lng, lat];
  return { lng: Math.round(x * 1e6) / 1e6, lat: Math.round(y * 1e6) / 1e6 };
}
const placeOrNull = (lng: number | null, lat: number | null, shifted: boolean) =>
  lng === null || lat === null ? { lng: null, lat: null } : placeFor(lng, lat, shifted);
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** An item as HTTP and MQTT tell it: UTC, degrees, km/h, ℃, %RH. */
export function jsonOf(item: Item, shifted: boolean): object {
  const { plateNo, terminalNo, extCode } = item.body;
  const code = extCode === undefined ? {} : { extCode };
  const head = {
    id: item.id,
    kind: item.kind,
    vehicleId: item.vehicleId,
    plateNo,
    terminalNo,
    ...code,
    time: iso(item.at),
  };
  if (item.kind === 'report') {
    const { position, temperature, late } = item.body;
    return {
      ...head,
      late,
      ...(position ? { position: { ...position, ...placeOrNull(position.lng, position.lat, shifted) } } : {}),
      ...(temperature ? { temperature } : {}),
    };
  }
  const { alarm } = item.body;
  return {
    ...head,
    alarm: {
      alarmId: alarm.episodeId,
      event: alarm.event,
      kind: alarm.kind,
      name: episodeKind.label(alarm.kind),
      level: alarm.level,
      start: iso(alarm.start),
      end: iso(alarm.end),
      peak: alarm.peak,
      limit: alarm.limit,
      ...placeOrNull(alarm.lng, alarm.lat, shifted),
    },
  };
}
